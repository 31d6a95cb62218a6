"""Variables that stand for options."""

import pytest

from shell.reading import commands
from wicket.policy.matching.options_in_variables import with_options_in_variables


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
