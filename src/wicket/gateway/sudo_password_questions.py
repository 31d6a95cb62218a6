"""Where sudo's question for a password goes: to nobody, or to an approver who is connected."""

import asyncio
from collections.abc import Callable

__all__ = ["PasswordDoor", "RemotePassword", "no_password"]


class PasswordDoor:
    """Where sudo's question goes. This one is of those who have no terminal: there is no password to be had."""

    async def ask(self, question: str) -> bytearray | None:
        """Have a person answer sudo's own question. None: nobody wants to. What is returned will be overwritten."""
        return None

    def over(self) -> None:
        """There will be no (more) question."""


no_password = PasswordDoor()


class RemotePassword(PasswordDoor):
    """Hands sudo's questions to whoever waits for the next one."""

    def __init__(self) -> None:
        self._questions: asyncio.Queue[str | None] = asyncio.Queue()
        self._answer: asyncio.Future[bytes | None] | None = None
        self._given_up = False
        self.on_over: Callable[[], object] | None = None  # whom to tell that sudo asks no more

    async def ask(self, question: str) -> bytearray | None:
        if self._given_up:
            return None
        self._answer = asyncio.get_running_loop().create_future()
        self._questions.put_nowait(question)
        secret = await self._answer
        return None if secret is None else bytearray(secret)

    def over(self) -> None:
        if self.on_over is not None:
            self.on_over()
        self._questions.put_nowait(None)

    async def next_question(self) -> str | None:
        return await self._questions.get()

    def answer(self, secret: bytes | None) -> None:
        """Answer the question; without a secret, this and all that follow."""
        self._given_up = self._given_up or secret is None
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(secret)
