"""What holds for every policy and every text.

Marked `fuzz`: `make fuzz` runs these with many more examples.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy.judging import CWD, ENVIRON
from wicket.loaded_policy import Policy
from wicket.policy.compile import compile_policy
from wicket.policy.config_model import Config, Definitions, Files, Origin, Rule
from wicket.policy.decision import ASK, DENY, PASS, Decision
from wicket.policy.machine_view import World
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.pattern_match import WORK_OF_CELL, Matcher
from wicket.policy.patterns.compiled_pattern import named
from wicket.policy.patterns.pattern_parser import patterns
from wicket.shell import read
from wicket.shell.refusal_and_work_limit import READING, Fuel

EXAMPLES = int(os.environ.get("WICKET_EXAMPLES", "60"))
fuzzed = settings(max_examples=EXAMPLES * 3, deadline=None)

CORPUS = Path(__file__).parent.parent / "corpus"
REAL = [
    json.loads(line)["command"]
    for name in ("given_bypass", "given_benign", "bypass", "benign")
    for line in (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]

PROGRAMS = ["ls", "git", "rm", "hx", "curl", "find", "sed", "python", "sudo", "bash", "w", "cp", "*", "l*"]
ARGUMENTS = [
    "*",
    "x",
    "push",
    "-f",
    "--force",
    "-X GET",
    "!-o",
    "!y",
    "[-v]",
    "<a>",
    "-- *",
    "a|b",
    "--m=1",
    "-rf",
    "x*",
]
pattern = st.builds(
    lambda program, arguments: " ".join([program, *arguments]),
    st.sampled_from(PROGRAMS),
    st.lists(st.sampled_from(ARGUMENTS), max_size=3),
)
rule = st.builds(lambda action, text: (action, text), st.sampled_from(["allow", "ask", "deny"]), pattern)
rules = st.lists(rule, max_size=5)
default = st.sampled_from(["allow", "ask", "deny", "pass"])
entry = st.sampled_from(["/etc", "x", "~/.ssh", "**/.env", "/tmp/*", "."])
files = st.fixed_dictionaries(
    {},
    optional={
        "deny_read": st.lists(entry, min_size=1, max_size=2),
        "deny_write": st.lists(entry, min_size=1, max_size=2),
    },
)

WORDS = ["x", "y", "push", "-f", "--force", "-X", "GET", "POST", "-o", "-v", "--", "a", "-rf", "$v", '"$v"', "$(ls)",
         "*.py", "~/.ssh/k", "> f", "2>&1", "< /etc/x", "'a b'", "--m=1", "/etc/passwd", ".env"]  # fmt: skip
simple = st.builds(
    lambda program, words: " ".join([program, *words]),
    st.sampled_from([*PROGRAMS[:-2], "echo", "cat", "tee", "env ls", "X=1 hx", "./ls", "$v"]),
    st.lists(st.sampled_from(WORDS), max_size=4),
)
command = st.one_of(
    simple,
    st.builds(lambda a, op, b: f"{a} {op} {b}", simple, st.sampled_from([";", "&&", "||", "|", "&", "\n"]), simple),
    simple.map(lambda text: f"if {text}; then {text}; fi"),
    simple.map(lambda text: f"echo $({text})"),
    simple.map(lambda text: f"f() {{ {text}; }}; f"),
    st.sampled_from(REAL),
)


def make(chosen: list[tuple[str, str]], action: str, **keys: Any) -> Policy:
    made = {"rules": [{kind: text} for kind, text in chosen], "defaults": {"action": action}, **keys}
    return Policy.loads(json.dumps(made))


def decide(policy: Policy, text: str) -> Decision:
    return policy.check(text, CWD, ENVIRON).decision


pytestmark = pytest.mark.fuzz


@given(rules, default, command, rule.filter(lambda one: one[0] != "allow"))
@fuzzed
def test_one_more_rule_that_denies_or_asks_never_loosens(
    chosen: list[tuple[str, str]], action: str, text: str, more: tuple[str, str]
) -> None:
    before, after = decide(make(chosen, action), text), decide(make([*chosen, more], action), text)
    # One's own rule to ask speaks in the place of a default that denies: that is what it is written for.
    assert after >= before or (more[0] == "ask" and action == "deny" and after is Decision.ASK)


@given(rules, default, command, pattern)
@fuzzed
def test_one_more_rule_that_allows_never_tightens_beyond_asking(
    chosen: list[tuple[str, str]], action: str, text: str, more: str
) -> None:
    before, after = decide(make(chosen, action), text), decide(make([*chosen, ("allow", more)], action), text)
    assert after <= before


@given(rules, default, command, files)
@fuzzed
def test_file_rules_that_deny_never_loosen(chosen: list[tuple[str, str]], action: str, text: str, listed: Any) -> None:
    assert decide(make(chosen, action, files=listed), text) >= decide(make(chosen, action), text)


@given(rules, default, command, st.randoms())
@fuzzed
def test_the_order_of_rules_means_nothing(chosen: list[tuple[str, str]], action: str, text: str, random: Any) -> None:
    shuffled = list(chosen)
    random.shuffle(shuffled)
    assert decide(make(shuffled, action), text) is decide(make(chosen, action), text)


@given(pattern, simple, st.booleans())
@fuzzed
def test_what_is_told_at_once_is_what_the_table_says(wanted: str, text: str, strict: bool) -> None:
    (made, *_) = named(patterns(wanted, Definitions()))
    for asked in read(text).commands:
        context = Context(asked, World(CWD, ENVIRON))
        for view in context.views(strict, made.kind):
            quick, careful = (kind(view, strict, context.paths(strict), Fuel()) for kind in MATCHERS)
            level = quick.match(made.sequence, made.flags)
            assert level == careful.match(made.sequence, made.flags)
            if level:
                quick.trace()
                careful.trace()
                assert (quick.captures.vars, quick.captures.named) == (careful.captures.vars, careful.captures.named)


class Careful(Matcher):
    """Takes the flags out of every command before it looks at the words, and fills the table for each."""

    def _begins_otherwise(self, flags: Any) -> bool:
        return False

    def _plainly(self) -> int | None:
        return None


MATCHERS = (Matcher, Careful)


WRAPPERS = ["env {}", "nice {}", "nohup {}", "timeout 5 {}", "command {}", "sudo {}", "setsid {}", "bash -c '{}'",
            "( {} )", "{{ {}; }}", "! {}", "time {}", "if {}; then :; fi", "echo $({})", "xargs {}",
            "stdbuf -oL {}"]  # fmt: skip
quotable = simple.filter(lambda text: "'" not in text and not text.startswith(("X=", "$")))


@given(rules, st.sampled_from(["ask", "deny"]), quotable, st.sampled_from(WRAPPERS))
@fuzzed
def test_wrapping_a_command_never_loosens(chosen: list[tuple[str, str]], action: str, text: str, wrapper: str) -> None:
    # Rules about the wrapper itself may of course speak about the whole.
    about = [one for one in chosen if one[1].split()[0] not in ("*", "l*", "sudo", "bash") and one[1] != "echo"]
    if "; then" in wrapper or "{{" in wrapper or "(" in wrapper or wrapper[0] == "!" or "time" in wrapper:
        about = chosen
    alone, wrapped = decide(make(about, action), text), decide(make(about, action), wrapper.format(text))
    # What xargs adds is not known: a rule about just these words may be about others then.
    assert wrapped >= (min(alone, Decision.ASK) if "xargs" in wrapper else alone)


@given(
    rules,
    default,
    simple,
    st.sampled_from(["true ;", "true\n", "true &&", "false ||", ": |", "true &", "# x\n", "x=1;"]),
)
@fuzzed
def test_whatever_follows_is_judged(chosen: list[tuple[str, str]], action: str, text: str, before: str) -> None:
    policy = make(chosen, action)
    assert decide(policy, f"{before} {text}") >= decide(policy, text)


@given(rules, rules, files, default, command)
@fuzzed
def test_what_nobody_trusts_never_loosens(
    own: list[tuple[str, str]], others: list[tuple[str, str]], listed: dict[str, list[str]], action: str, text: str
) -> None:
    """Of an untrusted project only ask and deny rules, and file rules, are ever compiled in."""
    here = Origin("project", 1)

    def config(with_others: bool) -> Policy:
        made = Config()
        made.default_action = action
        made.rules = [Rule(kind, text, here) for kind, text in own]
        if with_others:
            made.scopes.append(Definitions())
            made.rules += [Rule(kind, text, here, scope=1) for kind, text in others if kind != "allow"]
            made.files = Files(
                deny_read=tuple((path, here) for path in listed.get("deny_read", ())),
                deny_write=tuple((path, here) for path in listed.get("deny_write", ())),
                fences=(((".", here),),),
            )
        return Policy(compile_policy(made)[0])

    assert decide(config(True), text) >= decide(config(False), text)


# ── any text at all ──────────────────────────────────────────────────────────

OPEN = make([("allow", "*"), ("deny", "rm *"), ("ask", "git push *")], "allow", files={"deny_read": ["**/.env"]})


def judged(text: str) -> None:
    decision = decide(OPEN, text)
    if read(text).refusal is not None:
        assert decision > PASS, text


@given(st.binary(max_size=200))
@settings(max_examples=EXAMPLES * 10, deadline=None)
def test_any_bytes_get_a_verdict(data: bytes) -> None:
    judged(data.decode("utf-8", "surrogateescape"))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real command with some of it cut out, doubled, swapped or replaced."""
    text: str = draw(st.sampled_from(REAL))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        to = min(len(text), at + draw(st.integers(0, 6)))
        piece = draw(
            st.sampled_from(
                [
                    "",
                    text[at:to] * 2,
                    "'",
                    '"',
                    "`",
                    "$(",
                    ")",
                    "\\",
                    "\n",
                    ";",
                    "|",
                    "{",
                    "}",
                    "<<",
                    "\x00",
                    "*",
                    "$x",
                    " ",
                ]
            )
        )
        text = text[:at] + piece + text[to:]
    return text


@given(mutated())
@settings(max_examples=EXAMPLES * 10, deadline=None)
def test_a_mutated_command_gets_a_verdict(text: str) -> None:
    judged(text)


@given(st.text(max_size=60), default)
@fuzzed
def test_any_pattern_loads_or_says_what_is_wrong(text: str, action: str) -> None:
    from wicket.policy.errors import PolicyError

    try:
        policy = make([("deny", text)], action)
    except PolicyError:
        return
    assert decide(policy, "hx -a b") in (Decision.of(action), ASK, DENY)


# ── how much work ────────────────────────────────────────────────────────────


@given(st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=12), st.integers(200, 3000))
@settings(max_examples=EXAMPLES // 3, deadline=None)
def test_no_pattern_makes_a_long_command_slow(arguments: list[str], count: int) -> None:
    """Units are counted, not seconds: what is left of them can only shrink by what one table needs."""
    from policy.judging import command as command_of
    from policy.judging import world
    from wicket.policy.matching.lazy_command_views import Context
    from wicket.policy.matching.pattern_match import Matcher
    from wicket.policy.patterns.compiled_pattern import named
    from wicket.policy.patterns.pattern_parser import patterns

    asked = command_of("hx " + "x y -f a " * (count // 4))
    context = Context(asked, world())
    for made in named(patterns("hx " + " ".join(arguments), Definitions())):
        fuel = Fuel()
        Matcher(context.written, True, context.paths(True), fuel).match(made.sequence, made.flags)
        flags = 100 * (1 + len(made.flags)) * (len(asked.words) + 1)
        cells = (len(made.sequence) + 1) * (len(asked.words) + 1) * 2
        assert READING - fuel.left <= cells * WORK_OF_CELL + flags
