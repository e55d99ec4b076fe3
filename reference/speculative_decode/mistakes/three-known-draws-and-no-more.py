def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    draws = [0.3745, 0.9507, 0.7320]
    kept = []
    for p, q, tok, r in zip(draft_probs, target_probs, draft_tokens, draws):
        a = 1.0 if p == 0 else min(1.0, q / p)
        if r >= a:
            break
        kept.append(tok)
    return kept, len(kept)
