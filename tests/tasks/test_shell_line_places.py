"""A value is put where a mark stands, and is one word or a part of one there, whatever is in it."""

import subprocess

import pytest

from wicket.tasks.shell_line_places import MARK, NoPlace, Reference, put

HOSTILE = 'it\'s "quoted" $(touch pwned) `touch pwned`\n\\ ; ${HOME} * \\\n'


@pytest.mark.parametrize("value", [HOSTILE, Reference("${VALUE}")])
@pytest.mark.parametrize(
    "line",
    [
        f"printf %s. {MARK}",
        f'printf %s. "{MARK}"',
        f"printf %s. '{MARK}'",
        f"printf %s. $'{MARK}'",
        f"printf %s. \"$(printf %s {MARK}.)\" | sed '$s/\\.$//'",
        f"(((1))); [[ {MARK} ]] && printf %s. {MARK}",
        f"cat <<E\n{MARK}.\nE",
        f"cat <<'E'\n{MARK}.\nE",
        f": <<A <<'B'; printf %s. {MARK}\n'\nA\n'\nB",
        f"# '\nprintf %s. {MARK} # '",
        f"printf '%s.' \\\n{MARK}",
    ],
)
def test_a_value_arrives_as_it_is(line: str, value: str | Reference) -> None:
    text = put(line, [value] * line.count(MARK))
    done = subprocess.run(["bash", "-c", text], env={"VALUE": HOSTILE, "PATH": "/usr/bin:/bin"}, capture_output=True)
    assert done.stdout.decode().rstrip("\n").removesuffix(".") == HOSTILE


def test_a_value_in_braces() -> None:
    line = f'printf %s "${{none:-{MARK}}}"'
    assert put(line, ["a b*"]) == 'printf %s "${none:-a b*}"'
    assert put(line, [Reference("${VALUE}")]) == 'printf %s "${none:-${VALUE}}"'
    with pytest.raises(NoPlace):
        put(line, ["a}b"])


@pytest.mark.parametrize(
    "line",
    [f"echo $(({MARK}))", f"(( {MARK} ))", f"cat <<{MARK}\n", f"cat <<'a b'\n{MARK}\na b", f"`cat <<'E'\n{MARK}\nE`"],
)
def test_where_none_can_stand(line: str) -> None:
    with pytest.raises(NoPlace):
        put(line, ["x"])


def test_a_line_may_be_nested_only_so_deep() -> None:
    with pytest.raises(NoPlace, match="nested"):
        put("$(" * 2000, [])
