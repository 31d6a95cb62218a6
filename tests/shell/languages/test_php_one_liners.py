"""PHP that only computes and prints."""

import pytest

from wicket.shell.languages.php_one_liners import harmless


@pytest.mark.parametrize(
    "text",
    [
        "echo PHP_VERSION;",
        "echo PHP_VERSION, PHP_EOL;",
        "print_r(get_loaded_extensions());",
        "var_dump(extension_loaded('gd'));",
        '$a = [1, 2]; foreach ($a as $b) { echo $b * 2, "\\n"; }',
        "echo json_encode(['a' => 1], JSON_PRETTY_PRINT);",
        "echo ini_get('memory_limit');",
        "if (version_compare(PHP_VERSION, '8.1') > 0) echo 'yes'; else echo 'no';",
    ],
)
def test_what_only_computes_and_prints(text: str) -> None:
    assert harmless(text)


@pytest.mark.parametrize(
    "text",
    [
        "system('rm x');",
        "'system'('rm x');",
        "$f = 'system'; $f('rm x');",
        "['system'][0]('rm x');",
        "('sys' . 'tem')('rm x');",
        "echo `rm x`;",
        "eval('x');",
        "include 'x.php';",
        "require('x.php');",
        "echo $_ENV['A'];",
        "echo $GLOBALS['a'];",
        "new X;",
        "X::y();",
        "$a->b();",
        "array_map('system', ['rm x']);",
        'echo "{$a}";',
        'echo "${system}";',
        "unlink('x');",
        "echo file_get_contents('x');",
        "echo getenv('A');",
        "phpinfo();",
        "echo <<<E\nE;",
        "echo <<<PHP_A\n'\nPHP_A; system('rm x'); '';",
        "filter_var('rm x', FILTER_CALLBACK, ['options' => 'system']);",
        "?> x",
        "goto a;",
        "echo 'x",
        "static fn() => 1;",
    ],
)
def test_what_is_not_understood(text: str) -> None:
    assert not harmless(text)
