"""Has the fault handler end the process from a thread in C."""
import faulthandler
import time


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    faulthandler.dump_traceback_later(0.05, exit=True)
    time.sleep(1000)
