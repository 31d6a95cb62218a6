"""`wicket programs`: what is known of programs, from which file, and what is wrong with a file that teaches some."""

from pathlib import Path
from typing import Any

import click

from wicket.cli.output import emit_json, visible
from wicket.displayed_text import one_line
from wicket.errors import WicketError
from wicket.library.program_files import BY_EFFECT, BY_VARIABLE, FACTS, OF_ALL, TRAITS, check
from wicket.shell.catalogue.entries import Entry, dashed, entry, names, of_all, synonyms
from wicket.shell.programs.known_programs import plain

__all__ = ["programs"]

# Kinds of programs, and how they are called here.
_SORTS = {
    "interpreter": "runs code of a language",
    "shell": "a shell, whose language is the one that is read",
    "prose": "its words are prose",
    "wrapper": "runs a command",
}


class Unknown(WicketError):
    """Nothing is known of a program."""


class Unreadable(WicketError):
    """A file cannot be read."""

    exit_code = 2


@click.command()
@click.argument("words", metavar="[NAME | check FILE...]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print all that is known, for a program.")
def programs(words: tuple[str, ...], as_json: bool) -> None:
    """Show what is known of the program NAME, or list the families of programs that are known.

    With `check`, files that teach programs are checked, and what is wrong is printed with its line. Exits 1 if nothing
    is known of NAME, or something is wrong with a file.

    \b
    Examples:
      wicket programs
      wicket programs tar
      wicket programs check ours.toml
    """
    if words[:1] == ("check",) and len(words) > 1:
        _check(words[1:])
    elif len(words) > 1:
        raise click.UsageError("give the name of one program, or check and the names of files")
    elif words:
        _show(words[0], as_json)
    else:
        _list(as_json)


def _check(files: tuple[str, ...]) -> None:
    wrong = False
    for file in files:
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
            raise Unreadable(f"{one_line(file)} cannot be read: {reason}") from error
        for problem in check(text, file):
            wrong = True
            click.echo(visible(str(problem)))
    raise SystemExit(1 if wrong else 0)


def _list(as_json: bool) -> None:
    families: dict[str, list[str]] = {}
    for name in names():
        found = entry(name)
        if found is not None:
            families.setdefault(found.family, []).append(name)
    if as_json:
        emit_json(families)
        return
    for family, members in sorted(families.items()):
        click.echo(f"{click.style(family, bold=True)}: {' '.join(members)}")


def _show(name: str, as_json: bool) -> None:
    known = plain(name)
    found = entry(known)
    if found is None:
        raise Unknown(f"nothing is known of {one_line(name)}; what it does with its words is asked about")
    if as_json:
        emit_json({"name": known, **_data(known, found)})
        return
    click.echo(f"{click.style(known, bold=True)} (wicket's catalogue, {found.family}.toml)")
    for line in _lines(known, found):
        click.echo(f"  {line}")


def _lines(name: str, found: Entry) -> list[str]:
    made = [said for sort, said in _SORTS.items() if getattr(found, sort)]
    made += [f"usage    {command} {line}".rstrip() for command, line in found.usage.items()]
    made += [f"harmless {command} {' | '.join(sorted(below))}" for command, below in found.harmless.items()]
    made += [f"uploads  {command}: {how}" for command, how in found.uploads.items()]
    made += [f"loads    {' '.join(found.loads)}"] if found.loads else []
    made += [f"no files {name} {' | '.join(found.names_only)}"] if found.names_only else []
    made += _same(name)
    made += [f"{command}: {TRAITS[trait]}" for command, some in found.traits.items() for trait in sorted(some)]
    made += [f"each of its commands is a program as well: {name}-…"] if f"{name}-" in dashed else []
    for field in OF_ALL:
        made += [f"{field.replace('_', ' ')}: {' '.join(of_all(field)[name])}"] if name in of_all(field) else []
    for field in (*FACTS, *BY_VARIABLE, BY_EFFECT):
        made += [f"{field.replace('_', ' ')}: {command}: {said}" for command, said in found.facts(field).items()]
    return made


def _same(name: str) -> list[str]:
    """Say which commands do what others do."""
    said = synonyms(name) or {}
    made = [f"same     {' | '.join(map(' '.join, family))}" for family in said.get("families", ())]
    made += [f"same     {name} {' | '.join(group)}" for group in said.get("synonyms", ())]
    for wanted, other, sure in said.get("amounts", ()):
        made.append(f"{'amounts' if sure else 'may amount'} to: {f'{name} {wanted}'.rstrip()}: {other}")
    return made


def _data(name: str, found: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {"family": found.family, "usage": found.usage}
    data |= {sort: True for sort in _SORTS if getattr(found, sort)}
    data |= {"harmless": {command: sorted(below) for command, below in found.harmless.items()}}
    data |= {"traits": {command: sorted(some) for command, some in found.traits.items()}}
    data |= {"uploads": found.uploads, "loads": list(found.loads), "names_only": list(found.names_only)}
    data |= {"dashed_commands": f"{name}-" in dashed}
    data |= {field: list(of_all(field).get(name, ())) for field in OF_ALL}
    data |= {field: found.facts(field) for field in (*FACTS, *BY_VARIABLE, BY_EFFECT)} | (synonyms(name) or {})
    return {key: value for key, value in data.items() if value}
