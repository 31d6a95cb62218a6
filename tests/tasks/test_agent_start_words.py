"""The words that start an agent: a prompt reaches it byte for byte, whatever is in it."""

import subprocess
from dataclasses import replace

import pytest

from wicket.tasks.agent_start_words import agent_words, shell_line
from wicket.tasks.shell_line_places import NoPlace
from wicket.tasks.task_model import AgentSpec

HOSTILE = 'it\'s "quoted" $(touch pwned) `touch pwned`\n\\ ; ${HOME} *\n\n'


@pytest.mark.rule("G-H49")
@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("printf '%s' {{ .Prompt }}", ""),
        ("printf '%s' {{.Prompt}}", ""),
        ("printf '%s' {{ printf \"%q\" .Prompt }}", ""),
        ('printf "%s" "saw: {{ .Prompt }}"', "saw: "),
        ("printf '%s' 'saw: {{ .Prompt }}'", "saw: "),
        ("printf '%s' \\'{{ .Prompt }}", "'"),
        ('printf \'%s\' "\\"{{ .Prompt }}"', '"'),
        ("printf '%s' \\{{ .Prompt }}", ""),
        ("printf '%s' \"\\{{ .Prompt }}\"", ""),
        ("# it's \"one\nprintf '%s' {{ .Prompt }}", ""),
        ("printf '%s' {{ .Prompt }} # it's {{ .Prompt }} of \"one\n", ""),
        ('printf \'%s\' "$(printf "%s." "{{ .Prompt }}")" | head -c -1', ""),
        ("printf '%s' \"`printf '%s.' {{ .Prompt }}`\" | head -c -1", ""),
        ("printf '%s' \"${none-{{ .Prompt }}}\"", ""),
        ('printf \'%s\' "${none-"{{ .Prompt }}"}"', ""),
        ("case a in (a) printf '%s' {{ .Prompt }};; esac", ""),
        ("printf '%s' \"$(case a in a) printf '%s.' {{ .Prompt }};; esac)\" | head -c -1", ""),
        ("printf '%s' ''  {{- .Prompt -}}  ''\n", ""),
        ("cat <<EOF | head -c -1\nit's {{ .Prompt }}\nEOF", "it's "),
        ("cat <<'EOF' | head -c -1\nit's \"$x\" `y` \\ {{ .Prompt }}\nEOF", 'it\'s "$x" `y` \\ '),
        ("cat <<-\\END | head -c -1\n\tit's $x {{ .Prompt }}\n\tEND\n", "it's $x "),
        ("if true; then cat <<A - <<'B' | head -c -1; fi\n'\nA\n${x}{{ .Prompt }}\nB", "${x}"),
        ("printf '%s' \"$(cat <<'EOF'\nit's {{ .Prompt }}.\nEOF\n)\" | head -c -1", "it's "),
    ],
)
def test_a_prompt_in_a_shells_line_is_never_read_by_the_shell(line: str, before: str, shell: str) -> None:
    words = agent_words(AgentSpec(shell=line), HOSTILE, shell, "", ())
    done = subprocess.run(
        words, env={"WICKET_PROMPT": HOSTILE, "PATH": "/bin:/usr/bin"}, capture_output=True, check=True
    )
    assert done.stdout.decode() == before + HOSTILE


def test_dollar_quotes_are_bashs() -> None:
    words = agent_words(AgentSpec(shell="printf '%s' $'it\\'s {{ .Prompt }}'"), HOSTILE, "bash", "", ())
    done = subprocess.run(words, env={"WICKET_PROMPT": HOSTILE, "PATH": "/bin:/usr/bin"}, capture_output=True)
    assert done.stdout.decode() == f"it's {HOSTILE}"


@pytest.mark.parametrize(
    "line", ["echo $(({{ .Prompt }}))", "(( {{ .Prompt }} ))", "cat <<{{ .Prompt }}", "cat <<'E F'\n{{ .Prompt }}\nE F"]
)
def test_a_prompt_that_the_shell_would_read_is_refused(line: str) -> None:
    with pytest.raises(NoPlace):
        shell_line(AgentSpec(shell=line), "", [])


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('F="{{ .McpServerFileArgs }}"; printf %s "$F"', "/a 'b\" $c`"),
        ("printf %s '{{ .McpServerFileArgs }}'", "/a 'b\" $c`"),
        ("cat <<E\n{{ .McpServerFileArgs }}\nE", "/a 'b\" $c`\n"),
        ("cat <<'E'\n$x{{ .McpServerFileArgs }}\nE", "$x/a 'b\" $c`\n"),
        ("printf %s {{ .McpServerFileArgs }} # {{ .McpServerFileArgs }}", "/a 'b\" $c`"),
    ],
)
def test_a_name_is_quoted_as_its_place_wants_it(line: str, shown: str) -> None:
    agent = AgentSpec(shell=line, mcp_argument="{{ .File }}")
    words = agent_words(agent, "", "sh", "/a 'b\" $c`", ())
    assert subprocess.run(words, capture_output=True, check=True).stdout.decode() == shown


def test_servers_and_tools_are_quoted() -> None:
    agent = AgentSpec(
        shell="run {{ .McpServerFileArgs }} {{ .AllowedToolArgs }}",
        mcp_argument="--mcp {{ .File }}",
        allowed_argument="{{ .ServerName }}__{{ .ToolName }}",
        allowed_separator=",",
    )
    assert shell_line(agent, "/a b", [("s", "x"), ("s", "y z")]) == "run --mcp '/a b' s__x,s__'y z'"
    assert shell_line(agent, "", []) == "run  "


def test_each_server_is_named_by_its_address_where_that_is_wanted() -> None:
    agent = AgentSpec(shell="run {{ .McpServerFileArgs }}", mcp_argument="--mcp {{ .URL }}")
    assert shell_line(agent, "/f", [], ["http://h/1", "http://h/a b"]) == "run --mcp http://h/1 --mcp 'http://h/a b'"


@pytest.mark.rule("G-H49")
def test_the_words_of_a_command() -> None:
    agent = AgentSpec(argv=("a", "-m", "{mcp_config}"))
    assert agent_words(agent, "p", "/bin/sh", "/m.json", ()) == ["a", "-m", "/m.json"]
    assert agent_words(replace(agent, prompt="argument"), HOSTILE, "/bin/sh", "", ())[-1] == HOSTILE
