"""Begins: `wicket` and `python -m wicket`. A hook goes a way of its own, on which every failure is an answer."""

import sys

__all__ = ["main"]

BLOCKED = 2


def main() -> None:
    """Do what the command line says."""
    if sys.argv[1:2] == ["hook"] and not {"-h", "--help"}.intersection(sys.argv):
        try:
            from wicket.doors.hook import main as hook
        except BaseException as error:  # noqa: BLE001 - agents let pass what a traceback is said about
            sys.stderr.write(f"wicket: the command is blocked, for the hook cannot start: {error}\n")
            raise SystemExit(BLOCKED) from None
        hook(sys.argv[2:])
    from wicket.cli import main as cli

    cli()


if __name__ == "__main__":
    main()
