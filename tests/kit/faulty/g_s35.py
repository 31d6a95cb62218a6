"""Leaves a traceback when nobody listens."""

import os
import traceback

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def on_broken_pipe(self) -> None:
        traceback.print_exc()
        os._exit(1)


Faulty().run()
