"""A heap of pairs whose least one is the fastest, and among equals the shortest, draft."""
import heapq


def choose_k(alpha, cost_ratio, max_k=16):
    tokens, heap = 0.0, []
    for k in range(max_k + 1):
        tokens = 1 + alpha * tokens
        heapq.heappush(heap, (-tokens / (1 + cost_ratio * k), k))
    slowness, k = heapq.heappop(heap)
    return k, -slowness
