"""Texts for PowerShell and for cmd of Windows, which are read here as bash would read them: that is said, at least.

Only what is plain counts: a cmdlet as the program, `$x = …`, `$env:X`, `del`, `dir /s`, `cd /d`, `%USERPROFILE%`. Paths
with backslashes outside of quotes are no paths for bash, which drops the backslashes.
"""

from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import is_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command, Script
    from wicket.shell.words import Word

__all__ = ["lost_backslashes", "meant_for", "refused_text_meant_for"]

POWERSHELL = "PowerShell"
CMD = "cmd.exe"

# What cmdlets begin with.
_VERBS = listed(
    """
    Add Approve Assert Backup Block Build Checkpoint Clear Close Compare Complete Compress Confirm Connect Convert
    ConvertFrom ConvertTo Copy Debug Deny Deploy Disable Disconnect Dismount Edit Enable Enter Exit Expand Export Find
    ForEach Format Get Grant Group Hide Import Initialize Install Invoke Join Limit Lock Measure Merge Mount Move New
    Open Optimize Out Ping Pop Protect Publish Push Read Receive Redo Register Remove Rename Repair Request Reset Resize
    Resolve Restart Restore Resume Revoke Save Search Select Send Set Show Skip Sort Split Start Step Stop Submit
    Suspend Switch Sync Tee Test Trace Unblock Undo Uninstall Unlock Unprotect Unpublish Unregister Update Use Wait
    Watch Where Write
    """
)
# These show what they are given, and do nothing else. No shell that is read here has them.
_SHOWING = listed(
    """
    Format-List Format-Table Format-Wide Format-Hex Group-Object Measure-Object Out-Host Out-Null Out-String
    Select-Object Sort-Object Write-Debug Write-Error Write-Host Write-Information Write-Output Write-Verbose
    Write-Warning
    """
)
# In a word with one of these, they may be given code.
_CODE = frozenset("{}()[]$@`;&|")
_ASSIGNING = listed("= += -= *= /=")
_ENVIRONMENT = "$env:"

# Commands that only cmd has; and those that only cmd gives switches of one or two letters.
_OF_CMD = listed("del erase cls")
_SWITCHED = listed("dir cd chdir rd rmdir md mkdir copy move ren type")
_MAX_SWITCH = 3
# cmd itself: what follows `/c` is code that no shell here reads. Without a word that begins with a slash, it may be
# somebody's own program of that name.
_CMD_ITSELF = listed("cmd cmd.exe")
_NAMES = _OF_CMD | _SWITCHED | _CMD_ITSELF
_SIGNS = (_ENVIRONMENT, "%", "\\")

# How conditions of cmd begin.
_CONDITIONS = ("if exist ", "if not exist ", "if defined ", "if not defined ", "if errorlevel ", "@echo off")

_VARIABLES = tuple(
    f"%{name}%"
    for name in listed(
        """
        ALLUSERSPROFILE APPDATA CD COMPUTERNAME COMSPEC ERRORLEVEL HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PROGRAMDATA
        PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR
        """
    )
)

# So many lines of a text that is no bash are looked at, and so many words of a command.
MAX_LINES = 50
MAX_WORDS = 50


def may_be_meant(command: "Command", signs: bool) -> bool:
    """Tell whether a command has to be looked at: quick, as nearly none has. `signs`: what `has_signs` says of all."""
    name = command.name
    return signs or name is None or name in _NAMES or name[:1].isupper()


def has_signs(script: "Script") -> bool:
    """Tell whether a text holds any sign that other shells use, whatever program it is given to."""
    return any(map(script.holds, _SIGNS))


def meant_for(command: "Command", script: "Script") -> str:
    """Name the shell that a command of this script is plainly meant for, if that is none that is read here."""
    words = command.words
    if not words:
        return ""
    name = command.name
    if name is None:
        if script.source(words[0])[:1] == "$" and len(words) > 1 and str(words[1]) in _ASSIGNING:
            return POWERSHELL
    elif _is_cmdlet(name):
        return "" if _is_harmless(name, words[1:]) else POWERSHELL
    elif name in _NAMES and _is_for_cmd(name, words[1:MAX_WORDS]):
        return CMD
    if script.holds(_ENVIRONMENT) and any(_is_environment(script.source(word)) for word in _given(command)):
        return POWERSHELL
    if script.holds("%") and any(word.prefix.lstrip('"').upper().startswith(_VARIABLES) for word in words[:MAX_WORDS]):
        return CMD
    return ""


def refused_text_meant_for(script: "Script") -> str:
    """Name the shell that a text is plainly meant for which no shell reads that is known here."""
    for line in script.lines()[:MAX_LINES]:
        words = line.split(None, MAX_WORDS)
        if not words:
            continue
        if words[0].startswith(_ENVIRONMENT) or any(_is_cmdlet(word.strip("(){}|;")) for word in words):
            return POWERSHELL
        if words[0][0] == "$" and len(words) > 1 and words[1] in _ASSIGNING:
            return POWERSHELL
        if line.lstrip().lower().startswith(_CONDITIONS) or words[0] in _OF_CMD:
            return CMD
    return ""


def lost_backslashes(command: "Command", script: "Script") -> str:
    """Give the path, as it is written, of which bash makes another one: a program, or what begins with a drive."""
    if command.by is not None or not script.holds("\\"):
        return ""
    for at, word in enumerate(command.words[:MAX_WORDS]):
        source = script.source(word)
        if word.reason is not None or "\\" not in source or "\\" in word.prefix or "'" in source or '"' in source:
            continue
        if at == 0 and is_known(word.prefix):
            continue  # somebody hides its name, which is read
        pieces = source.split("\\")
        if (
            all(pieces)
            and all(piece[0].isalnum() for piece in pieces[1:])
            and (at == 0 or (pieces[0][1:] == ":" and pieces[0][0].isalpha()))
        ):
            return source
    return ""


def _given(command: "Command") -> "list[Word]":
    return [*command.words[:MAX_WORDS], *[redirect.target for redirect in command.redirects]]


def _is_for_cmd(name: str, words: "tuple[Word, ...]") -> bool:
    if name in _CMD_ITSELF:
        return any(word.prefix[:1] == "/" for word in words)
    return name in _OF_CMD or any(map(_is_switch, words))


def _is_cmdlet(name: str) -> bool:
    verb, _, noun = name.partition("-")
    return verb in _VERBS and noun[:1].isupper() and noun.isalnum()


def _is_harmless(name: str, words: "tuple[Word, ...]") -> bool:
    """Tell whether a cmdlet only shows what it is given, or makes a folder."""
    if any(map(_may_be_code, words)):
        return False
    return name in _SHOWING or (name == "New-Item" and "directory" in [word.prefix.lower() for word in words])


def _may_be_code(word: "Word") -> bool:
    return word.reason is not None or not _CODE.isdisjoint(word.prefix)


def _is_switch(word: "Word") -> bool:
    """Tell whether a word is an option of cmd: `/s`, `/ad`, `/a:d`."""
    if word.reason is not None or word.prefix[:1] != "/":
        return False
    letters = word.prefix[1:].partition(":")[0]
    return letters.isalpha() and len(letters) < _MAX_SWITCH


def _is_environment(source: str) -> bool:
    """Tell whether a word reads a variable as PowerShell does: `$env:PATH`; not `app-$env:latest`."""
    _, found, name = source.lstrip('"').partition(_ENVIRONMENT)
    return bool(found) and name[:1].isupper()
