"""Reads one policy file, key by key: its document, checked in form, with all that is wrong with it."""

from typing import Any

from wicket.policy.config.document_nodes_and_checked_values import Form, Node, Scalar, is_requirement, plain, quoted
from wicket.policy.config.rule_definition_and_validator_entries import (
    DECISIONS,
    definitions,
    examples,
    file_rules,
    rule_entry,
    types,
)
from wicket.policy.config_model import (
    Definitions,
    Example,
    Files,
    Origin,
    ProgramExample,
    Rule,
    ToolRule,
    ValidatorType,
)
from wicket.policy.errors import Problem

__all__ = ["Layer", "Place", "audit", "read", "require_command"]

KEYS = (
    *("extends", "required_runok_version", "defaults", "rules", "definitions", "audit", "tests", "experimental"),
    *("types", "files", "shell", "gateway", "hooks", "programs", "tools"),
)
SHELLS = ("bash", "sh", "zsh")


class Place:
    """Where a file lies and what that makes of it.

    `side` is `global` for the person's own, `project` for a project's, and `given` for one that somebody named. `shown`
    is how messages call it. Tests of a file that is fetched or shipped are not its user's: without `tests` they go.
    """

    __slots__ = ("folder", "home", "shown", "side", "strict", "tests")

    def __init__(
        self, shown: str, folder: str, home: str, side: str = "given", *, strict: bool = True, tests: bool = True
    ) -> None:
        self.shown = shown
        self.folder = folder
        self.home = home
        self.side = side
        self.strict = strict
        self.tests = tests


class Layer:
    """The declarations of one file; what it does not say is empty or None."""

    __slots__ = (
        "default_action",
        "default_sandbox",
        "definitions",
        "extends",
        "files",
        "operator",
        "place",
        "problems",
        "program_examples",
        "programs",
        "require_command",
        "rules",
        "shell",
        "test_extends",
        "tests",
        "tools",
        "types",
        "unknown_sandbox",
        "warnings",
    )

    def __init__(self, place: Place) -> None:
        self.place = place
        self.extends: list[tuple[str, Origin]] = []
        self.default_action = ""
        self.default_sandbox: tuple[str, Origin] | None = None
        self.unknown_sandbox: tuple[str, Origin] | None = None
        self.rules: list[Rule] = []
        self.definitions = Definitions()
        self.types: dict[str, ValidatorType] = {}
        self.programs: dict[str, dict[str, Any]] = {}
        self.program_examples: list[ProgramExample] = []
        self.files = Files()
        self.shell = ""
        self.operator: dict[str, Any] = {}
        self.tests: list[Example] | None = None
        self.test_extends: list[tuple[str, Origin]] = []
        self.tools: list[ToolRule] = []
        # Each field of experimental.require_command_in_path that the file sets.
        self.require_command: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []


def read(document: Node, place: Place) -> Layer:
    """Read one file's document. Problems and warnings are in the layer; the rest is what could be understood."""
    form = Form(place.shown, strict=place.strict)
    layer = Layer(place)
    _Reader(form, layer).read(document)
    layer.problems, layer.warnings = form.problems, form.warnings
    return layer


class _Reader:
    """Reads one document into one layer."""

    def __init__(self, form: Form, layer: Layer) -> None:
        self._form = form
        self._layer = layer
        self._place = layer.place

    def read(self, document: Node) -> None:
        readers = {
            "extends": self._extends,
            "required_runok_version": self._required_version,
            "defaults": self._defaults,
            "rules": self._rules,
            "definitions": self._definitions,
            "audit": self._audit,
            "tests": self._tests,
            "experimental": self._experimental,
            "types": self._types,
            "files": self._file_rules,
            "shell": self._shell,
            "gateway": self._gateway,
            "hooks": self._hooks,
            "programs": self._programs,
            "tools": self._tools,
        }
        for key, (line, node) in self._form.mapping(document, document.line, "a policy", KEYS).items():
            if key in readers:
                readers[key](node, line)

    def _extends(self, node: Node, line: int) -> None:
        for text, at in self._form.texts(node, line, "`extends`", one=True):
            self._layer.extends.append((text, self._form.origin(at)))

    def _required_version(self, node: Node, line: int) -> None:
        text = self._form.text(node, line, "`required_runok_version`")
        if text is not None and not is_requirement(text):
            self._form.problem(line, f"{quoted(text)} is no requirement of a version", "write it like '>=0.3, <1'")

    def _defaults(self, node: Node, line: int) -> None:
        for key, (at, value) in self._form.mapping(node, line, "`defaults`", ("action", "sandbox", "unknown")).items():
            if key == "action":
                self._layer.default_action = self._form.choice(value, at, "`defaults.action`", DECISIONS) or ""
            elif key == "sandbox":
                self._layer.default_sandbox = self._sandbox(value, at, "`defaults.sandbox`")
            else:
                for where, named in self._form.mapping(value, at, "`defaults.unknown`", ("sandbox",)).values():
                    self._layer.unknown_sandbox = self._sandbox(named, where, "`defaults.unknown.sandbox`")

    def _sandbox(self, node: Node, line: int, what: str) -> tuple[str, Origin] | None:
        name = self._form.text(node, line, what)
        return (name, self._form.origin(line)) if name else None

    def _rules(self, node: Node, line: int) -> None:
        for item in self._form.listed(node, line, "`rules`"):
            if (rule := rule_entry(self._form, item, keeps_tests=self._place.tests)) is not None:
                self._layer.rules.append(rule)

    def _definitions(self, node: Node, line: int) -> None:
        self._layer.definitions = definitions(
            self._form,
            node,
            line,
            self._place.folder,
            self._place.home,
            of_all_projects=self._place.side == "global",
        )

    def _types(self, node: Node, line: int) -> None:
        self._layer.types = types(self._form, node, line, self._place.folder)

    def _programs(self, node: Node, line: int) -> None:
        from wicket.policy.config.sandbox_and_program_entries import program_entries

        # What a project's file says is one voice among others; what is fetched or shipped is nobody's own.
        own = self._place.side != "project" and self._place.tests
        taught = program_entries(self._form, node, line, own=own)
        self._layer.programs = taught.programs
        self._layer.program_examples = taught.examples if self._place.tests else []

    def _tools(self, node: Node, line: int) -> None:
        from wicket.policy.config.rule_definition_and_validator_entries import tool_rules

        self._layer.tools = tool_rules(self._form, node, line)

    def _audit(self, node: Node, line: int) -> None:
        audit(self._form, node, line)
        if self._place.side == "project":
            self._form.warn(line, "`audit` is ignored in a project's file", "it belongs into your own, global file")

    def _tests(self, node: Node, line: int) -> None:
        hint = "write the examples under `tests.cases`"
        for key, (at, value) in self._form.mapping(node, line, "`tests`", ("cases", "extends"), hint=hint).items():
            if key == "cases":
                found = examples(self._form, value, at, "`tests.cases`")
                self._layer.tests = found if self._place.tests else None
            elif key == "extends":
                for text, where in self._form.texts(value, at, "`tests.extends`", one=True):
                    self._layer.test_extends.append((text, self._form.origin(where)))

    def _experimental(self, node: Node, line: int) -> None:
        keys = ("require_command_in_path",)
        for key, (at, value) in self._form.mapping(node, line, "`experimental`", keys).items():
            if key == "require_command_in_path":
                self._layer.require_command = require_command(self._form, value, at)

    def _file_rules(self, node: Node, line: int) -> None:
        self._layer.files = file_rules(
            self._form,
            node,
            line,
            self._place.folder,
            self._place.home,
            of_all_projects=self._place.side == "global",
        )

    def _shell(self, node: Node, line: int) -> None:
        self._layer.shell = self._form.choice(node, line, "`shell`", SHELLS) or ""

    def _gateway(self, node: Node, line: int) -> None:
        entries = self._form.mapping(node, line, "`gateway`")
        if self._place.side == "global":
            self._layer.operator |= {key: plain(value) for key, (_, value) in entries.items()}
        else:
            self._form.warn(line, "`gateway` is ignored here", "it belongs into your own, global wicket.yml")

    def _hooks(self, node: Node, line: int) -> None:
        entries = self._form.mapping(node, line, "`hooks`")
        if self._place.side == "global":
            self._layer.operator |= {f"hooks_{key}": plain(value) for key, (_, value) in entries.items()}
        else:
            self._form.warn(line, "`hooks` is ignored here", "it belongs into your own, global wicket.yml")


def audit(form: Form, node: Node, line: int) -> None:
    """Check `audit`. It is runok's; wicket's own record is the gateway's."""
    for key, (at, value) in form.mapping(node, line, "`audit`", ("enabled", "path", "rotation")).items():
        if key == "enabled":
            form.truth(value, at, "`audit.enabled`")
        elif key == "path":
            form.text(value, at, "`audit.path`")
        elif key == "rotation":
            for where, days in form.mapping(value, at, "`audit.rotation`", ("retention_days",)).values():
                if not isinstance(days, Scalar) or days.kind != "int" or days.text.startswith("-"):
                    form.problem(where, "`audit.rotation.retention_days` must be a whole number of days")


def require_command(form: Form, node: Node, line: int) -> dict[str, Any]:
    """Read `experimental.require_command_in_path`: the fields that are set."""
    what = "experimental.require_command_in_path"
    found: dict[str, Any] = {}
    for key, (at, value) in form.mapping(node, line, f"`{what}`", ("enabled", "action", "ignore")).items():
        if key == "enabled" and (enabled := form.truth(value, at, f"`{what}.enabled`")) is not None:
            found["enabled"] = enabled
        elif key == "action":
            hint = "a command that does not exist is not to be allowed; leave the check out instead"
            action = form.choice(value, at, f"`{what}.action`", ("ask", "deny"), hint)
            found["action"] = action or "deny"
        elif key == "ignore":
            names = form.texts(value, at, f"`{what}.ignore`", one=True)
            found["ignore"] = tuple(name for name, _ in names)
    return found
