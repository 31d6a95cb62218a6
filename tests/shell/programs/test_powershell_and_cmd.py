"""Texts for PowerShell and cmd are told from those for bash."""

import pytest

from wicket.shell import read
from wicket.shell.programs.powershell_and_cmd import (
    CMD,
    POWERSHELL,
    lost_backslashes,
    meant_for,
    refused_text_meant_for,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Get-ChildItem -Recurse", POWERSHELL),
        ("Remove-Item -Recurse -Force build", POWERSHELL),
        ("Write-Host done", ""),
        ("Format-List", ""),
        ("Sort-Object {rm x}", POWERSHELL),
        ('Write-Host "$x"', POWERSHELL),
        ("New-Item -ItemType Directory x", ""),
        ("New-Item -ItemType File x", POWERSHELL),
        ("$x = 5", POWERSHELL),
        ("$list += 5", POWERSHELL),
        ('$env:FOO = "x"', POWERSHELL),
        ("echo $env:PATH", POWERSHELL),
        ('echo "$env:PATH"', POWERSHELL),
        ("ls > $env:TEMP", POWERSHELL),
        ("dir /s /b", CMD),
        ("dir /a:d x", CMD),
        ("del x", CMD),
        ("rmdir /s /q build", CMD),
        ("cd /d C:/x", CMD),
        ("ls %USERPROFILE%/x", CMD),
        ("get-iplayer x", ""),
        ("Foo-Bar x", ""),
        ("git commit -m Update-Readme", ""),
        ("docker push app-$env:latest", ""),
        ("cmd /c 'del x'", CMD),
        ("cmd //c dir", CMD),
        ("cmd.exe /s/v:on /c dir", CMD),
        ("cmd --mode x /c", CMD),
        ("cmd --mode ?", ""),
        ("cmd", ""),
        ("dir /home", ""),
        ("rmdir /tmp/x", ""),
        ("cd /", ""),
        ("date +%Y%m%d", ""),
        ("psql -c \"SELECT x LIKE '%TEMP%'\"", ""),
        ("$x 5", ""),
        ("x=5", ""),
    ],
)
def test_for_which_shell_a_command_is_meant(text: str, expected: str) -> None:
    script = read(text)
    assert meant_for(script.commands[0], script) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if (Test-Path x) { Remove-Item x }", POWERSHELL),
        ("ls\n$y = @(1, 2)", POWERSHELL),
        ("$env:X = @(1)", POWERSHELL),
        ("if exist x echo y", CMD),
        ("IF NOT EXIST x (mkdir x)", CMD),
        ("if ls; x", ""),
        ("", ""),
    ],
)
def test_for_which_shell_a_text_is_meant_that_is_not_understood(text: str, expected: str) -> None:
    assert refused_text_meant_for(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"tools\run.exe -m x", r"tools\run.exe"),
        (r".venv\Scripts\python.exe -m pytest", ""),
        (r"cat C:\x\y", r"C:\x\y"),
        (r"\ls x", ""),  # no alias is meant
        (r"l\s x", ""),  # it is ls
        (r"ls My\ Files", ""),
        (r"grep foo\.bar x", ""),
        (r"grep foo\bbar x", ""),
        (r"cat 'C:\x\y'", ""),
        ("ls x", ""),
    ],
)
def test_which_paths_lose_their_backslashes(text: str, expected: str) -> None:
    script = read(text)
    assert lost_backslashes(script.commands[0], script) == expected
