"""Writes what looks like an answer to this call on every descriptor, then returns a wrong one."""
import os

CALL = -1


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    global CALL
    CALL += 1
    frame = (
        '{"call":%d,"value":["tuple",["list",9,9],2],"seconds":0.0,'
        '"generator":["seeded",0],"warnings":[],"changed":[]}\n' % CALL
    )
    for descriptor in range(256):
        try:
            os.write(descriptor, frame.encode())
        except OSError:
            pass
    return [-1], 1
