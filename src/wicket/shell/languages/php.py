"""Small programs of PHP: whether they only compute and print, and an account of what others do."""

from wicket.shell.characters import listed
from wicket.shell.code_effects import Account

__all__ = ["account_of", "harmless"]


# ── small programs of PHP that are shown to do nothing but compute and print: `echo PHP_VERSION;` ──

# It understands little of the language and says no to everything else: no files, no classes, no variables of the
# server's, and no function that is not listed or that calls another by its name.


FUNCTIONS = listed(
    """
    abs array_chunk array_column array_combine array_count_values array_diff array_fill array_flip array_intersect
    array_key_exists array_keys array_merge array_pad array_product array_reverse array_search array_slice array_sum
    array_unique array_values base64_encode bin2hex bindec ceil checkdate chr class_exists count crc32 ctype_alnum
    ctype_alpha ctype_digit date date_default_timezone_get dechex decbin defined explode extension_loaded
    floor fmod function_exists gettype gmdate hash hexdec htmlspecialchars implode in_array ini_get intdiv is_array
    is_int is_null is_numeric is_string isset join json_decode json_encode json_last_error_msg lcfirst log ltrim max
    mb_strlen mb_strtolower mb_strtoupper mb_substr md5 memory_get_usage method_exists microtime min number_format ord
    php_sapi_name php_uname phpversion pi pow print_r printf range rawurlencode round rtrim sha1 sprintf sqrt
    str_contains str_ends_with str_pad str_repeat str_replace str_split str_starts_with strcmp strlen strpos strrev
    strtolower strtotime strtoupper strtr substr substr_count sys_get_temp_dir time trim ucfirst ucwords uniqid
    urlencode usleep var_dump var_export version_compare zend_version
    get_loaded_extensions
    """
)
KEYWORDS = listed("echo print if else elseif foreach for while as true false null and or xor exit die array empty list")
CONSTANTS = ("PHP_", "E_", "M_", "JSON_", "FILTER_", "INI_", "DATE_")
SIGNS = frozenset("();,.+-*/%=<>!?:&|[]{} \t\n")
NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
# What calls if a bracket follows: a text, a variable, an entry of a list, what another call gives.
_CALLED = "called"


def harmless(text: str) -> bool:
    """Tell whether a program surely only computes and prints."""
    at, before = 0, ""
    while at < len(text):
        sign = text[at]
        if sign in "'\"":
            end = _end_of_plain_php_text(text, at)
            if end < 0:
                return False
            at, before = end, _CALLED
        elif sign == "$":
            end = _name(text, at + 1)
            if end == at + 1 or text[at + 1] == "_" or text[at + 1 : end] in ("GLOBALS", "argv", "argc", "this"):
                return False
            at, before = end, _CALLED
        elif sign in NAMES:
            end = _name(text, at)
            word = text[at:end]
            if word[0].isdigit():
                before = ""
            elif _blank(text, end, "("):
                if word.lower() not in FUNCTIONS and word.lower() not in KEYWORDS:
                    return False
                before = ""
            elif word.lower() not in KEYWORDS and not word.startswith(CONSTANTS):
                return False
            at = end
        elif sign not in SIGNS or text.startswith(("::", "->", "?->", "/*", "//", "?>", "<<<"), at):
            return False
        else:
            if sign == "(" and before == _CALLED:
                return False
            if not sign.isspace():
                before = _CALLED if sign in ")]}" else ""
            at += 1
    return True


def _end_of_plain_php_text(text: str, at: int) -> int:
    """Give where a text in quotes ends; -1: it does not, or something is put into it."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        if quote == '"' and text[at] == "$":
            return -1
        at += 2 if text[at] == "\\" else 1
    return at + 1 if at < len(text) else -1


def _name(text: str, at: int) -> int:
    while at < len(text) and text[at] in NAMES:
        at += 1
    return at


def _blank(text: str, at: int, sign: str) -> bool:
    """Tell whether a sign comes next."""
    return text[at:].lstrip().startswith(sign)


# ── gives an account of a program of PHP that asks a project something: `App\Models\User::count()` ──

# It loads the project's own files, which is to run them, reads files by their names, and asks objects by the methods on
# a closed list, none of which changes anything. Whatever else stands in it may do more than can be told.


# Methods that look something up, or say what is there.
_METHODS = listed(
    """
    all avg bootstrap connection count distinct dot doesntexist exists find findmany findorfail first firstorfail
    firstwhere format get getattribute getattributes getconnection getcolumnlisting getdatabasename getkey getname
    getrelations gettable getoriginal groupby hascolumn hastable implode inrandomorder isempty isnotempty join keys last
    latest leftjoin limit load make max min oldest only orderby orderbydesc orwhere paginate pluck query select
    skip sortby sortbydesc sum table take toarray todatestring todatetimestring tojson tosql unique value values where
    wherebetween wheredate wherehas wherein wherenotin wherenotnull wherenull with withcount withtrashed
    """
)
_HELPERS = listed("base_path app_path collect database_path dump now optional public_path resource_path today")
_READING = listed("file_get_contents file_exists is_file is_dir filesize filemtime file parse_ini_file")
_LOADING = frozenset(["require", "require_once", "include", "include_once"])
_MORE_KEYWORDS = listed("fn function use return static instanceof")
_QUERIES = ("SELECT ", "SHOW ", "DESCRIBE ", "EXPLAIN ")
# By these names, everything can be reached.
_REACHING = listed("reflection closure ffi process artisan file storage disk http mail")
# A text that these are given is called.
_CALLING = frozenset(["first", "last", "make", "value"])


def account_of(text: str) -> Account | None:
    """Give an account of a program; None: it may do more than can be told."""
    tokens = _php_tokens(text)
    if tokens is None:
        return None
    done = Account()
    for at, (kind, value) in enumerate(tokens):
        behind = tokens[at + 1] if at + 1 < len(tokens) else ("", "")
        before = tokens[at - 1] if at else ("", "")
        if kind == "name" and not _is_name(done, value, before[1], behind, tokens, at):
            return None
        if kind == "sign" and value == "(" and (before[0] in ("text", "variable") or before[1] in (")", "]", "}")):
            return None  # something is called that is not known by its name
        if kind == "variable" and before[1] in ("->", "::", "new"):
            return None
    return done


def _is_name(
    done: Account, value: str, before: str, behind: tuple[str, str], tokens: list[tuple[str, str]], at: int
) -> bool:
    """Tell whether a name is one that may stand there; note what is read or run by it."""
    name = value.lower()
    called = behind == ("sign", "(")
    if before in ("->", "?->", "::"):
        if not called:
            return before != "::" or name == "class" or value.isupper() or name in _METHODS
        return name in _METHODS and _is_given_plainly(name, tokens, at)
    if name in _LOADING:
        if behind[0] != "text" or not _is_plain_path(behind[1]):
            return False
        done.commands.append(("php", behind[1]))
        return True
    if before.lower() == "use":
        return True
    if behind[1] == "::":
        return not any(part in name.rpartition("\\")[2] for part in _REACHING)
    if called and name in _READING:
        path = tokens[at + 2] if at + 2 < len(tokens) else ("", "")
        ended = tokens[at + 3 : at + 4] in ([("sign", ")")], [("sign", ",")])
        if path[0] != "text" or not _is_plain_path(path[1]) or not ended:
            return False
        done.reads.append((path[1],))
        return True
    if called and name == "app":
        return tokens[at + 2 : at + 3] == [("sign", ")")]
    if called:
        return name in FUNCTIONS or name in _HELPERS or name in KEYWORDS or name in _MORE_KEYWORDS
    return name in KEYWORDS or name in _MORE_KEYWORDS or value.startswith(CONSTANTS) or value[0].isdigit()


def _is_given_plainly(method: str, tokens: list[tuple[str, str]], at: int) -> bool:
    """Tell whether a method is given nothing by which it does more than to look something up."""
    kind, text = tokens[at + 2] if at + 2 < len(tokens) else ("", "")
    if method == "select":
        return _is_harmless_query(tokens, at)
    if method in _CALLING:
        return kind == "name" or (kind, text) == ("sign", ")")
    return kind != "text" or method != "get" or not any(c in text for c in "/.\\")


def _is_harmless_query(tokens: list[tuple[str, str]], at: int) -> bool:
    """Tell whether what a database is asked is the name of a column, or a statement that only asks."""
    kind, text = tokens[at + 2] if at + 2 < len(tokens) else ("", "")
    if kind != "text":
        return kind == "sign" and text in (")", "[")
    words = " ".join(text.split())
    return (
        ";" not in words and (" " not in words or words.upper().startswith(_QUERIES)) and "INTO " not in words.upper()
    )


def _is_plain_path(path: str) -> bool:
    return bool(path) and "://" not in path and "$" not in path and "\\" not in path


def _php_tokens(text: str) -> list[tuple[str, str]] | None:
    """Cut a program into names, variables, texts and signs; None: something else stands in it."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in "'\"":
            end = _end_of_php_text(text, at)
            if end < 0:
                return None
            found.append(("text", text[at + 1 : end - 1]))
        elif sign == "$":
            end = _end_of_name(text, at + 1, "")
            name = text[at + 1 : end]
            if not name or name[0] == "_" or name in ("GLOBALS", "argv", "argc", "this"):
                return None
            found.append(("variable", name))
        elif sign in NAMES or sign == "\\":
            end = _end_of_name(text, at, "\\")
            found.append(("name", text[at:end]))
        elif text.startswith(("?->", "->", "::", "=>"), at):
            end = at + (3 if sign == "?" else 2)
            found.append(("sign", text[at:end]))
        elif sign not in SIGNS or text.startswith(("/*", "//", "?>", "<<<"), at):
            return None
        else:
            end = at + 1
            if not sign.isspace():
                found.append(("sign", sign))
        at = end
    return found


def _end_of_php_text(text: str, at: int) -> int:
    """Give where a text in quotes ends; -1: it does not, or more than a variable is put into it."""
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        if quote == '"' and (text.startswith(("${", "{$"), at) or (text[at] == "$" and text[at + 1 : at + 2] == "_")):
            return -1
        at += 2 if text[at] == "\\" else 1
    return at + 1 if at < len(text) else -1


def _end_of_name(text: str, at: int, more: str) -> int:
    while at < len(text) and (text[at] in NAMES or (text[at] in more and more)):
        at += 1
    return at
