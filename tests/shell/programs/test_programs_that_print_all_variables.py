"""Programs that print all variables."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.read import read


def shown(text: str) -> list[tuple[str, str]]:
    return [(act.kind, str(act.word)) for act in acts(read(text).commands[0])]


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("ps auxe", True),
        ("ps -p 1 e", True),
        ("ps aux", False),
        ("ps axo etime", False),
        ("jq -n env", True),
        ("jq -n '$ENV'", True),
        ("jq .env x", False),
        ("awk '{for(k in ENVIRON) print k}'", True),
        ("awk '{print ENVIRON[\"x\"]}'", False),
        ("awk '{print ENVIRON[\"API_KEY\"]}'", True),
        ("awk '{print ENVIRON [ \"MY_TOKEN\" ]}'", True),
        ("awk '{print ENVIRON[x]}'", False),
        ("jq -n env.HOME", False),
        ("jq -n env.OPENAI_API_KEY", True),
        ("jq -n '$ENV.HOME'", False),
        ("jq -n '$ENV.DB_PASSWORD'", True),
        ("jq -n '$ENV[\"DB_PASSWORD\"]'", True),
        ("jq -n '$ENV.HOME, $ENV'", True),
        ('jq -n \'$ENV["HOME"], $ENV."HOME", $ENV [ "HOME" ]\'', False),
        ('jq -n \'$ENV["API" + "_KEY"]\'', True),
        ('jq -n \'$ENV["HOME", "API_KEY"]\'', True),
        ("jq -n '$ENV.\"API\\(x)\"'", True),
        ("jq '$ENV[.x]' x", True),
        ('awk \'{print ENVIRON["API" "_KEY"]}\'', True),
        ("jq .x.env.API_KEY x", False),
    ],
)
def test_all_variables_are_a_file_that_is_read(text: str, shows: bool) -> None:
    assert ("/proc/self/environ" in [str(act.word) for act in acts(read(text).commands[0])]) is shows
