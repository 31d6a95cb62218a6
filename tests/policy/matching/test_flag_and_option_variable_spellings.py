"""Tests of `flag_and_option_variable_spellings`."""

import pytest

from policy.judging import command, decide, policy
from shell.reading import commands
from wicket.policy.matching.flag_and_option_variable_spellings import amounts_to, handed_on, with_options_in_variables
from wicket.shell.programs.subcommands import usage_of

# ── flags that amount to others ───────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git push --mirror", [("-f", "--force")]),
        ("git push o +main", [("-f", "--force")]),
        ("git push o :main", [("-d", "--delete")]),
        ("git push o :", []),
        ("git branch -D x", [("-d", "--delete")]),
        ("git checkout -B x", [("-b",)]),
        ("git push o main", []),
        ("git branch -d -f x", [("-D",)]),
        ("git branch --delete --force x", [("-D",)]),
        ("git branch -d x", []),
        ("git branch -fm x y", [("-M",)]),
        ("git -c clean.requireForce=false clean -d", [("-f", "--force")]),
        ("git -c Clean.RequireForce= clean", [("-f", "--force")]),
        ("git -c clean.requireForce=$x clean", [("-f", "--force")]),
        ("git --config-env=clean.requireForce=X clean", [("-f", "--force")]),
        ("git -c clean.requireForce=true clean -d", []),
        ("git -c clean.x=false clean -d", []),
    ],
)
def test_other_spellings_of_the_same_effect(text: str, expected: list[tuple[str, ...]]) -> None:
    taken = usage_of(command(text))
    assert taken is not None
    assert amounts_to(taken.name, taken.line) == expected


# ── flags behind `--`, where a program hands them on ──────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("npm run x -- --force", ["run", "x", "--force"]),
        ("npm install -- --force", None),
        ("cargo test -- --nocapture -- x", ["test", "--nocapture", "--", "x"]),
        ("cargo install -- x", None),
        ("yarn x -- -f", ["x", "-f"]),
        ("docker-compose run s -- -f", ["run", "s", "-f"]),
        ("frob -- --force", ["--force"]),
        ("frob --", None),
        ("frob --force", None),
        ("rm -- -f", None),
        ("git checkout -- --force", None),
        ("npm $x y -- --force", ["…", "y", "--force"]),
    ],
)
def test_words_behind_two_dashes(text: str, expected: list[str] | None) -> None:
    found = handed_on(command(text))
    assert (None if found is None else [str(word) for word in found]) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("npm run * --force", "npm run build -- --force", "deny"),
        ("npm run * --force", "npm run build -- --forced", "allow"),
        ("cargo test * --nocapture", "cargo test -- --nocapture", "deny"),
        ("cargo test * --test-threads 1", "cargo test x -- --test-threads=1", "deny"),
        ("pnpm * --force *", "pnpm run x -- --force", "deny"),
        ("docker-compose run * --force", "docker-compose run x -- --force", "deny"),
        ("frob --force *", "frob x -- --force", "deny"),
        ("frob --force *", "./frob -- --force y", "deny"),
        ("rm -f *", "rm -- -f", "allow"),
        ("git checkout --force *", "git checkout -- --force", "allow"),
        ("frob -- --force", "frob -- --force", "deny"),
    ],
)
def test_who_forbids_sees_them(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), command) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("npm run build *", "npm run build -- --force", "allow"),
        ("npm run !--force *", "npm run build -- --fast", "allow"),
        ("npm run !--force *", "npm run build -- --force", "ask"),
        ("npm run build --force", "npm run build -- --force", "ask"),  # who allows means the place as well
    ],
)
def test_who_allows_is_not_led_around(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"allow: {rule}"), command) == expected


# ── flags that an allow wants, and that are switched off again ────────────────


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("kubectl apply --dry-run *", "kubectl apply --dry-run=none -f x", "ask"),
        ("kubectl apply --dry-run *", "kubectl apply --dry-run=client -f x", "allow"),
        ("helm upgrade --dry-run *", "helm upgrade --dry-run=false a b", "ask"),
        ("npm publish --dry-run *", "npm publish --dry-run false", "ask"),
        ("npm publish --dry-run *", "npm publish --dry-run ./dist", "allow"),
        ("frob --dry-run *", "frob --dry-run --no-dry-run x", "ask"),
        ("frob --dry-run *", "frob --dry-run=0", "ask"),
        ("frob --dry-run *", "frob --dry-run x", "allow"),
        ("frob -n *", "frob -n=false", "ask"),
        ("frob *", "frob --dry-run=no", "allow"),
        # A flag that says that it is not there is one more word of a command without a star.
        ("npm ci", "npm ci --ignore-scripts=false", "ask"),
        ("npm ci", "npm ci --strict-ssl=false", "ask"),
        ("npm ci *", "npm ci --audit=false", "allow"),
        ("docker ps", "docker --tlsverify=false ps", "ask"),
    ],
)
def test_they_are_asked_about(rule: str, text: str, expected: str) -> None:
    assert decide(policy(f"allow: {rule}"), text) == expected


def test_a_deny_of_a_flag_is_not_about_one_that_is_off() -> None:
    asked = policy("deny: terraform apply -auto-approve *", defaults={"action": "allow"})
    assert decide(asked, "terraform apply -auto-approve=false") == "allow"
    assert decide(asked, "terraform apply -auto-approve=true") == "deny"


@pytest.mark.parametrize("value", [" false", "=false", "=0", " no", " none", " off", "=F", " --no-dry-run"])
def test_an_exception_is_not_about_a_flag_that_is_off(value: str) -> None:
    asked = policy({"ask": "* deploy *", "except": ["* --dry-run *"]}, defaults={"action": "allow"})
    assert decide(asked, f"frob deploy --dry-run{value}") == "ask"
    assert decide(asked, f"frob deploy x --dry-run{value} y") == "ask"
    assert decide(asked, "frob deploy --dry-run") == "allow"


# ── variables that stand for options ──────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PIP_INDEX_URL=http://x pip install a", "pip install a --index-url=http://x"),
        ("UV_EXTRA_INDEX_URL=x uv pip install a", "uv pip install a --extra-index-url=x"),
        ("npm_config_registry=x npm i a", "npm i a --registry=x"),
        ("NPM_CONFIG_REGISTRY=x npm i a", "npm i a --registry=x"),
        ("YARN_NPM_REGISTRY_SERVER=x yarn add a", "yarn add a --registry=x"),
        ("HUSKY=0 git push", "git push --no-verify"),
        ("SKIP=lint git commit", "git commit --no-verify"),
    ],
)
def test_a_variable_is_an_option(text: str, words: str) -> None:
    assert " ".join(map(str, with_options_in_variables(commands(text)[-1]) or ())) == words


@pytest.mark.parametrize(
    "text", ["pip install a", "A=1 pip install a", "HUSKY=1 git push", "PIP_INDEX_URL=x ls", "SKIP= git commit"]
)
def test_other_variables_are_none(text: str) -> None:
    assert with_options_in_variables(commands(text)[-1]) is None
