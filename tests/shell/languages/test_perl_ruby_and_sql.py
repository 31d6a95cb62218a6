"""One-liners of perl and ruby, and queries."""

import pytest

from wicket.shell.languages.perl_ruby_and_sql import harmless


@pytest.mark.parametrize(
    "text",
    [
        "print if /foo/",
        "print unless m|a/b|",
        "s/a/b/",
        "s/(\\w+)/<$1>/g",
        "tr/a-z/A-Z/",
        'print "$1\\n" if /name: (\\S+)$/; s,x,y,;',
        "print $_ if /x/i",
        "print $F[0], $F[-1]",
        "print if 5..10",
        "print if $. == 5",
    ],
)
def test_perl_that_only_prints(text: str) -> None:
    assert harmless("perl", text)


@pytest.mark.parametrize(
    "text",
    [
        "print if system('x')",
        "s/a/system('x')/e",
        "/(?{ system('x') })/",
        "print if /@{[`x`]}/",
        "s/a/$x/",
        's/a/b/; system "x"',
        "print `x`",
        'print "@{[`x`]}"',
        "printf STDERR 1",
        "s{a}{b}e",
        "BEGIN { x }",
        "s/a/b",
        "/$x/",
        "print <STDIN>",
        "print $F[system('x')]",
        "print if $.=system('x')",
        "print if 5..x()",
    ],
)
def test_perl_that_may_do_more(text: str) -> None:
    assert not harmless("perl", text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("psql", "SELECT count(*) FROM users WHERE name LIKE 'x;y%'"),
        ("mysql", "show tables"),
        ("sqlite3", "select a, max(b) from t group by a; select 1;"),
        ("sqlite3", ".tables"),
        ("sqlite3", ".headers on\n.mode column\nselect a\nfrom t;\n"),
        ("sqlite3", ".schema users"),
        ("psql", "\\dt+ public.users"),
        ("psql", "with x as (select 1) select * from x"),
    ],
)
def test_queries(language: str, text: str) -> None:
    assert harmless(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("psql", "\\! x"),
        ("psql", "\\dt \\! x"),
        ("psql", "copy t to program 'x'"),
        ("psql", "with x as (delete from t returning *) select * from x"),
        ("psql", "select pg_read_file('x')"),
        ("mysql", "select 1 into outfile 'x'"),
        ("mysql", "select 1 #'\n;drop table x;#'"),
        ("mysql", "system x"),
        ("sqlite3", ".shell x"),
        ("sqlite3", "select 1;\n.shell x"),
        ("sqlite3", ".tables\n.shell x"),
        ("sqlite3", "select writefile('a', 'b')"),
        ("sqlite3", "drop table x"),
        ("psql", "drop table x"),
        ("psql", "select 'open"),
        ("psql", "select 1 -- '"),
        ("cobol", "x"),
    ],
)
def test_queries_that_may_do_more(language: str, text: str) -> None:
    assert not harmless(language, text)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("perl", "print 1", True),
        ("perl", 'print 2**10, "\\n"', True),
        ("perl", "say 'a', 1 + 1", True),
        ("perl", "print 1; unlink 'x'", False),
        ("perl", "print 1 . `x`", False),
        ("perl", "sayer", False),
        ("ruby", "puts 1", True),
        ("ruby", "puts 'a', \"b\"; p 1 + 2\nprint RUBY_VERSION", True),
        ("ruby", 'puts "#{`x`}"', False),
        ("ruby", "puts `x`", False),
        ("ruby", "puts 1 if system 'x'", False),
        ("ruby", "puts 'a' rescue x", False),
        ("ruby", "puts File", False),
        ("ruby", "", False),
    ],
)
def test_strings_and_numbers_are_printed(language: str, text: str, expected: bool) -> None:
    assert harmless(language, text) is expected
