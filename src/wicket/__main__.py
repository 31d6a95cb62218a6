"""Begins: `wicket` and `python -m wicket`. A hook goes a way of its own, on which every failure is an answer.

Whatever else is missing, that is said in a sentence: the hook sends people to `wicket doctor`.
"""

import os
import sys

__all__ = ["main"]

BLOCKED = 2
BROKEN = 2
INTERRUPTED = 130


def main() -> None:
    """Do what the command line says."""
    if sys.argv[1:2] == ["hook"] and not {"-h", "--help"}.intersection(sys.argv):
        try:
            from wicket.doors.hook import run as hook
        except BaseException as error:  # noqa: BLE001 - agents let pass what a traceback is said about
            sys.stderr.write(f"wicket: the command is blocked, for the hook cannot start: {error}\n")
            raise SystemExit(BLOCKED) from None
        hook(sys.argv[2:])
    try:
        if sys.argv[1:2] == ["exec"]:
            from wicket.cli.exec_start import exec_start

            exec_start(os.path.dirname(os.path.abspath(__file__)), sys.argv[2:])
        from wicket.cli.verb_start_and_exit import main as cli

        cli()
    except (ImportError, SyntaxError) as error:
        # Verbs are imported when they are asked for: here as well.
        sys.stderr.write(f"wicket: this installation of wicket is broken: {error}; install it again\n")
        raise SystemExit(BROKEN) from None
    except KeyboardInterrupt:  # while it was still being loaded
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
