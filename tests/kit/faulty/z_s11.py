"""Has its say twice."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        self.say({"type": "event_intercept_response", "id": frame["id"]})
        return {}


Faulty().run()
