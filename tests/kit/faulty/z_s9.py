"""Answers its commands twice."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def command(self, id: str, name: str, args: str) -> dict[str, Any]:
        answer = super().command(id, name, args)
        self.say(answer)
        return answer


Faulty().run()
