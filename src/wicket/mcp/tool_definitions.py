"""What an agent is offered: the four tools of the gate, each with what goes in and what comes out."""

from dataclasses import dataclass
from typing import Any, Final

from wicket.gateway_client import TIMEOUT_S

__all__ = ["EXECUTE", "INSTRUCTIONS", "NAMES", "OFFERS", "Offer"]

INSTRUCTIONS: Final = (
    "wicket guards this machine. Use `execute` for commands that need a person's consent or root; they run only if the "
    "policy or a person agrees, which may take minutes. `check` tells beforehand what the policy says of a shell line. "
    "A denial is final: do not retry it and do not look for another way to the same effect; tell the user."
)


@dataclass(frozen=True, slots=True)
class Offer:
    """One tool. `changes` says whether it does anything but look."""

    name: str
    title: str
    description: str
    takes: dict[str, Any]
    gives: dict[str, Any]
    changes: bool = False


def _object(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


_WORDS = {"type": "array", "items": {"type": "string"}, "minItems": 1}
_FOLDER = {"type": "string", "pattern": "^/", "description": "An absolute folder."}

EXECUTE: Final = Offer(
    name="execute",
    title="Run a command through the gate",
    description=(
        "Run a command, or a pipeline of commands, through wicket: where the policy does not decide, a person is asked "
        'and this call waits. No shell is involved: give words, like ["ls", "-l"], not a line. Where a line needs a '
        'shell (globs, variables, redirects), give ["bash", "-c", "LINE"]; it is read and judged like any other. '
        "If it is denied, do not retry and do not try the same by other means; tell the user."
    ),
    takes=_object(
        {
            "argv": _WORDS | {"description": 'One command as its words, like ["ls", "-l", "/root"].'},
            "pipeline": {
                "type": "array",
                "items": _WORDS,
                "minItems": 1,
                "description": "Several commands, each as its words, the output of one the input of the next. "
                "Either this or argv, not both.",
            },
            "privileged": {
                "type": "boolean",
                "default": False,
                "description": "Run as root. Always asks a person, unless the operator has decided otherwise.",
            },
            "env": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Variables to set. Allowed: LANG, TZ, HOME, DEBIAN_FRONTEND, TERM and LC_….",
            },
            "cwd": _FOLDER
            | {"description": "The absolute folder to run in; / if absent. Refused by daemons that ignore it."},
            "reason": _text("Why, in one sentence; shown to the person who decides. Always give one."),
            "timeout": {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": TIMEOUT_S,
                "description": f"Seconds to wait for the person and the command together; {TIMEOUT_S:g} if absent. "
                "What still waits then is withdrawn, where the daemon can do that; what runs, runs to its end.",
            },
        }
    ),
    gives=_object(
        {
            "status": {"type": "string", "enum": ["ok", "denied", "timeout", "error"]},
            "message": _text("What the person, the policy or the gateway had to say."),
            "retry": {"type": "boolean", "description": "Whether asking again can make sense."},
            "exit_code": {"type": ["integer", "null"], "description": "Of the last stage; null if nothing ran."},
            "stdout": _text("What the last stage wrote; what does not print is spelled out, like \\x1b."),
            "truncated": {"type": "boolean", "description": "Whether parts of any output are missing here."},
            "escaped": {"type": "boolean", "description": "Whether anything in the output had to be spelled out."},
            "stages": {
                "type": "array",
                "items": _object(
                    {
                        "exit_code": {"type": "integer"},
                        "signal": {"type": "integer", "description": "What ended it, if a signal did; else 0."},
                        "stderr": {"type": "string"},
                    },
                    ("exit_code", "signal", "stderr"),
                ),
            },
        },
        ("status", "message", "retry", "exit_code", "stdout", "truncated", "escaped", "stages"),
    ),
    changes=True,
)

_CHECK = Offer(
    name="check",
    title="What the policy says",
    description=(
        "Tell what the policy says of a line of shell: allow, ask, deny or pass, and why. Nothing is run and nobody is "
        "asked. Use it before running something that may be refused."
    ),
    takes=_object(
        {
            "command": _text("The line of shell, as it would be run."),
            "cwd": _FOLDER | {"description": "The absolute folder that it would run in; this server's if absent."},
        },
        ("command",),
    ),
    gives=_object(
        {
            "decision": {"type": "string", "enum": ["allow", "ask", "deny", "pass"]},
            "reason": {"type": "string"},
            "fix_suggestion": _text("What to do instead, if the policy knows."),
            "rules": {"type": "array", "items": {"type": "string"}, "description": "The rules that spoke."},
        },
        ("decision", "reason", "fix_suggestion", "rules"),
    ),
)

_STATUS = Offer(
    name="status",
    title="How the gate stands",
    description="Tell whether a gateway runs and can be asked, and which extensions offer their tools here.",
    takes=_object({}),
    gives=_object(
        {
            "running": {"type": "boolean"},
            "version": _text("The gateway's; empty if none runs."),
            "message": _text("What to do, if none runs."),
            "extensions": {
                "type": "array",
                "items": _object(
                    {
                        "name": {"type": "string"},
                        "state": {"type": "string"},
                        "tools": {"type": "array", "items": {"type": "string"}},
                    },
                    ("name", "state", "tools"),
                ),
            },
        },
        ("running", "version", "message", "extensions"),
    ),
)

_PENDING = Offer(
    name="pending",
    title="Your requests under way",
    description=(
        "List your own requests that are under way: whether each waits for a person, how many are before it, and for "
        "how long. Nothing can be decided here; to withdraw a request, cancel its call."
    ),
    takes=_object({}),
    gives=_object(
        {
            "requests": {
                "type": "array",
                "items": _object(
                    {
                        "command": {"type": "string"},
                        "privileged": {"type": "boolean"},
                        "reason": {"type": "string"},
                        "state": {"type": "string", "enum": ["asked", "waiting", "running"]},
                        "before": {"type": ["integer", "null"], "description": "How many are before it in the line."},
                        "seconds": {"type": "integer", "description": "How long ago it was made."},
                    },
                    ("command", "privileged", "reason", "state", "before", "seconds"),
                ),
            }
        },
        ("requests",),
    ),
)

OFFERS: Final = (EXECUTE, _CHECK, _STATUS, _PENDING)

NAMES: Final = tuple(offer.name for offer in OFFERS)
