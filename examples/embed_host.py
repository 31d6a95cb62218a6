"""Embeds extensions in a program: starts three that lie beside this file, and puts to use what they can do."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from wicket.host import Host, LoggingHooks, Note

EXTENSIONS = [Path(__file__).parent / "extensions" / name for name in ("weather", "guard", "actions")]


class Terminal(LoggingHooks):
    def notify(self, note: Note) -> None:
        print(note)


async def main(home: str) -> None:
    async with Host.discover(cwd=".", home=home, explicit=EXTENSIONS, hooks=Terminal()) as host:
        for extension in host.extensions:
            print(extension.state, extension.name, extension.version, "-", extension.description)
        print((await host.call_tool("weather", {"city": "Berlin"})).text)
        print((await host.run_command("work")).action)
        await host.emit("turn_start", step=1)
        verdict = await host.intercept_tool_call("bash", {"command": "rm -rf /"})
        print(verdict.reason)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        asyncio.run(main(folder))
