"""The verbs of the fleet can be listed and explained where the fleet is not installed."""

import subprocess
import sys

from wicket.cli.fleet import fleet


def test_help_of_every_verb_needs_nothing_that_is_not_installed() -> None:
    program = (
        "import sys; sys.modules['nats'] = sys.modules['nacl'] = None\n"
        "from click.testing import CliRunner; from wicket.cli import wicket\n"
        f"codes = [CliRunner().invoke(wicket, ['fleet', verb, '--help']).exit_code for verb in {list(fleet.verbs)!r}]\n"
        "print(set(codes))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "{0}\n"
