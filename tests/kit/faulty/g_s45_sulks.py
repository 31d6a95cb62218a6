"""Says nothing more once it is initialized again."""

import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    sulking = False

    def initialized_again(self) -> None:
        self.sulking = True
        super().initialized_again()

    def check_step(self, params: Any) -> None:
        if self.sulking:
            sys.exit(0)
        super().check_step(params)


Faulty().run()
