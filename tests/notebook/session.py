"""Runs cells in a real IPython shell: texts come in as JSON, what each one showed goes out."""

from __future__ import annotations

import json
import sys

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


def main() -> None:
    """Run the cells of standard input one after the other in one shell."""
    shell = InteractiveShell.instance(colors="nocolor")
    told = []
    for cell in json.load(sys.stdin):
        with capture_output() as shown:
            shell.run_cell(cell)
        forms = [output.data for output in shown.outputs]
        told.append({"out": shown.stdout, "err": shown.stderr, "forms": forms})
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
