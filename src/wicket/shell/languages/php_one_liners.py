"""Small programs of PHP that are shown to do nothing but compute and print: `echo PHP_VERSION;`.

It understands little of the language and says no to everything else: no files, no classes, no variables of the
server's, and no function that is not listed or that calls another by its name.
"""

from wicket.shell.characters import listed

__all__ = ["CONSTANTS", "FUNCTIONS", "KEYWORDS", "NAMES", "SIGNS", "harmless"]

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
            end = _string(text, at)
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


def _string(text: str, at: int) -> int:
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
