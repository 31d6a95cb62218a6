"""Fills the generated part of docs/sdk/reference.md: every public name of the SDK, with its signature and docstring.

The part stands between `<!-- api -->` and `<!-- end -->`. Without arguments the page is rewritten; with `--check`
nothing is, and a page out of date is an error.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import wicket.kit  # noqa: F401 - says that this process is no extension, so its stdout stays its own
from wicket import sdk
from wicket.sdk import testing

PAGE = Path(__file__).parent.parent / "docs" / "sdk" / "reference.md"
PART = re.compile(r"(<!-- api -->\n).*?(<!-- end -->)", re.DOTALL)

MODULES: tuple[ModuleType, ...] = (sdk, testing)


def render(page: str) -> str:
    """Return the page with its generated part filled in."""
    body = "".join(
        f"\n{line}\n" if line.startswith("#") else f"{line}\n" for module in MODULES for line in _lines(module)
    )
    return PART.sub(lambda match: f"{match[1]}{body}\n{match[2]}", page)


def _lines(module: ModuleType) -> Iterator[str]:
    yield f"### `{module.__name__}`"
    for name in sorted(module.__all__, key=str.lower):
        yield from _entry(name, getattr(module, name))


def _entry(name: str, value: Any) -> Iterator[str]:
    yield f"#### `{_signature(name, value)}`"
    yield ""
    yield from _paragraphs(value)
    if not inspect.isclass(value):
        return
    members = [
        (each, member)
        for each, member in vars(value).items()
        if not each.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)) and member.__doc__
    ]
    if members:
        yield ""
    for each, member in members:
        shown = each if isinstance(member, property) else _signature(each, member)
        summary = " ".join((inspect.getdoc(member) or "").split("\n\n")[0].split())
        yield f"- `{shown}`: {summary}"


def _signature(name: str, value: Any) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in signature.parameters.values()
        if parameter.name != "self"
    ]
    shown = str(signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    return name + re.sub(r"<[^<>]*(?:<[^<>]*>[^<>]*)*>", "…", shown)  # a default that is a function has no text


def _paragraphs(value: Any) -> Iterator[str]:
    """Give a docstring as it is; its sections become lists."""
    for line in (inspect.getdoc(value) or "").splitlines():
        yield f"{line}" if not line.startswith("    ") else f"- {line.strip()}"


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    fresh = render(page)
    if fresh == page:
        return
    if "--check" in sys.argv:
        sys.exit(f"{PAGE.name} is out of date; run scripts/sdk_reference.py")
    PAGE.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
