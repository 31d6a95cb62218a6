"""`wicket fleet init`: make a hub, and the root key of a fleet."""

from pathlib import Path
from urllib.parse import urlsplit

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.passphrases import new_passphrase
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say
from wicket.state_files import own_folder

__all__ = ["init", "listening"]

PORT = 4222

# From 4222, where members come, to 6222, where NATS servers usually listen for each other.
_TO_ROUTE = 2000


@click.command()
@click.option(
    "--hub",
    "hubs",
    multiple=True,
    default=(f"nats://127.0.0.1:{PORT}",),
    show_default=True,
    metavar="ADDRESS",
    help="Where machines and people reach it: tls://HOST:PORT. Say it three times for three servers.",
)
@click.option("--group", "groups", multiple=True, required=True, metavar="NAME", help="A group of machines.")
@click.option("--listen", metavar="HOST:PORT", default="", help="Where the server listens; else as in the address.")
@click.option(
    "--route",
    "routes",
    multiple=True,
    metavar="HOST:PORT",
    help="Of three servers: where each listens for the others, in the same order; else its host, and its port + 2000.",
)
@click.option(
    "--region-port",
    "region_ports",
    multiple=True,
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Where servers of regions join; 7422 is usual. If absent, none can.",
)
@click.option("--certificate", type=PathName(), help="The server's certificate, and those between it and the root.")
@click.option("--key", type=PathName(), help="The key of the certificate.")
@click.option("--ca", type=PathName(), help="The certificates to trust, if it is from an authority of your own.")
@click.option("--root", default="", metavar="KEY", help="The public root key, if it was made elsewhere.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@with_hub_folder
@fleet_verb
def init(
    hubs: tuple[str, ...],
    groups: tuple[str, ...],
    listen: str,
    routes: tuple[str, ...],
    region_ports: tuple[int, ...],
    certificate: Path | None,
    key: Path | None,
    ca: Path | None,
    root: str,
    as_json: bool,
    folder: Path | None,
) -> None:
    """Make a hub: its keys, its accounts and the configuration of its NATS server.

    The configuration syncs every write to the disk, and demands TLS unless the address is of this machine alone. Start
    it with `wicket fleet hub --server`, or run the server yourself with the file hub.conf.

    Unless --root names one, the root key of the fleet is made here, too, and encrypted with a passphrase that is asked
    for. It signs who may approve. Who runs the hub should not have it: move the folder fleet/root to another machine.

    With three addresses the hub has three servers, and each message is kept three times. Each has a folder, server-1
    to server-3, with its hub.conf: have it at the same path on the machine where the server is to run.

    \b
    Examples:
      wicket fleet init --group ci --group prod
      wicket fleet init --hub tls://hub.example:4222 --certificate cert.pem --key key.pem --group ci
    """
    from wicket.fleet.hub_files import HubPlan
    from wicket.fleet.key_files import new_key
    from wicket.fleet.root_files import RootFiles
    from wicket.fleet.signing_keys import Kind

    files = hub_files(folder)
    made = None if root else new_key(Kind.PERSON)
    if folder is None:
        own_folder(wicket_home(), "fleet")
    address = ",".join(hubs)
    host, port = listening(hubs[0], listen)
    if not routes and len(hubs) > 1:
        routes = tuple(map(_route, hubs))
    plan = HubPlan(
        address=address,
        listen_host=host,
        listen_port=port,
        groups=tuple(dict.fromkeys(groups)),
        root=root if made is None else made.public,
        certificate=_path(certificate),
        certificate_key=_path(key),
        ca=_path(ca),
        routes=routes,
        region_ports=region_ports * len(hubs) if len(region_ports) == 1 else region_ports,
    )
    files.check(plan)
    kept = RootFiles(wicket_home())
    if made is not None:
        kept.make(made, in_loop(new_passphrase("the fleet's root key")))
    files.make(plan)
    if as_json:
        emit_json({"hub": address, "groups": list(plan.groups), "root": plan.root, "folder": str(files.folder)})
        return
    say(f"made a hub for {', '.join(plan.groups)} in {files.folder}")
    if made is not None:
        say(f"made the root key {plan.root} in {kept.folder}; move that folder to a machine that is no hub")
    if len(hubs) == 1:
        say("start it with `wicket fleet hub --server`, then invite machines and people with `wicket fleet invite`")
        return
    for place in files.server_folders():
        say(f"a server is started with `nats-server -c {place / 'hub.conf'}`")
    say("then start the helper with `wicket fleet hub`, and invite machines and people with `wicket fleet invite`")


def _route(address: str) -> str:
    """Where the server with this address listens for the others."""
    try:
        parts = urlsplit(address)
        return f"{parts.hostname}:{(parts.port or PORT) + _TO_ROUTE}"
    except ValueError as error:
        raise click.UsageError(f"{address}: {error}") from error


def _path(path: Path | None) -> str:
    return "" if path is None else str(path.absolute())


def listening(address: str, listen: str) -> tuple[str, int]:
    """Host and port at which a server listens that is reached at this address."""
    try:
        parts, own = urlsplit(address), urlsplit(f"//{listen}")
        port = own.port or parts.port or PORT
    except ValueError as error:
        raise click.UsageError(f"{address} and {listen or 'no --listen'}: {error}") from error
    if own.hostname:
        return own.hostname, port
    return (parts.hostname or "127.0.0.1") if parts.scheme == "nats" else "0.0.0.0", port  # noqa: S104 - with TLS
