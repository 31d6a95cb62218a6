"""Lets `python -m wicket` do what `wicket` does."""

from wicket.cli import main

if __name__ == "__main__":
    main()
