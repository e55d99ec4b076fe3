"""Write the golden HTML anew: `python -m tests.notebook.write_golden`; then read the diff."""

from __future__ import annotations

from tests.notebook.test_as_html import GOLDEN, NAMES, rendered


def main() -> None:
    """Write the HTML of each report that is held as a golden file."""
    for name in NAMES:
        (GOLDEN / f"{name}.html").write_text(rendered(name), "utf-8")


if __name__ == "__main__":
    main()
