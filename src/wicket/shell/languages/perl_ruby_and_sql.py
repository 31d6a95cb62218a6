"""One-liners of perl and ruby and queries of SQL that are shown to do nothing but read and print.

Each judge understands very little of its language and says no to everything else.
"""

from wicket.shell.characters import listed

__all__ = ["harmless"]


def harmless(language: str, text: str) -> bool:
    """Tell whether a program surely neither runs, nor writes, nor loads code."""
    if language == "perl":
        return _perl(text)
    if language == "ruby":
        return _ruby(text)
    if language.partition(" ")[0] in _SQL_CLIENTS:
        return _sql(text, language == "sqlite3")
    return False


# ── perl ─────────────────────────────────────────────────────────────────────

_PERL_OPERATORS = {"s": 3, "tr": 3, "y": 3, "m": 2}


def _perl(text: str) -> bool:
    """Statements `print … if /…/`, `s/…/…/` and `tr/…/…/`, and nothing else."""
    i = 0
    while i < len(text):
        i = _perl_statement(text, i)
        if i < 0:
            return False
    return True


def _perl_statement(text: str, i: int) -> int:
    """Step over a statement and its semicolon; -1 for what is not understood."""
    i = _blank(text, i)
    says = next((verb for verb in ("print", "say") if text.startswith(verb, i)), "")
    if says and not _is_letter(text, i + len(says)):
        i = _perl_printed(text, _blank(text, i + len(says)))
    elif text[i : i + 1] != ";" and i < len(text):
        i = _perl_match(text, i)
    if i < 0:
        return -1
    i = _blank(text, i)
    for condition in ("if", "unless"):
        if text.startswith(condition, i) and not _is_letter(text, i + len(condition)):
            i = _perl_condition(text, _blank(text, i + len(condition)))
            if i < 0:
                return -1
            i = _blank(text, i)
            break
    if i >= len(text):
        return i
    return i + 1 if text[i] == ";" else -1


def _perl_printed(text: str, i: int) -> int:
    """Step over what is printed: variables, strings and calculations, with commas between them."""
    while text[i : i + 1] in ("$", '"', "'") or text[i : i + 1].isdigit():
        if text[i].isdigit():
            i = _calculation(text, i)
        elif text[i] == "'":
            i = _string(text, i)
        else:
            i = _perl_variable(text, i) if text[i] == "$" else _perl_string(text, i + 1)
        if i < 0:
            return -1
        i = _blank(text, i)
        if text[i : i + 1] != ",":
            break
        i = _blank(text, i + 1)
    return i


def _perl_condition(text: str, i: int) -> int:
    """Step over `/…/`, lines from one number to another, or `$. == 5`."""
    if text.startswith("$.", i):
        i = _blank(text, i + 2)
        if text[i : i + 1] not in ("=", "<", ">"):
            return -1
        while text[i : i + 1] in ("=", "<", ">", " "):
            i += 1
        return _digits(text, i)
    if text[i : i + 1].isdigit():
        i = _digits(text, i)
        return _digits(text, i + 2) if text.startswith("..", i) else -1
    return _perl_match(text, i)


def _digits(text: str, i: int) -> int:
    start = i
    while text[i : i + 1].isdigit():
        i += 1
    return i if i > start else -1


def _perl_variable(text: str, i: int) -> int:
    """Step over `$_`, `$.`, `$&`, `$1` and `$F[0]`."""
    if text.startswith("$F[", i):
        i = _digits(text, i + 4 if text[i + 3 : i + 4] == "-" else i + 3)
        return i + 1 if i >= 0 and text[i : i + 1] == "]" else -1
    return i + 2 if text[i + 1 : i + 2] in tuple("_.&123456789") and not _is_letter(text, i + 2) else -1


def _perl_string(text: str, i: int) -> int:
    """Step over a string up to its closing quote; it may hold variables like `$1`."""
    while i < len(text) and text[i] != '"':
        if text[i] == "@" or (text[i] == "$" and _perl_variable(text, i) < 0):
            return -1
        i += 2 if text[i] == "\\" else 1
    return i + 1 if i < len(text) else -1


def _perl_match(text: str, i: int) -> int:
    """Step over `/…/`, `m/…/`, `s/…/…/` or `tr/…/…/` and its flags."""
    operator = ""
    while text[i : i + 1].isalpha():
        operator += text[i]
        i += 1
    delimiter = text[i : i + 1]
    if not delimiter or delimiter not in "/,|!#:%" or (not operator and delimiter != "/"):
        return -1
    parts = _PERL_OPERATORS.get(operator or "m", 0)
    if not parts:
        return -1
    for part in range(1, parts):
        start = i = i + 1
        while i < len(text) and text[i] != delimiter:
            i += 2 if text[i] == "\\" else 1
        if i >= len(text) or not _perl_plain(text[start:i], part == 2 or operator in ("tr", "y")):
            return -1
    i += 1
    while text[i : i + 1].isalpha():
        if text[i] not in "gimsxacd":
            return -1
        i += 1
    return i


def _perl_plain(text: str, replacement: bool) -> bool:
    """Nothing in a pattern that is code or the value of a variable."""
    if "@" in text or "(?{" in text or "(??" in text or "(?p" in text or "(*" in text or "`" in text:
        return False
    i = text.find("$")
    while i >= 0:
        behind = text[i + 1 : i + 2]
        allowed = behind in tuple("&123456789") and behind != "" if replacement else behind in ("", ")", "|")
        before = text[:i]
        escaped = (len(before) - len(before.rstrip("\\"))) % 2 == 1
        if not allowed and not escaped:
            return False
        i = text.find("$", i + 1)
    return True


def _blank(text: str, i: int) -> int:
    while text[i : i + 1] in (" ", "\t", "\n"):
        i += 1
    return i


def _is_letter(text: str, i: int) -> bool:
    return text[i : i + 1].isalnum() or text[i : i + 1] == "_"


def _calculation(text: str, i: int) -> int:
    """Step over numbers with signs between them."""
    while i < len(text) and text[i] in "0123456789+-*/%(). ":
        i += 1
    return i


def _string(text: str, i: int, never: str = "") -> int:
    """Step over a string in the quotes that stand there; -1 where it holds what it never may, or does not end."""
    quote = text[i]
    i += 1
    while i < len(text) and text[i] != quote:
        if text[i] in never:
            return -1
        i += 2 if text[i] == "\\" else 1
    return i + 1 if i < len(text) else -1


# ── ruby ─────────────────────────────────────────────────────────────────────

_RUBY_VALUES = listed("RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE nil true false")


def _ruby(text: str) -> bool:
    """Statements `puts …`, `print …` and `p …` of strings and numbers, and nothing else."""
    i = _blank(text, 0)
    while i < len(text):
        verb = _name(text, i)
        if verb not in ("puts", "print", "p"):
            return False
        i = _listed(text, _blank(text, i + len(verb)), "#", _RUBY_VALUES)
        if i < 0 or text[i : i + 1] not in ("", ";", "\n"):
            return False
        i = _blank(text, i + 1)
    return bool(text)


def _name(text: str, i: int) -> str:
    start = i
    while _is_letter(text, i):
        i += 1
    return text[start:i]


def _listed(text: str, i: int, never: str, values: frozenset[str]) -> int:
    """Step over strings, numbers and a few known values, with commas between them; -1 for anything else."""
    while True:
        if text[i : i + 1] in ("'", '"'):
            i = _string(text, i, never)
        elif text[i : i + 1].isdigit():
            i = _calculation(text, i)
        else:
            name = _name(text, i)
            i = i + len(name) if name in values else -1
        if i < 0:
            return -1
        while text[i : i + 1] in (" ", "\t"):
            i += 1
        if text[i : i + 1] != ",":
            return i
        i = _blank(text, i + 1)


# ── SQL ──────────────────────────────────────────────────────────────────────

_SQL_CLIENTS = listed(
    """
    psql mysql sqlite3 sqlcmd cqlsh clickhouse-client clickhouse snowsql bq trino presto spark-sql hive beeline
    impala-shell usql pgcli mycli litecli
    """
)
_SQL_BEGINS = listed("select explain show describe desc values")
_SQL_FUNCTIONS = listed(
    """
    count sum min max avg total lower upper length trim ltrim rtrim round abs coalesce nullif ifnull date time datetime
    now substr substring replace cast concat in and or on as from where over partition select distinct exists not by
    extract julianday strftime group_concat string_agg array_agg row_number rank using to_char date_trunc when then
    case having limit values current_database current_user version database schema pg_size_pretty typeof sqlite_version
    pg_database_size pg_total_relation_size pg_relation_size union all between like
    """
)
_SQL_WORDS = listed(
    """
    into copy program outfile dumpfile attach load_file load_extension writefile edit system source pager tee delete
    insert update drop alter create truncate grant revoke merge call do execute set lock vacuum
    fsdir lsdir zipfile dbstat sqlite_dbpage completion csv
    """
)
_SQL_SAYING = listed(
    ".tables .schema .headers .header .mode .databases .indexes .indices .dump .quit .exit .width .stats"
)


def _is_saying(line: str) -> bool:
    """Tell whether sqlite is told how to show something, or to show what there is."""
    words = line.split()
    return words[0] in _SQL_SAYING and all(word.replace("_", "").isalnum() for word in words[1:])


def _is_describing(line: str) -> bool:
    """Tell whether psql is told to describe what there is, or how to show it: `\\dt`, `\\d+ orders`, `\\x`."""
    words = line.split()
    if not words or words[0][:1] != "\\" or not (words[0].startswith("\\d") or words[0] in _SQL_DESCRIBING):
        return False
    return all(c.isalnum() or c in "_.+ " for c in line.strip()[1:])


_SQL_DESCRIBING = listed("\\l \\l+ \\x \\timing \\conninfo \\q \\sf \\sv \\z \\encoding")
# What these pragmas are asked they say; with `=`, some would set it.
_SQL_PRAGMAS = listed(
    """
    table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check database_list
    integrity_check quick_check compile_options collation_list function_list module_list pragma_list page_count
    page_size freelist_count user_version schema_version encoding journal_mode application_id data_version
    """
)
# These are told nothing else: an argument sets them.
_SQL_ASKED = listed("page_size user_version schema_version encoding journal_mode application_id")


def _is_pragma(text: str) -> bool:
    """Tell whether a statement asks sqlite about a database: `PRAGMA table_info(orders)`."""
    word, _, rest = text.partition(" ")
    name, bracket, argument = rest.strip().lower().partition("(")
    name = name.strip().rpartition(".")[2]
    if word.lower() != "pragma" or name not in _SQL_PRAGMAS or (bracket and name in _SQL_ASKED):
        return False
    if not bracket:
        return True
    return argument[-1:] == ")" and all(c.isalnum() or c in "_'\" " for c in argument[:-1])


def _sql(text: str, dots: bool) -> bool:
    """Queries alone, with functions that compute, or what sqlite says about a database."""
    if dots and "." in text:
        lines = text.split("\n")
        if not all(_is_saying(line) for line in lines if line[:1] == "."):
            return False
        text = "\n".join([line for line in lines if line[:1] != "."])
    if not dots:
        text = "\n".join([line for line in text.split("\n") if not _is_describing(line)])
    elif all(map(_is_pragma, filter(None, (one.strip() for one in text.split(";"))))):
        return True
    if any(c in text for c in "\\`$#["):
        return False
    if any(line.lstrip()[:1] in (".", "!", "\\") for line in text.split("\n")):
        return False
    begins = True
    i = 0
    while i < len(text):
        c = text[i]
        if c in "'\"":
            close = text.find(c, i + 1)
            if close < 0 or text[close + 1 :].lstrip()[:1] == "(":
                return False  # a name may be quoted, that of a function too
            i = close
        elif c == ";":
            begins = True
        elif c == ":" and text[i + 1 : i + 2] not in (":", "=", " ") and text[i - 1 : i] != ":":
            return False  # psql puts a variable there
        elif (c == "-" and text[i + 1 : i + 2] == "-") or (c == "/" and text[i + 1 : i + 2] == "*"):
            return False
        elif c.isalpha() or c == "_":
            start = i
            while _is_letter(text, i):
                i += 1
            word = text[start:i].lower()
            if begins and word not in _SQL_BEGINS and word != "with":
                return False
            if word in _SQL_WORDS or (text[_blank(text, i) :][:1] == "(" and word not in _SQL_FUNCTIONS):
                return False
            begins = False
            continue
        elif begins and not c.isspace() and c != "(":
            return False
        i += 1
    return True
