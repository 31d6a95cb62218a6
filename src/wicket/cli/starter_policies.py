"""The policies that `wicket init` writes: three levels, from a seatbelt to a locked door."""

from typing import Final

__all__ = ["DEFAULT", "LEVELS", "Level"]


class Level:
    """One level: what it is called, what it means in a line, and the policy as it is written."""

    __slots__ = ("about", "name", "policy")

    def __init__(self, name: str, about: str, policy: str) -> None:
        self.name = name
        self.about = about
        self.policy = policy


_HARM = """\
  # harm
  - 'wicket:destructive'   # what destroys work, data or machines is denied
  - 'wicket:secrets'       # keys, .env files, credentials and browser profiles are not read
  - 'wicket:leaks'         # what sends files or shows secrets is asked about
  - 'wicket:persistence'   # so is what runs again later: shell profiles, cron, hooks of git
  - 'wicket:publishing'    # and what others see or pay for: releases, deployments, clouds
  - 'wicket:system'        # and what changes the machine: accounts, services, strangers' software
"""

_WORK = """\
  # work
  - 'wicket:read-only'     # what only looks is allowed
  - 'wicket:project'       # so are builds, scripts of the project and your own processes
  - 'wicket:git'           # commits, branches, pushing a branch without force
  - 'wicket:node'
  - 'wicket:python'
  - 'wicket:rust'
  - 'wicket:go'
  - 'wicket:jvm'
  - 'wicket:dotnet'
  - 'wicket:docker'        # containers that keep to the project
  - 'wicket:kubernetes'    # looking at clusters
  - 'wicket:cloud'         # looking at clouds, planning
  - 'wicket:database'      # statements that only read
  - 'wicket:github'        # looking at GitHub
  - 'wicket:requests'      # fetching; anything to this machine
"""

_FILES = """
files:
  allow_write: ['.', /tmp, /var/tmp]   # the work tree that the agent works in, and temporary folders
"""

_RULES = """
# rules:
#   - allow: 'our-tool *'
#   - deny: 'git push * main'
#     message: main is protected; push a branch
"""


def _policy(head: str, action: str, *, work: bool) -> str:
    extended = _WORK + _HARM if work else _HARM
    files = _FILES if work else ""
    return f"{head}\nextends:\n{extended}{files}\ndefaults:\n  action: {action}\n{_RULES}"


SEATBELT: Final = Level(
    "seatbelt",
    "harm is denied or asked about; all else is left to your agent",
    _policy(
        "# What agents may do, in all of your projects: harm is denied or asked about, and all else is left to the\n"
        "# agent's own permissions (`pass`). A project can add its own wicket.yml. A denial wins over every allow.\n",
        "pass",
        work=False,
    ),
)
WORK: Final = Level(
    "work",
    "reading and ordinary development are allowed; harm as above; the rest is left to your agent",
    _policy(
        "# What agents may do, in all of your projects: reading and ordinary development are allowed, harm is denied\n"
        "# or asked about, and the rest is left to the agent's own permissions (`pass`). A project can add its own\n"
        "# wicket.yml. A denial wins over every allow.\n",
        "pass",
        work=True,
    ),
)
LOCKED: Final = Level(
    "locked",
    "reading and ordinary development are allowed; everything else is asked about",
    _policy(
        "# What agents may do, in all of your projects: reading and ordinary development are allowed, harm is denied,\n"
        "# and everything else is asked about. A project can add its own wicket.yml. A denial wins over every allow.\n",
        "ask",
        work=True,
    ),
)

LEVELS: Final = {level.name: level for level in (SEATBELT, WORK, LOCKED)}
DEFAULT: Final = WORK.name
