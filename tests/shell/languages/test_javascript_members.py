"""What is taken of something by a computed name, and called."""

import pytest

from wicket.shell.languages.javascript_effects import account_of


@pytest.mark.parametrize(
    "text",
    [
        "const k = 'constr' + 'uctor'; (() => 0)[k]('x')()",
        "Promise.resolve('x').then((() => 0)['constr' + 'uctor'])",
        "this['require']('child_process').exec('rm x')",
        "const r = this['require']; r('fs').rm('x', () => {})",
        "[1].map([]['filter']['constr' + 'uctor'])",
    ],
)
def test_what_a_computed_name_gives_is_called_by_nobody(text: str) -> None:
    assert account_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "const a = [1, 2]; for (let i = 0; i < a.length; i++) console.log(a[i])",
        "const o = JSON.parse('{}'); for (const k of Object.keys(o)) console.log(k, o[k])",
        "console.log([3, 1][0])",
    ],
)
def test_an_index_is_no_call(text: str) -> None:
    assert account_of(text) is not None
