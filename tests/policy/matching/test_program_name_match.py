"""Programs by name and by path: a rule that forbids means the file, one that allows the path that it spells."""

import pytest

from policy.judging import CWD, decide, policy, world
from wicket.policy.matching.program_name_match import match_program
from wicket.policy.patterns.compiled_pattern import Element
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.read import read


@pytest.mark.parametrize(
    ("glob", "text", "strict", "level"),
    [
        (("hx",), "hx a", True, YES),
        (("hx",), "hy a", True, NO),
        (("hx",), "/opt/x/hx a", True, YES),
        (("hx",), "/opt/x/hx a", False, NO),
        (("./run",), "./run", True, YES),
        (("./run",), "././run", True, YES),
        (("./run",), f"{CWD}/run", True, YES),
        (("./run",), "src/../run", True, YES),
        (("./run",), "src/run", True, NO),
        (("./run",), "././run", False, NO),
        (("./run",), "./run", False, YES),
        (("bin/run",), "./bin/run", True, YES),
        (("bin/run",), "/bin/run", True, NO),
        (("/opt/run",), "/opt/x/../run", True, YES),
        (("/opt/run",), "/opt/x/../run", False, NO),
        (("/opt/", ""), "/opt/../bin/run", False, NO),
        (("/opt/", ""), "/opt/bin/run", False, YES),
        (("hx",), "hx.exe a", True, YES),
        (("hx",), "hx.exe a", False, YES),
        (("hx",), "HX.EXE a", False, YES),
        (("hx",), "hx.cmd a", False, YES),
        (("hx",), "hx.bat a", False, NO),
        (("hx",), "./hx.exe a", False, NO),
        (("hx",), "x/hx.exe a", True, YES),
        (("hx.exe",), "hx.exe a", False, YES),
        (("hx.exe",), "hx a", False, NO),
        (("h", ""), "HX.EXE a", True, YES),
        (("h", ""), "HX a", True, NO),
        (("h", ""), "./HX.EXE a", True, YES),
        (("hx",), "'venv\\Scripts\\hx.exe' a", True, YES),
        (("./tools/", ".sh"), "tools/a.sh", True, YES),
        (("tools/", ".sh"), "./tools/a.sh", True, YES),
        (("tools/", ".sh"), f"{CWD}/tools/a.sh", True, YES),
        (("tools/", ".sh"), "cd tools && ./a.sh", True, YES),
        (("tools/", ".sh"), "tools/a.py", True, NO),
        (("tools/", ".sh"), "other/a.sh", True, NO),
        (("./tools/", ".sh"), "tools/a.sh", False, NO),
        (("../", "/x"), "../a/x", True, YES),
        (("../", "/x"), "/home/ada/a/x", True, YES),
        (("./.", ""), "./a", True, NO),
        (("tools/a.sh",), 'cd "$D" && ./a.sh', True, MAYBE),
        (("tools/a.sh",), 'cd "$D" && ./b.sh', True, NO),
        (("tools/", ".sh"), 'cd "$D" && ./a.sh', True, NO),
        (("/opt/x/hx",), "PATH=/opt/x:$PATH hx a", True, YES),
        (("/opt/", "/hx"), "PATH=/opt/x:$PATH hx a", True, YES),
        (("/opt/", "/hx"), "export PATH=/opt/x; hx a", True, YES),
        (("/opt/", "/hx"), "env PATH=/opt/x hx a", True, YES),
        (("tools/", ".sh"), "PATH=tools:$PATH a.sh", True, YES),
        (("tools/", ".sh"), "cd tools && PATH=.:$PATH a.sh", True, YES),
        (("/opt/", "/hx"), "PATH+=:/opt/x; hx a", True, MAYBE),
        (("/opt/", "/hx"), "PATH=$A:$PATH hx a", True, MAYBE),
        (("/opt/", "/hx"), "PATH=/opt/x:$PATH hy a", True, NO),
        (("/opt/", "/hx"), "hx a", True, NO),
        (("/opt/", "/hx"), "PATH=/opt/x:$PATH hx a", False, NO),
    ],
)
def test_how_a_program_is_named(glob: tuple[str, ...], text: str, strict: bool, level: int) -> None:
    assert match_program(Element(("names", (glob,))), read(text).commands[-1], world(), strict=strict) == level


@pytest.mark.parametrize("text", ["cd bin; ./deploy", "$PWD/bin/deploy x", "bin//deploy", "x/../bin/deploy"])
def test_a_deny_of_a_path_meets_each_way_to_it(text: str) -> None:
    assert decide(policy("deny: bin/deploy *", defaults={"action": "allow"}), text) == "deny"


@pytest.mark.parametrize("text", ["./bin/deploy", "x/../bin/deploy", "/home/ada/work/bin/deploy"])
def test_an_allow_of_a_path_is_about_that_spelling(text: str) -> None:
    assert decide(policy("allow: bin/deploy *"), text) == "ask"


@pytest.mark.parametrize(
    "text",
    [
        "hx.exe push",
        "Hx.Exe push",
        "C:/bin/hx.exe push",
        "bash.exe -c 'hx push'",
        "echo hx push | bash.exe",
        "echo push | xargs.exe hx",
        "env.exe hx push",
    ],
)
def test_an_ending_of_windows_hides_no_program(text: str) -> None:
    assert decide(policy("deny: hx push", defaults={"action": "allow"}), text) == "deny"
