"""The table of programs."""

import pytest

from wicket.shell.catalogue.developer_tools import EVERYDAY
from wicket.shell.catalogue.file_tools import FILES
from wicket.shell.catalogue.git import GIT
from wicket.shell.catalogue.interpreters import INTERPRETERS
from wicket.shell.catalogue.usage import Usage
from wicket.shell.catalogue.wrappers import WRAPPERS

KINDS = set(
    """
    READ WRITE DELETE EDIT MOVE DIR RUN PROGRAM CODE CODEFILE VALUE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG
    CHECKPOINT APTOPTION EDITOR EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE CD INPLACE EXTRACT ARCHIVE UPLOAD DD
    INSTALL SHELL SCRIPT ASSIGN AWK CONFIGFILE WRITEOUT LINKER TOUCH COMMAS LOOK MOUNT UPLOADED REMOTE SETTINGS COMPARE
    ROOT CMAKE UNIT NPM PIPED CONFIGEDIT TRUST WRITES PLUGIN BIND DEFINE INI PACKAGE NAMES
    PASSED CODEGEN EXPORT LIST JQ INTERPRETER INCLUDE GATEWAY PREFIX FED LOCKED
    """.split()  # noqa: SIM905
)


@pytest.mark.parametrize(
    "table",
    [FILES, GIT, WRAPPERS, INTERPRETERS, EVERYDAY],
    ids=["files", "git", "wrappers", "interpreters", "everyday"],
)
def test_every_line_reads(table: dict[str, str]) -> None:
    for name, line in table.items():
        usage = Usage(line)
        kinds = {kind for kind, _ in usage.operands} | {
            kind for option in usage.options.values() for kind in option.kinds
        }
        assert kinds <= KINDS, name
        assert "@" not in line, name


def test_the_usual_ones_are_there() -> None:
    assert {"cat", "sed", "awk", "sort", "find", "tar", "curl", "cp", "rm", "dd", "tee", "make"} <= set(FILES)
