"""Real bash as an oracle: whether it accepts a text, and how it writes the text itself."""

import subprocess
import tempfile
from pathlib import Path

from bounds import BOUND_S
from oracle.sandbox import confined

_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}


def accepts(text: str, *options: str) -> bool:
    """Ask `bash -n`. Complaints that it makes without failing count as refusals, but for unended here-documents."""
    done = subprocess.run(
        ["/bin/bash", "--norc", *options, "-n"],
        input=text.encode("utf-8", "surrogateescape"),
        capture_output=True,
        timeout=BOUND_S,
        env=_ENVIRONMENT,
    )
    complaints = [line for line in done.stderr.splitlines() if b"warning: here-document" not in line]
    return done.returncode == 0 and not complaints


def rewritten(text: str) -> str | None:
    """Let bash define a function with this body and print it; None if it cannot."""
    program = "wicket_oracle() {\n" + text + "\n}\ndeclare -f wicket_oracle\n"
    # A body that closes its brace early is no body any more, and what follows it would run.
    with tempfile.TemporaryDirectory(prefix="wicket-oracle-") as folder:
        done = subprocess.run(
            confined(["/bin/bash", "--norc", "--noprofile"], writable=Path(folder)),
            input=program.encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=BOUND_S,
            env=_ENVIRONMENT,
        )
    printed = done.stdout.decode("utf-8", "surrogateescape")
    if done.returncode != 0 or not printed.startswith("wicket_oracle () "):
        return None
    return printed.removeprefix("wicket_oracle () \n{ \n").rstrip().removesuffix("}")
