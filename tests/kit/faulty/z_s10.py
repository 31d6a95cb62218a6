"""Answers its tools twice."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def call(self, id: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
        answer = super().call(id, name, args)
        self.say(answer)
        return answer


Faulty().run()
