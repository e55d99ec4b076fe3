"""Listens on this machine and connects to another one; would say so."""
import socket


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", 0)),
        (socket.AF_INET6, ("::1", 0)),
        (socket.AF_UNIX, "\0attack"),
    ):
        try:
            with socket.socket(family) as listener:
                listener.bind(address)
                listener.listen()
                print("COULD LISTEN", family.name)
        except OSError:
            pass
    try:
        socket.create_connection(("192.0.2.1", 80), 0.01)
        print("COULD CONNECT")
    except OSError:
        pass
    return [-1], 1
