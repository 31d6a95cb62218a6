"""`wicket fleet region`: the folder of a server that members elsewhere reach instead of the hub's."""

from pathlib import Path

import click

from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.init import listening
from wicket.cli.fleet.running import fleet_verb
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say

__all__ = ["region"]


@click.command()
@click.argument("name")
@click.option(
    "--address", required=True, metavar="ADDRESS", help="Where the region's members reach it: tls://HOST:PORT."
)
@click.option("--group", "groups", multiple=True, required=True, metavar="NAME", help="A group that it serves.")
@click.option("--person", "people", multiple=True, metavar="NAME", help="A person whom it serves.")
@click.option("--listen", metavar="HOST:PORT", default="", help="Where its server listens; else as in the address.")
@click.option("--certificate", type=PathName(), help="The server's certificate, and those between it and the root.")
@click.option("--key", type=PathName(), help="The key of the certificate.")
@click.option(
    "--ca", type=PathName(), help="The certificates that it trusts, if they are from an authority of your own."
)
@click.option("--to", "to", type=PathName(), help="The folder to write, if not `wicket-region-NAME` here.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@with_hub_folder
@fleet_verb
def region(
    name: str,
    address: str,
    groups: tuple[str, ...],
    people: tuple[str, ...],
    listen: str,
    certificate: Path | None,
    key: Path | None,
    ca: Path | None,
    to: Path | None,
    as_json: bool,
    folder: Path | None,
) -> None:
    """Write the folder of a server for the region NAME. Run it at the hub, which was made with --region-port.

    Machines and people of a region connect to that server, and only it connects to the hub. It keeps no messages: when
    it cannot reach the hub, its members are without one. Carry the folder to the server's machine, to the same path,
    and run `wicket fleet hub --server --folder FOLDER` there. Whoever has the folder can do what the members of these
    groups can: hand it over as you would a password. `wicket fleet revoke NAME --region` cuts it off.

    \b
    Examples:
      wicket fleet region eu --address tls://eu.example:4222 --group prod-eu --certificate cert.pem --key key.pem
      wicket fleet region lab --address nats://127.0.0.1:4333 --group ci --person alice
    """
    from wicket.fleet.region_files import RegionPlan, make_region

    where = (to or Path(f"wicket-region-{name}")).absolute()
    host, port = listening(address, listen)
    plan = RegionPlan(
        name=name,
        address=address,
        listen_host=host,
        listen_port=port,
        groups=tuple(dict.fromkeys(groups)),
        people=tuple(dict.fromkeys(people)),
        certificate=_path(certificate),
        certificate_key=_path(key),
        ca=_path(ca),
    )
    make_region(hub_files(folder), plan, where)
    if as_json:
        emit_json(
            {"name": name, "address": address, "groups": [*plan.groups], "people": [*plan.people], "folder": str(where)}
        )
        return
    say(f"wrote the region {name} for {', '.join(plan.groups)} to {where}")
    say("carry it to its machine, to the same path, as you would a password; start it there with")
    say(f"  wicket fleet hub --server --folder {where}")
    say(f"and invite its members with `wicket fleet invite --region {name}`")


def _path(path: Path | None) -> str:
    return "" if path is None else str(path.absolute())
