"""Writes a file into NumPy's folder and into the grader's; would say so, and removes it again."""
import os
import sys

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    folders = [os.path.dirname(np.__file__), os.path.dirname(os.__file__), "/"]
    folders.append(os.path.dirname(sys._getframe(1).f_code.co_filename))
    for folder in folders:
        path = os.path.join(folder, f"attack-{os.getpid()}")
        try:
            open(path, "x").close()
            os.unlink(path)
            print("COULD WRITE", folder)
        except OSError:
            pass
    return [-1], 1
