"""The tree is the architecture: a module has a purpose, a telling name, and a mirror in tests/."""

import ast
import tomllib
from functools import cache
from pathlib import Path

from case_batches import each_of

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "wicket"
MODULES = sorted(SOURCE.rglob("*.py"))

# Names that say nothing about what is inside. A thing without a name has no home yet.
VAGUE = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "base",
    "core",
    "types",
    "misc",
    "manager",
    "shared",
    "tools",
}


def module_id(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@cache
def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(syntax(path)))


def mirror(path: Path) -> Path:
    relative = path.relative_to(SOURCE)
    return ROOT / "tests" / relative.parent / f"test_{relative.stem}.py"


def holds_code(path: Path) -> bool:
    """A package's `__init__` that only documents and re-exports needs no test of its own."""
    plain = (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)
    return path.name != "__init__.py" or not all(isinstance(node, plain) for node in syntax(path).body)


@each_of(MODULES, named=module_id)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(syntax(path)) or ""
    first_line = docstring.partition("\n")[0]
    assert first_line.endswith((".", ":")), (
        f"{module_id(path)}: the docstring's first line is no sentence: {first_line!r}"
    )


@each_of(MODULES, named=module_id)
def test_a_name_means_something(path: Path) -> None:
    parts = {part.removesuffix(".py").strip("_") for part in path.relative_to(SOURCE).parts}
    assert parts & VAGUE == set()


@each_of([path for path in MODULES if holds_code(path)], named=module_id)
def test_a_module_has_its_mirror(path: Path) -> None:
    assert mirror(path).is_file(), (
        f"{module_id(path)} is tested by {mirror(path).relative_to(ROOT)}, which does not exist"
    )


def test_the_map_of_the_tree_names_what_is_there() -> None:
    """Each file, and each folder, that ARCHITECTURE.md draws exists where it is drawn."""
    drawing = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("\nsrc/wicket/\n")[2].partition("```")[0]
    folder = SOURCE
    lost = []
    for line in drawing.splitlines():
        if line[:3] in ("├──", "└──"):
            name = line[4:].partition(" ")[0]
            folder = SOURCE / name if name.endswith("/") else SOURCE
        elif line[:1] != "│":
            break  # what is not in the package
        named = [word.strip(",;:()") for word in line.split() if word.strip(",;:()").endswith(".py")]
        lost += [one for one in named if not any(folder.rglob(one))]
    assert lost == []


# ── words that are not known ─────────────────────────────────────────────────

RAW_TEXT = tomllib.loads((ROOT / "tests" / "raw_text.toml").read_text(encoding="utf-8"))
# Lower it whenever the list becomes shorter.
MOST_RAW_TEXTS = 743


def raw_texts(path: Path) -> int:
    """Count the places of a module that look at something's raw `.text`; a parser's or a reader's own is no word's."""
    return sum(
        isinstance(node, ast.Attribute)
        and node.attr == "text"
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
        for node in nodes(path)
    )


@each_of([path for path in MODULES if path.relative_to(SOURCE).parts[0] in ("shell", "policy")], named=module_id)
def test_raw_text_is_used_where_it_was_and_nowhere_else(path: Path) -> None:
    assert raw_texts(path) == RAW_TEXT.get(module_id(path), 0), (
        "compare words by may_be and may_start; if there are fewer places now, lower the number in tests/raw_text.toml"
    )


def test_raw_text_is_used_in_fewer_and_fewer_places() -> None:
    assert sum(RAW_TEXT.values()) <= MOST_RAW_TEXTS
    assert [name for name in RAW_TEXT if not (SOURCE / name).is_file()] == []


# ── what is written down ─────────────────────────────────────────────────────

# Every module that writes a file, and what it writes. Nothing of a request is among it, except in the record.
WRITERS = {
    "agents/agent_versions.py": "which agents were verified",
    "agents/opencode_database.py": "nothing: it opens a database of OpenCode's to read it",
    "agents/plugin_trial.py": "a plugin and what tries it, in a folder that is gone when it was tried",
    "agents/settings_file_and_backup.py": "an agent's settings",
    "cli/ext/trace.py": "a conversation with an extension, where its author says",
    "demo/fleet_of_three.py": "settings and scripts of a fleet to try, in a temporary folder",
    "demo/sample_files.py": "the demo's policy",
    "demo/tasks.py": "the demo's eval, in a temporary folder",
    "doors/pause.py": "a pause: until when, and a person's reason",
    "fleet/record_archive.py": "the records of a fleet's machines, as they wrote them",
    "fleet/policy_push.py": "a policy, in a temporary folder, to see whether it loads",
    "fleet/hub_server.py": "what the hub's NATS server says of itself",
    "fleet/kept_policy.py": "the policy of a machine's fleet, as an author signed it",
    "fleet/private_files.py": "a fleet's keys (a person's are encrypted), memberships and the roster that was seen",
    "gateway/record_ledger.py": "the record",
    "gateway/spooled_verdicts.py": "nothing: it empties what hooks have written down",
    "doors/verdict_spool.py": "what a hook decided, cleaned, for the record to take over",
    "git_fetch.py": "what git said of a policy that was fetched",
    "sandbox/drivers.py": "that bubblewrap has worked, and where",
    "sandbox/resource_limits.py": "limits of control groups",
    "sandbox/overlay_layers.py": "nothing: who is who in a user namespace of its own, in /proc",
    "sandbox/placeholders.py": "nothing: empty files, while a command runs, where protected ones are missing",
    "state_files.py": "what others replace with it, secrets of ours, and locks",
    "cli/task/new.py": "a new eval",
    "cli/task/results.py": "a report, where a person says",
    "tasks/acp_requests.py": "what an agent writes through its task's gate",
    "tasks/agent_mcp_servers.py": "where a task's MCP servers are, in the settings in its agent's home",
    "tasks/agent_surroundings.py": "prompts, answers, scripts and where servers are: in the folder of a run",
    "tasks/results_file.py": "results of tasks, where a person says",
    "tasks/run_journal.py": "what a run of tasks has done, for its clean-up",
    "host/extension_log.py": "lines about an extension, cleaned",
    "host/extension_manifest.py": "an extension's manifest",
    "host/extension_file_copy.py": "an extension that is installed",
    "host/stderr_capture.py": "what an extension itself says to its standard error",
    "kit/single_file_packer.py": "an extension, packed",
    "kit/scaffold.py": "a new extension",
    "policy_files/policy_cache.py": "a policy, compiled",
    "policy_files/rule_file_writing.py": "a policy file with a rule more, and the file as it was",
    "policy_files/extends_references_and_checkouts.py": "a policy that was fetched",
    "policy_files/extends_update.py": "which revisions are meant",
    "sdk/persistent_state.py": "an extension's own state",
    "sdk/testing.py": "a transcript of an extension's own tests",
    "trust_decisions.py": "what a person has trusted",
    "exec_tickets.py": "the digest of a command that was agreed to",
    "gateway_address.py": "where the gateway listens",
}
WRITING = {"replace_file", "write_text", "write_bytes", "mkstemp"}
WRITING_FLAGS = {"O_CREAT", "O_APPEND"}


def writes_files(path: Path) -> bool:
    names = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    names |= {node.func.id for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    return (
        not names.isdisjoint(WRITING | WRITING_FLAGS)
        or any(map(opens_to_write, nodes(path)))
        or "import sqlite3" in path.read_text(encoding="utf-8")
    )


def opens_to_write(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    modes = [
        each.value for each in (*node.args, *(key.value for key in node.keywords)) if isinstance(each, ast.Constant)
    ]
    if modes and isinstance(modes[0], int):  # a stream that is open already
        return False
    return called == "open" and any(
        isinstance(mode, str) and set(mode) & set("wax+") and len(mode) < 4 for mode in modes
    )


def test_only_these_modules_write_files() -> None:
    """Who adds one says here what it writes; what of a request it is goes through the record, where it is cleaned."""
    assert {module_id(path) for path in MODULES if writes_files(path)} == set(WRITERS)


def test_what_is_written_to_the_record_was_cleaned_in_one_place() -> None:
    makers = {
        module_id(path)
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Cleaned"
    }
    assert makers == {"gateway/record_redaction.py"}
    # What a fleet archives are entries of records, as machines wrote them.
    assert {module_id(path) for path in MODULES if "INSERT INTO" in path.read_text(encoding="utf-8")} == {
        "fleet/record_archive.py",
        "gateway/record_ledger.py",
    }
