"""Finds out whether sudo would ask for a password: the console never takes one, so it has to say so beforehand."""

import asyncio
import subprocess
import time

__all__ = ["SudoQuestion"]

ANSWER_S = 5.0

# sudo's rules seldom change while somebody decides.
REMEMBERED_S = 30.0


class SudoQuestion:
    """Asks sudo, at most every so often."""

    def __init__(self, sudo: str = "sudo") -> None:
        self._sudo = sudo
        self._known = (-REMEMBERED_S, False)
        self._asking = asyncio.Lock()

    async def is_asked(self) -> bool:
        """Whether sudo wants a password from the gateway's user. What it remembers neither counts nor changes."""
        async with self._asking:
            asked_at, answer = self._known
            if time.monotonic() - asked_at >= REMEMBERED_S:
                answer = await asyncio.to_thread(self._ask)
                self._known = (time.monotonic(), answer)
            return answer

    def _ask(self) -> bool:
        try:
            done = subprocess.run(  # noqa: S603 - fixed words
                [self._sudo, "-k", "-n", "-v"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                timeout=ANSWER_S,
                check=False,
            )
        except FileNotFoundError:
            return False  # then there is no sudo, and no question either
        except (OSError, subprocess.TimeoutExpired):
            return True
        return done.returncode != 0
