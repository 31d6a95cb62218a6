"""`wicket fleet roster rotate-root`: a new root key, which the old one signs."""

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.passphrases import new_passphrase, passphrase
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.key_press_and_password_questions import Asker
from wicket.cli.output import emit_json, say
from wicket.cli.raw_terminal import RawTerminal

__all__ = ["rotate_root"]


@click.command("rotate-root")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@fleet_verb
def rotate_root(as_json: bool) -> None:
    """Make a new root key. The old one signs it, and machines follow when the next roster is published.

    Nothing else replaces a root that machines have pinned. The old key is kept beside the new one; invitations name the
    root that the hub was made with, and whoever joins follows the chain as well.

    \b
    Examples:
      wicket fleet roster rotate-root
    """
    from wicket.fleet.key_files import new_key
    from wicket.fleet.root_files import RootFiles
    from wicket.fleet.signing_keys import Kind

    files = RootFiles(wicket_home())
    files.draft()
    old, new = files.open(in_loop(_passphrase())), new_key(Kind.PERSON)
    files.rotate(old, new, in_loop(new_passphrase("the new root key")))
    if as_json:
        emit_json({"old": old.public, "root": new.public})
    else:
        say(f"the root is {new.public} from the next roster on; run `wicket fleet roster sign`")


async def _passphrase() -> str:
    with RawTerminal() as keypad:
        return await passphrase(Asker(keypad), "passphrase of the root key that there is: ")
