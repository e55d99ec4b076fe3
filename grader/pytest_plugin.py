"""The pytest plugin: adds `pytest --submission FILE`, and nothing at all without that option.

Every run of pytest imports this module, wherever the grader is installed. So it imports nothing
itself; what collects and grades is in `pytest_items`, whose hooks are registered on demand.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in launch: start-up
if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that ask for this plugin."""
    group = parser.getgroup("grader", "grading a submission")
    group.addoption(
        "--submission",
        metavar="FILE",
        help="grade this file: each case of its exercise, and of *.cases.toml, is a test",
    )
    group.addoption(
        "--submission-exercise",
        metavar="ID",
        help="which exercise it is, where the name of the file does not tell",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the hooks that collect cases, when a submission is given."""
    path, exercise = config.getoption("submission"), config.getoption("submission_exercise")
    if path is not None:
        from grader.pytest_items import SubmissionRun

        config.pluginmanager.register(SubmissionRun(config, path, exercise or ""), "grader-run")
    elif exercise is not None:
        import pytest

        raise pytest.UsageError("--submission-exercise needs --submission FILE beside it")
    elif files := [arg for arg in config.args if arg.partition("::")[0].endswith(".cases.toml")]:
        import pytest

        # Else pytest says that it finds no test there, and nobody knows why.
        raise pytest.UsageError(f"{files[0]} needs --submission FILE beside it: the file to grade")
