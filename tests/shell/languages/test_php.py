"""Tests of `php`."""

import pytest

from wicket.shell.languages.php import account_of, harmless

# ── PHP that only computes and prints ─────────────────────────────────────────


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


# ── PHP that asks a project something ─────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "echo App\\Models\\User::count();",
        "use App\\Models\\User; echo User::where('a', 1)->first()->name;",
        "print_r(DB::table('users')->select('id', 'name')->limit(3)->get()->toArray());",
        "$r = DB::select('SELECT id FROM users'); foreach ($r as $c) { echo $c->id; }",
    ],
)
def test_what_only_asks_does_nothing_else(text: str) -> None:
    done = account_of(text)
    assert done is not None
    assert (done.reads, done.writes, done.commands, done.texts) == ([], [], [], [])


def test_files_that_are_loaded_are_run_and_those_that_are_read_are_read() -> None:
    done = account_of('require "vendor/autoload.php"; echo file_get_contents("a.json");')
    assert done is not None
    assert done.commands == [("php", "vendor/autoload.php")]
    assert done.reads == [("a.json",)]


@pytest.mark.parametrize(
    "text",
    [
        "User::truncate();",
        "User::where('id', 1)->delete();",
        "$u = User::find(1); $u->save();",
        "DB::statement('drop table x');",
        "DB::select('drop table x');",
        "DB::select('select 1; drop table x');",
        "system('rm x');",
        "$f = 'system'; $f('rm x');",
        "collect(['ls'])->map('system');",
        "collect(['ls'])->first('system');",
        "$x->$m();",
        "User::get('x')(1);",
        "new X;",
        "echo `ls`;",
        "require $x;",
        "file_get_contents('http://example.net');",
        "file_get_contents($x);",
        "File::get('.env');",
        "app('files')->get('x');",
        "$app->make('files')->get('x');",
        "$app->make(Illuminate\\Filesystem\\Filesystem::class)->get('.env');",
        'echo "{$x->y()}";',
        "echo $_ENV;",
        "(new ReflectionFunction('system'))->invoke('ls');",
        "echo 'open",
    ],
)
def test_whatever_else_stands_there_may_do_more(text: str) -> None:
    assert account_of(text) is None
