"""Templates: `{env.X}`, `{random.id}`, `{random.port}`, `{steps.ID.KEY}`, `{agent.output}` and `{agent.prompt}`.

They mean the same everywhere. What cannot be resolved is an error; braces around anything else are just braces, so JSON
and code in a text come through unharmed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wicket.displayed_text import excerpt
from wicket.errors import WicketError

__all__ = ["Unresolved", "Values", "expand_variables", "references", "resolve", "templated_paths"]

_TEMPLATE = re.compile(r"\{((?:env|random|agent|steps)\.[^{}\s\"']+)\}")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\{env\.([A-Za-z_][A-Za-z0-9_]*)\}")


class Unresolved(WicketError):
    """A template means nothing here. `str()` names it and says why."""


@dataclass(slots=True)
class Values:
    """What templates of one run of a task can mean. `outputs` has those of steps, by id and by type."""

    env: Mapping[str, str]
    random_id: str
    random_port: Callable[[], int]
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    agent_prompt: str | None = None
    agent_output: str | None = None

    def keep(self, step_id: str, step_type: str, outputs: Mapping[str, str]) -> None:
        """Make a step's outputs known. Of two steps of the same type, the later one has the type's name."""
        for name in {step_id, step_type}:
            self.outputs[name] = self.outputs.get(name, {}) | dict(outputs)

    def look_up(self, reference: str) -> str:
        """Say what `env.HOME` or `steps.make.name` stands for.

        Raises:
            Unresolved: nothing.
        """
        source, _, rest = reference.partition(".")
        match source, rest:
            case "env", name if name in self.env:
                return self.env[name]
            case "env", name:
                raise Unresolved(f"`{{{reference}}}`: the variable {excerpt(name, 60)} is not set")
            case "random", "id":
                return self.random_id
            case "random", "port":
                return str(self.random_port())
            case "agent", "output" if self.agent_output is not None:
                return self.agent_output
            case "agent", "prompt" if self.agent_prompt is not None:
                return self.agent_prompt
            case "agent", "output" | "prompt":
                raise Unresolved(f"`{{{reference}}}`: the agent has not run")
            case "steps", _:
                return self._output(reference, rest)
            case _:
                raise Unresolved(f"`{{{excerpt(reference, 80)}}}` is no template that wicket knows")

    def _output(self, reference: str, rest: str) -> str:
        names = rest.split(".")
        for cut in range(len(names) - 1, 0, -1):  # a type has a dot in it; a key may have one
            found = self.outputs.get(".".join(names[:cut]))
            if found is not None and (key := ".".join(names[cut:])) in found:
                return found[key]
        step, _, key = rest.rpartition(".")
        if step in self.outputs:
            has = ", ".join(sorted(self.outputs[step])) or "none"
            raise Unresolved(f"`{{{reference}}}`: step {step} has no output {key!r}; it has {excerpt(has)}")
        raise Unresolved(f"`{{{excerpt(reference, 80)}}}`: no step of that id or type has given outputs")


def resolve(value: Any, values: Values) -> Any:
    """Give a value with all templates in its texts resolved, at any depth; keys and other values stay as they are.

    Raises:
        Unresolved: one of them means nothing here.
    """
    match value:
        case str():
            return _TEMPLATE.sub(lambda found: values.look_up(found[1]), value)
        case Mapping():
            return {key: resolve(each, values) for key, each in value.items()}
        case list() | tuple():
            return [resolve(each, values) for each in value]
        case _:
            return value


def references(value: Any) -> Iterator[str]:
    """Name all that the templates in a value refer to: `env.HOME`, `steps.make.name`."""
    match value:
        case str():
            yield from _TEMPLATE.findall(value)
        case Mapping():
            for each in value.values():
                yield from references(each)
        case list() | tuple():
            for each in value:
                yield from references(each)
        case _:
            pass  # nothing else holds texts


def templated_paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Give the places in a value at which templates stand: their values are not known yet."""
    match value:
        case str() if _TEMPLATE.search(value):
            yield path
        case Mapping():
            for key, each in value.items():
                yield from templated_paths(each, (*path, key))
        case list() | tuple():
            for index, each in enumerate(value):
                yield from templated_paths(each, (*path, index))
        case _:
            pass  # nothing else holds texts


def expand_variables(value: Any, env: Mapping[str, str]) -> Any:
    """Give a value with `${VAR}` and `{env.VAR}` replaced in its texts, at any depth; the value itself is not changed.

    Raises:
        Unresolved: a variable is not set.
    """
    match value:
        case str():
            return _VARIABLE.sub(lambda found: _variable(found[1] or found[2], env), value)
        case Mapping():
            return {key: expand_variables(each, env) for key, each in value.items()}
        case list() | tuple():
            return [expand_variables(each, env) for each in value]
        case _:
            return value


def _variable(name: str, env: Mapping[str, str]) -> str:
    if name not in env:
        raise Unresolved(f"the variable {name} is not set; set it, or remove it from the eval")
    return env[name]
