"""`wicket programs`: what is known of programs, from which file, and what is wrong with a file that teaches some."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

import click

from wicket.cli.output import complain, emit_json, say, visible
from wicket.cli.policy_options import policy_here, with_config
from wicket.cli.program_description import catalogue_data, catalogue_lines, taught_data, taught_lines
from wicket.displayed_text import one_line
from wicket.errors import WicketError
from wicket.loaded_policy import Policy
from wicket.policy.config.sandbox_and_program_entries import refused_name
from wicket.policy.errors import PolicyError
from wicket.policy_files.catalogue_compiler import check
from wicket.policy_files.program_entry_examples_and_check import check_policy, wrong_examples_of
from wicket.shell.catalogue.compiled_catalogue import Entry, aliases, dashed, entry, names
from wicket.shell.catalogue.interpreter_names import language
from wicket.shell.programs.program_lookup import plain
from wicket.shell.programs.subcommands import harmless_below
from wicket.shell.programs.taught_programs import Taught

__all__ = ["programs"]


class Unknown(WicketError):
    """Nothing is known of a program."""


class Unreadable(WicketError):
    """A file cannot be read."""

    exit_code = 2


@click.command()
@click.argument("words", metavar="[NAME [SUBCOMMAND]... | check FILE...]", nargs=-1)
@with_config
@click.option("--json", "as_json", is_flag=True, help="Print all that is known, for a program.")
def programs(words: tuple[str, ...], config: str | None, as_json: bool) -> None:
    """Show what is known of the program NAME, or of one of its commands, and from which file; or list all programs.

    Programs that the policy teaches are among them. With `check`, files that teach programs are checked: TOML, or
    `programs` of a policy. What is wrong is printed with its line and column, and their examples are run. Exits 1 if
    nothing is known of NAME, or something is wrong with a file.

    \b
    Examples:
      wicket programs
      wicket programs tar
      wicket programs kubectl exec
      wicket programs check ours.toml
    """
    if words == ("check",):
        raise click.UsageError("check needs the name of a FILE: `wicket programs check ours.toml`")
    if words[:1] == ("check",):
        _check(words[1:])
    elif words:
        _show(words[0], " ".join(words[1:]), _taught(config, words[0]), as_json)
    else:
        _list(_taught(config), as_json)


def _taught(config: str | None, name: str = "") -> Mapping[str, tuple[Taught, ...]]:
    """Give what the policy teaches; of one that does not load, what is wrong is said.

    What else there is to be said of a policy that nobody named matters if it is about this program.
    """
    try:
        policy = policy_here(config)
    except PolicyError as error:
        for problem in error.problems:
            complain(str(problem))
        return Policy.remaining(error).programs if error.remaining is not None else {}
    for warning in policy.warnings:
        if not name or config is not None or {name, plain(name)} & {*warning.message.replace(",", " ").split()}:
            complain(str(warning))
    return policy.programs


def _check(files: tuple[str, ...]) -> None:
    wrong = False
    for file in files:
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
            raise Unreadable(f"{one_line(file)} cannot be read: {reason}") from error
        policy = file.endswith((".yml", ".yaml", ".json"))
        for problem in check_policy(text, file) if policy else check(text, file) or wrong_examples_of(text, file):
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


def _show(name: str, below: str, taught: Mapping[str, tuple[Taught, ...]], as_json: bool) -> None:
    known, below = _meant(name, below)
    found = entry(known)
    some = taught.get(known, ())
    if found is None and not some:
        _say_unknown(name, taught)
        raise SystemExit(1)
    if as_json:
        emit_json({"name": known, **(catalogue_data(known, found) if found is not None else taught_data(some))})
        return
    command = f"{known} {below}" if below else ""
    if command and not (found is not None and _has(found, command)) and not any(_teaches(one, command) for one in some):
        raise Unknown(f"nothing is known of {one_line(command)}; `wicket programs {known}` shows what is known of it")
    shown = click.style(command or known, bold=True)
    if found is not None:
        click.echo(f"{shown} (wicket's catalogue, {found.family}.toml)")
        for line in [*_without_line(found, command), *catalogue_lines(known, found, command)]:
            click.echo(f"  {line}")
    for one in some:
        click.echo(f"{click.style(command or one.name, bold=True)} ({visible(one.file)}:{one.line})")
        for line in taught_lines(one, command):
            click.echo(f"  {visible(line)}")


def _meant(name: str, below: str) -> tuple[str, str]:
    """Give the program that a command of this name is judged as, and the words that it amounts to behind that."""
    known = plain(name)
    if entry(known) is None and known.startswith(dashed):
        first, _, second = known.partition("-")
        return first, f"{second} {below}".strip()
    return (language(known) or known) if entry(known) is None else known, below


def _has(found: Entry, command: str) -> bool:
    first, _, last = command.rpartition(" ")
    return any(f"{key} ".startswith(f"{command} ") for key in found.usage) or last in harmless_below(first)


def _without_line(found: Entry, command: str) -> Iterator[str]:
    """Say of a command that has no usage line what holds for it."""
    first, _, last = command.rpartition(" ")
    if command and last in harmless_below(first):
        yield "runs none of its words"
    if command and command not in found.usage:
        like = next((key for key in (f"{first} *", first) if key in found.usage), "")
        yield f"has no usage line of its own: its options are those of {like}" if like else "has no usage line"


def _teaches(one: Taught, command: str) -> bool:
    first, _, last = command.rpartition(" ")
    return any(f"{key} ".startswith(f"{command} ") for key in one.lines) or last in one.harmless.get(first, ())


def _say_unknown(name: str, taught: Mapping[str, tuple[Taught, ...]]) -> None:
    """Say that a program is unknown, which one may be meant, and how an entry about it begins."""
    shown = one_line(name)
    near = get_close_matches(name[:60].lower(), [*names(), *aliases, *taught], n=1, cutoff=0.75)
    guess = f"; did you mean `{near[0]}`?" if near else ""
    complain(f"nothing is known of {shown}, so its words may be commands and files{guess}")
    if not refused_name(name):
        say("`programs` in wicket.yml says what they are; see docs/programs.md:")
        for line in ("programs:", f"  {shown}:", "    usage: '-v|--verbose -o|--output=WRITE READ...'"):
            click.echo(line, err=True)
