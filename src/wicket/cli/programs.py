"""`wicket programs`: what is known of programs, from which file, and what is wrong with a file that teaches some."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from wicket.cli.output import complain, emit_json, visible
from wicket.cli.policy_options import find_policy, with_config
from wicket.displayed_text import one_line
from wicket.errors import WicketError
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy_files.catalogue_compiler import check
from wicket.policy_files.catalogue_examples import wrong_examples_of
from wicket.shell.catalogue.compiled_catalogue import Entry, dashed, entry, names, of_all, synonyms
from wicket.shell.catalogue.entry_fields import BY_EFFECT, BY_VARIABLE, FACTS, OF_ALL, TRAITS
from wicket.shell.programs.program_lookup import plain
from wicket.shell.programs.taught_programs import Taught

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
@with_config
@click.option("--json", "as_json", is_flag=True, help="Print all that is known, for a program.")
def programs(words: tuple[str, ...], config: str | None, as_json: bool) -> None:
    """Show what is known of the program NAME, and from which file; or list the programs that are known.

    Programs that the policy teaches are among them. With `check`, files that teach programs are checked, and what is
    wrong is printed with its line and column; their examples are run. Exits 1 if nothing is known of NAME, or something
    is wrong with a file.

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
        _show(words[0], _taught(config), as_json)
    else:
        _list(_taught(config), as_json)


def _taught(config: str | None) -> Mapping[str, tuple[Taught, ...]]:
    """Give what the policy teaches; of one that does not load, what is wrong is said."""
    try:
        return find_policy(config, quiet=True).programs
    except PolicyError as error:
        for problem in error.problems:
            complain(str(problem))
        return Policy.remaining(error).programs if error.remaining is not None else {}


def _check(files: tuple[str, ...]) -> None:
    wrong = False
    for file in files:
        if file.endswith((".yml", ".yaml", ".json")):
            raise Unreadable(f"{one_line(file)} is a policy; `wicket test --config {one_line(file)}` checks that")
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
            raise Unreadable(f"{one_line(file)} cannot be read: {reason}") from error
        for problem in check(text, file) or wrong_examples_of(text, file):
            wrong = True
            click.echo(visible(str(problem)))
    raise SystemExit(1 if wrong else 0)


def _list(taught: Mapping[str, tuple[Taught, ...]], as_json: bool) -> None:
    families: dict[str, list[str]] = {}
    for name in names():
        found = entry(name)
        if found is not None:
            families.setdefault(found.family, []).append(name)
    listed = dict(sorted(families.items()))
    for name, some in taught.items():
        for one in some:
            listed.setdefault(one.file, []).append(name)
    if as_json:
        emit_json(listed)
        return
    for family, members in listed.items():
        click.echo(f"{click.style(visible(family), bold=True)}: {' '.join(members)}")


def _show(name: str, taught: Mapping[str, tuple[Taught, ...]], as_json: bool) -> None:
    known = plain(name)
    found = entry(known)
    if found is None and known not in taught:
        raise Unknown(
            f"nothing is known of {one_line(name)}; what it does with its words is asked about, "
            "and `programs` in your own wicket.yml teaches it"
        )
    if as_json:
        emit_json({"name": known, **(_data(known, found) if found is not None else _taught_data(taught[known]))})
        return
    if found is not None:
        click.echo(f"{click.style(known, bold=True)} (wicket's catalogue, {found.family}.toml)")
        for line in _lines(known, found):
            click.echo(f"  {line}")
    for one in taught.get(known, ()):
        click.echo(f"{click.style(one.name, bold=True)} ({visible(one.file)}:{one.line})")
        for line in _taught_lines(one):
            click.echo(f"  {visible(line)}")


def _taught_lines(one: Taught) -> list[str]:
    made = [f"usage    {command} {line}".rstrip() for command, line in one.lines.items()]
    made += [f"harmless {command} {' | '.join(sorted(below))}" for command, below in one.harmless.items()]
    made += [f"uploads  {command}: {how}" for command, how in one.uploads.items()]
    made += [f"loads    {' '.join(one.loads)}"] if one.loads else []
    made += [f"{command}: {TRAITS[trait]}" for command, some in one.traits.items() for trait in sorted(some)]
    complete = "complete: what is not listed is asked about, and the rest is all that it does"
    return [*made, complete if one.complete else "not complete: its words may be commands and files as well"]


def _taught_data(some: tuple[Taught, ...]) -> dict[str, Any]:
    return {
        "taught": [
            {
                "file": one.file,
                "line": one.line,
                "complete": one.complete,
                "usage": one.lines,
                "harmless": {command: sorted(below) for command, below in one.harmless.items()},
                "uploads": one.uploads,
                "loads": list(one.loads),
                "traits": {command: sorted(below) for command, below in one.traits.items()},
            }
            for one in some
        ]
    }


def _lines(name: str, found: Entry) -> list[str]:
    made = [said for sort, said in _SORTS.items() if getattr(found, sort)]
    made += [f"usage    {command} {line}".rstrip() for command, line in found.usage.items()]
    made += [f"harmless {command} {' | '.join(sorted(below))}" for command, below in found.harmless.items()]
    made += [f"uploads  {command}: {how}" for command, how in found.uploads.items()]
    made += [f"loads    {' '.join(found.loads)}"] if found.loads else []
    made += [f"scripts  {' '.join(found.scripts)}"] if found.scripts else []
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
    data |= {"scripts": list(found.scripts), "dashed_commands": f"{name}-" in dashed}
    data |= {field: list(of_all(field).get(name, ())) for field in OF_ALL}
    data |= {field: found.facts(field) for field in (*FACTS, *BY_VARIABLE, BY_EFFECT)} | (synonyms(name) or {})
    return {key: value for key, value in data.items() if value}
