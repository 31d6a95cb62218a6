"""`wicket task new`: an eval to begin with, that runs as it is."""

import json
import re
import shlex
from pathlib import Path

import click

from wicket.cli.output import say
from wicket.errors import WicketError

__all__ = ["new"]

EVAL = """\
kind: Eval
metadata:
  name: {name}
config:
  # Replace this with your agent: it gets the prompt on its standard input and works in a folder of its own.
  agent:
    type: command
    argv: [sh, -c, 'echo hello > greeting.txt; echo "I wrote greeting.txt."']
  taskSets:
  - glob: tasks/*.yaml
"""

TASK = """\
kind: Task
apiVersion: mcpchecker/v1alpha2
metadata:
  name: greeting
  difficulty: easy
spec:
  limits:
    timeout: 2m
  prompt:
    inline: Write the word hello into a file named greeting.txt.
  verify:
  - script:
      inline: grep -q hello "$WICKET_AGENT_DIR/greeting.txt"
"""


# What YAML, of either version, takes for something else than a text.
_WORDS = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")


class AlreadyThere(WicketError):
    """The folder for a new eval is not empty."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Make an eval with one task in FOLDER.

    \b
    Examples:
      wicket task new my-eval
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AlreadyThere(f"{folder} is there already; choose another name")
    (folder / "tasks").mkdir(parents=True)
    name = folder.absolute().name
    (folder / "eval.yaml").write_text(EVAL.format(name=_in_yaml(name)), encoding="utf-8")
    (folder / "tasks" / "greeting.yaml").write_text(TASK, encoding="utf-8")
    say(f"made {folder}; run `wicket task run {shlex.quote(f'{folder}/eval.yaml')}`")


def _in_yaml(name: str) -> str:
    """Write a name so that YAML reads it as it is: plainly, if nothing in it can mean anything."""
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) and name.lower() not in _WORDS
    return name if plain else json.dumps(name)
