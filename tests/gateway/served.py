"""Serves a gateway that allows everything unprivileged, for tests that need a process of its own."""

import asyncio
import signal
import sys
from pathlib import Path

from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.requester_socket_and_answers import Server
from wicket.host.guardian_client import Guardian


async def judge(admitted: AdmittedRequest) -> Judgement:
    return Judgement("ask" if admitted.reason == "ask" else "allow")


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
