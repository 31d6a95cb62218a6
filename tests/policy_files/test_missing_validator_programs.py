"""What an executor names and is not there."""

from pathlib import Path

from wicket.policy.config_model import Origin
from wicket.policy.evaluation.compiled_rule import CompiledType
from wicket.policy_files.missing_validator_programs import missing


def kind(*argv: str, folder: str = "") -> CompiledType:
    return CompiledType((argv, folder, 5.0, None, None, "wicket.yml", 3))


def said(types: dict[str, CompiledType], cwd: Path, path: str = "/usr/bin:/bin") -> list[str]:
    found = missing(types, str(cwd), {"PATH": path})
    assert {problem.origin for problem in found} <= {Origin("wicket.yml", 3)}
    return [problem.message for problem in found]


def test_what_is_there_is_not_mentioned(tmp_path: Path) -> None:
    (tmp_path / "guard.sh").write_text("#!/bin/sh\n")
    (tmp_path / "guard.sh").chmod(0o755)
    types = {"A": kind("./guard.sh"), "B": kind("sh", "./guard.sh", "-x", "no/path"), "C": kind("/bin/sh")}
    assert said(types, tmp_path) == []


def test_it_says_what_was_looked_for_and_where(tmp_path: Path) -> None:
    (tmp_path / "plain.sh").write_text("#!/bin/sh\n")
    types = {
        "A": kind("./guard.sh"),
        "B": kind("frobnicate", "./guard.ts"),
        "C": kind("./plain.sh", folder=str(tmp_path)),
        "D": kind("sh", "../x", folder="/opt/policy"),
    }
    assert said(types, tmp_path) == [
        f"the validator A cannot start: looked for {tmp_path}/guard.sh, which is not there",
        "the validator B cannot start: looked for frobnicate on the PATH, and it is in none of /usr/bin:/bin",
        f"the validator B is given ./guard.ts: looked for {tmp_path}/guard.ts, which is not there",
        f"the validator C cannot start: {tmp_path}/plain.sh is not executable; run chmod +x on it",
        "the validator D is given ../x: looked for /opt/x, which is not there",
    ]
