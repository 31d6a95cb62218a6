"""Writes what is no UTF-8."""

import json
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def encoded(self, frame: dict[str, Any]) -> bytes:
        return json.dumps(frame, ensure_ascii=False).encode(errors="surrogatepass")


Faulty().run()
