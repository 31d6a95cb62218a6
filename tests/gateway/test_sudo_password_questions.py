"""Sudo's question reaches whoever waits for it, and its answer comes back once."""

import asyncio

from wicket.gateway.sudo_password_questions import RemotePassword, no_password


async def test_without_a_terminal_there_is_no_password() -> None:
    assert await no_password.ask("password: ") is None


async def test_a_question_is_answered_by_who_took_it() -> None:
    door = RemotePassword()
    async with asyncio.TaskGroup() as group:
        asked = group.create_task(door.ask("password: "))
        assert await door.next_question() == "password: "
        door.answer(b"x7")
    assert asked.result() == bytearray(b"x7")
    door.over()
    assert await door.next_question() is None


async def test_who_gives_up_is_not_asked_again() -> None:
    door = RemotePassword()
    door.answer(None)
    assert await door.ask("password: ") is None
