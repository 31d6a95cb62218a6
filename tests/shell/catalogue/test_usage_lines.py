"""The usage lines of the catalogue."""

from shell.tables import usage_lines
from wicket.shell.catalogue.usage import Usage

KINDS = set(
    """
    READ WRITE DELETE EDIT MOVE DIR RUN PROGRAM CODE CODEFILE VALUE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG
    CHECKPOINT APTOPTION EDITOR EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE CD INPLACE EXTRACT ARCHIVE UPLOAD DD
    INSTALL SHELL SCRIPT ASSIGN AWK CONFIGFILE WRITEOUT LINKER TOUCH COMMAS LOOK MOUNT UPLOADED REMOTE SETTINGS COMPARE
    ROOT CMAKE UNIT NPM PIPED CONFIGEDIT CONFIGURED TRUST WRITES PLUGIN BIND DEFINE INI PACKAGE NAMES
    PASSED CODEGEN EXPORT LIST JQ INTERPRETER INCLUDE GATEWAY PREFIX FED LOCKED
    """.split()  # noqa: SIM905
)


def test_every_line_reads() -> None:
    for name, line in usage_lines().items():
        usage = Usage(line)
        kinds = {kind for kind, _ in usage.operands} | {
            kind for option in usage.options.values() for kind in option.kinds
        }
        assert kinds <= KINDS, name
        assert "@" not in line, name


def test_the_usual_ones_are_there() -> None:
    usual = "cat sed awk sort find tar curl cp rm dd tee make zip gzip rsync scp wget git npm docker sudo xargs python"
    assert set(usual.split()) - set(usage_lines()) == set()
