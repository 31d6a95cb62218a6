"""`wicket.Policy`: loading, checking, and what both bring into a process."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wicket
from wicket.policy.errors import PolicyError

POLICY = "rules: [{allow: 'ls *'}, {deny: 'rm *', message: no, fix_suggestion: trash it}]"


def test_a_policy_from_a_text() -> None:
    policy = wicket.Policy.loads(POLICY)
    verdict = policy.check("rm x", cwd="/", env={})
    assert (verdict.decision, verdict.reason, verdict.fix_suggestion) == (wicket.Decision.DENY, "no", "trash it")
    assert (str(verdict.decision), policy.check("ls").decision, policy.check("hx").decision) == (
        "deny",
        wicket.Decision.ALLOW,
        wicket.Decision.ASK,
    )
    assert (policy.warnings, policy.files, policy.operator) == ((), (), {})


def test_json_is_a_policy_as_well() -> None:
    assert wicket.Policy.loads('{"defaults": {"action": "deny"}}').check("hx").decision is wicket.Decision.DENY


def test_a_bad_policy_raises_when_it_is_loaded() -> None:
    with pytest.raises(PolicyError) as caught:
        wicket.Policy.loads('rules: [{allow: "\'"}, {maybe: x}]')
    assert caught.value.problems


def test_a_policy_from_a_file_protects_that_file(tmp_path: Path) -> None:
    path = tmp_path / "wicket.yml"
    path.write_text("defaults: {action: allow}\n")
    policy = wicket.Policy.load(path, env={"HOME": str(tmp_path)})
    decisions = [str(policy.check(f"echo x > {path}", "/", {}).decision), str(policy.check("ls", "/", {}).decision)]
    assert decisions == ["deny", "allow"]
    assert [name for name, _ in policy.files] == [str(path)]


def test_what_holds_in_a_folder(tmp_path: Path) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    (home / ".config" / "wicket").mkdir(parents=True)
    work.mkdir()
    (home / ".config" / "wicket" / "wicket.yml").write_text("rules: [{allow: 'ls *'}, {allow: 'hx *'}]")
    (work / "wicket.yml").write_text("rules: [{deny: 'ls -x *'}, {allow: 'rm *'}]\ndefaults: {action: allow}")
    policy = wicket.Policy.discover(work, env={"HOME": str(home)})
    # Nobody trusts the project's file: it may deny, and nothing else.
    found = [str(policy.check(text, work, {"HOME": str(home)}).decision) for text in ("ls", "ls -x", "rm x", "hy")]
    assert found == ["allow", "deny", "ask", "ask"]


def test_relative_paths_and_homes_of_a_text_are_those_of_the_check() -> None:
    policy = wicket.Policy.loads("{defaults: {action: allow}, files: {deny_read: [x, ~/y]}}")
    here = {"HOME": "/home/bob"}
    found = [
        str(policy.check(f"cat {path}", "/a", here).decision) for path in ("/a/x", "/b/x", "/home/bob/y", "~/y", "y")
    ]
    assert found == ["deny", "allow", "deny", "deny", "allow"]


@pytest.mark.parametrize("command", [None, 7, b"ls", ["ls"], "a" * 3_000_000, "(" * 100_000, "ls \udc80 '"])
def test_checking_never_raises(command: Any) -> None:
    verdict = wicket.Policy.loads("rules: [{allow: '*'}]").check(command, "/", {})
    assert str(verdict.decision) in ("ask", "deny")


def test_a_fault_of_our_own_allows_nothing() -> None:
    policy = wicket.Policy.loads("{defaults: {action: allow}}")
    verdict = policy.check("ls", cwd=7)  # type: ignore[arg-type]
    assert (str(verdict.decision), verdict.reason.partition(":")[0]) == ("ask", "it could not be judged")
    asked = asyncio.run(policy.acheck("ls", cwd=7))  # type: ignore[arg-type]
    assert str(asked.decision) == "ask"


def test_the_same_from_within_an_event_loop() -> None:
    policy = wicket.Policy.loads(POLICY)

    async def both() -> list[str]:
        return [str((await policy.acheck("rm x")).decision), str(policy.check("ls").decision)]

    assert asyncio.run(both()) == ["deny", "allow"]


# What a hook without a gateway has to wait for: each of these costs milliseconds.
HEAVY = ("dataclasses", "typing", "msgspec", "json", "asyncio", "enum", "re", "contextlib", "functools", "inspect",
         "subprocess", "threading", "logging", "pathlib", "tempfile", "shlex", "yaml", "cel_expr_python")  # fmt: skip

OURS = """
wicket wicket.errors wicket.folder_paths wicket.loaded_policy wicket.policy wicket.policy.config
wicket.policy.config.built_in_rules wicket.policy.config_model wicket.policy.decision wicket.policy.errors
wicket.policy.evaluation wicket.policy.evaluation.cel_conditions
wicket.policy.evaluation.ask_about_code_and_unreadable_commands wicket.policy.evaluation.command_effects
wicket.policy.evaluation.compiled_rule wicket.policy.evaluation.default_action
wicket.policy.evaluation.effects_of_variables_and_recursion wicket.policy.evaluation.evaluate
wicket.policy.evaluation.hidden_commands_in_arguments_and_code wicket.policy.evaluation.program_names_in_texts
wicket.policy.evaluation.rule_conditions wicket.policy.evaluation.rule_lookup_and_untrusted_budget
wicket.policy.evaluation.rule_match wicket.policy.evaluation.search_for_hidden_commands wicket.policy.file_rules
wicket.policy.file_rules.embedded_paths_and_unmatched_globs wicket.policy.file_rules.file_effect
wicket.policy.file_rules.judge_files wicket.policy.file_rules.listed_path_index
wicket.policy.file_rules.listed_path_match_and_folder_contents
wicket.policy.file_rules.listed_path_patterns wicket.policy.file_rules.path_resolution_and_links
wicket.policy.file_rules.protected_wicket_files wicket.policy.file_rules.work_tree_and_writable_folders
wicket.policy.machine_view wicket.policy.matching wicket.policy.matching.rm_find_chmod_kill_and_other_argument_spellings
wicket.policy.matching.declared_wrappers
wicket.policy.matching.flag_match wicket.policy.matching.flag_and_option_variable_spellings
wicket.policy.matching.git_commits_or_paths wicket.policy.matching.lazy_command_views
wicket.policy.matching.literal_command_match
wicket.policy.matching.path_patterns wicket.policy.matching.pattern_match wicket.policy.matching.positions_and_flags
wicket.policy.matching.program_name_match wicket.policy.matching.program_script_and_package_spellings
wicket.policy.patterns
wicket.policy.patterns.compiled_pattern wicket.policy.patterns.globs_of_words_and_home_folder
wicket.policy.patterns.pattern_tokenizer
wicket.policy.verdict_and_evidence wicket.policy_files wicket.policy_files.file_digest_and_permissions
wicket.policy_files.fleet_policy wicket.policy_files.policy_cache wicket.policy_files.policy_search
wicket.policy_files.real_machine
"""


def loaded(*statements: str) -> set[str]:
    """List the modules that some statements bring into a bare interpreter."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules)\n" + "\n".join(statements)
    code += "\nprint(*sorted(set(sys.modules) - before))"
    source = str(Path(wicket.__file__).parent.parent)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, source], capture_output=True, text=True, timeout=60, check=True
    )
    return set(ran.stdout.split())


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Check some commands with a compiled policy, as a hook does."""
    import marshal

    from policy.judging import compiled

    path = tmp_path_factory.mktemp("kept") / "policy"
    path.write_bytes(marshal.dumps(compiled("rules: [{allow: 'git *'}, {deny: 'rm *'}]\nfiles: {deny_read: [/x]}")))
    return loaded(
        "import marshal",
        "from wicket.loaded_policy import Policy",
        f"policy = Policy(marshal.loads(open({str(path)!r}, 'rb').read()))",
        "texts = ('git log | head', 'rm -rf x', 'bash -c \"sudo ls\"', 'cat <<E\\nx\\nE', 'x=$(y) find . -exec z')",
        "for text in texts:",
        "    policy.check(text, '/', {'HOME': '/h', 'PATH': '/bin'})",
    )


def test_a_check_brings_nothing_heavy(brought: set[str]) -> None:
    assert brought & set(HEAVY) == set()


def test_a_check_brings_just_these_modules_of_ours(brought: set[str]) -> None:
    of_ours = {name for name in brought if name.startswith("wicket") and not name.startswith("wicket.shell")}
    assert of_ours == set(OURS.split())


def test_importing_wicket_brings_nothing_else() -> None:
    assert loaded("import wicket") == {"wicket"}


def test_where_letters_are_read_otherwise_nothing_is_sure() -> None:
    policy = wicket.Policy.loads("rules: [{allow: 'echo *'}, {deny: 'rm *'}]")
    found = [
        str(policy.check(text, "/", {"LANG": locale}).decision)
        for text in ("echo \u2001\\; rm x", "echo \u2001; rm x", "echo x")
        for locale in ("C.UTF-8", "zh_TW.Big5")
    ]
    assert found == ["allow", "ask", "deny", "deny", "allow", "allow"]


def test_a_folder_that_the_shell_knows_by_a_link(tmp_path: Path) -> None:
    work = tmp_path / "real" / "sub"
    work.mkdir(parents=True)
    (tmp_path / "link").symlink_to(work)
    text = f"rules: [{{allow: 'cd *'}}, {{allow: 'touch *'}}]\nfiles: {{write_only_in: [{tmp_path}/real]}}"
    policy = wicket.Policy.loads(text)
    # bash goes from /…/link to the folder that the link lies in.
    found = [
        str(policy.check(command, work, {"PWD": f"{tmp_path}/{name}"}).decision)
        for command in ("cd .. && touch x", "touch x")
        for name in ("link", "real/sub", "elsewhere")
    ]
    assert found == ["ask", "allow", "allow", "allow", "allow", "allow"]
