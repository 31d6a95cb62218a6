"""Serves a gateway that allows everything unprivileged, for tests that need a process of its own."""

import asyncio
import signal
import sys
from pathlib import Path

from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_writer import Recorder
from wicket.gateway.request import Judgement, Petition
from wicket.gateway.server import Server
from wicket.gateway.service import Gateway
from wicket.host.child_guardian import Guardian


async def judge(petition: Petition) -> Judgement:
    return Judgement("ask" if petition.reason == "ask" else "allow")


async def main(folder: Path) -> None:
    ledger = Ledger(folder / "state" / "ledger")
    recorder = Recorder(ledger)
    guardian = Guardian()
    gateway = Gateway.open(ledger, recorder, judge=judge, guardian=guardian)
    server = Server(gateway, folder / "wicket.sock", version="1.2.0")
    async with asyncio.TaskGroup() as group:
        group.create_task(server.run([signal.SIGTERM]))
        await server.ready.wait()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
    await recorder.close()
    await guardian.close()
    ledger.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
