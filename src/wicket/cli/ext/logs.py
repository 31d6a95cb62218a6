"""`wicket ext logs`: what an extension wrote to its standard error."""

import codecs
import os
import select
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from wicket.cli.completion_values import extension_names
from wicket.cli.ext.extension_by_path_or_name import meant, with_scope
from wicket.cli.extension_folders import wicket_home, with_zot
from wicket.cli.output import CannotWrite, visible
from wicket.errors import WicketError
from wicket.host.extension_discovery import NoSuchExtension
from wicket.host.extension_manifest import is_name
from wicket.state_files import log_file

__all__ = ["logs"]

# Soon enough for someone who watches, seldom enough to cost nothing.
FOLLOW_POLL_S = 0.2

CHUNK_BYTES = 64 * 1024
STDOUT = 1


class NoLog(WicketError):
    """The extension has not written anything yet."""


@click.command()
@click.argument("name", shell_complete=extension_names)
@click.option("--follow", "-f", is_flag=True, help="Wait for more, until interrupted.")
@with_scope
@with_zot
def logs(name: str, follow: bool, only: str | None, zot: bool) -> None:
    """Print the log of the extension NAME. With -f, wait for more, even if the file is rotated or emptied.

    On a terminal, what would give it orders is shown as an escape; elsewhere the log comes as it is.

    \b
    Examples:
      wicket ext logs weather
      wicket ext logs weather -f
    """
    path = _log_of(name, only, zot=zot)
    chunks = followed(path) if follow else _content(path)
    try:
        for chunk in _shown(chunks) if os.isatty(STDOUT) else chunks:
            _write(chunk)
    except FileNotFoundError:
        raise NoLog(f"no log for {name!r} at {path}; it is made when the extension first runs") from None
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            raise NoLog(f"cannot read {path}: {error.strerror}") from error
    except KeyboardInterrupt:
        pass


def followed(path: Path) -> Iterator[bytes]:
    """Give what is in a log and is added to it, through rotation and truncation, until nobody reads on."""
    waiting = select.poll()
    waiting.register(STDOUT, 0)  # tells when the other end of a pipe is closed
    file = -1
    try:
        while True:
            if file < 0:
                file = _open(path)
            if file >= 0:
                if os.fstat(file).st_size < os.lseek(file, 0, os.SEEK_CUR):
                    os.lseek(file, 0, os.SEEK_SET)
                while chunk := os.read(file, CHUNK_BYTES):
                    yield chunk
                if _is_another(path, file):
                    os.close(file)
                    file = -1
                    continue
            if waiting.poll(FOLLOW_POLL_S * 1000):
                return
    finally:
        if file >= 0:
            os.close(file)


def _log_of(name: str, only: str | None, *, zot: bool) -> Path:
    home = wicket_home()
    try:
        return log_file(home, meant(name, only, zot=zot).name)
    except NoSuchExtension:
        # The log of an extension that has been removed may still be of interest.
        path = log_file(home, name)
        if is_name(name) and os.path.isfile(path):
            return path
        raise


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return -1


def _is_another(path: Path, file: int) -> bool:
    """Say whether the path now means another file than the open one; a missing one may yet come back."""
    try:
        return not os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _content(path: Path) -> Iterator[bytes]:
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def _shown(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Make what is in a log fit for a terminal; its lines and tabs stay."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    for chunk in chunks:
        for line in decoder.decode(chunk).splitlines(keepends=True):
            text = line.removesuffix("\n")
            end = line[len(text) :]
            yield ("\t".join(map(visible, text.split("\t"))) + end).encode(errors="backslashreplace")


def _write(data: bytes) -> None:
    # Straight to the descriptor: nothing is left in a buffer for the interpreter's end to stumble over.
    try:
        while data:
            data = data[os.write(STDOUT, data) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite(error) from error
