"""What build tools are told to run is found."""

import pytest

from shell.reading import names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cmake -E remove x", ["cmake", "rm"]),
        ("cmake -E remove_directory x", ["cmake", "rm"]),
        ("cmake -E chdir d rm x", ["cmake", "env", "rm"]),
        ("cmake -E env A=b rm x", ["cmake", "env", "rm"]),
        ("cmake -E time rm x", ["cmake", "time", "rm"]),
        ("cmake -E echo rm", ["cmake", "echo"]),
        ("cmake -DCMAKE_C_COMPILER=rm .", ["cmake", "rm"]),
        ("cmake -D CMAKE_CXX_COMPILER_LAUNCHER:STRING='rm;x' .", ["cmake", "rm"]),
        ("cmake -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=rm .", ["cmake"]),
        ("cmake --build d -- SHELL=/bin/rm", ["cmake", "make", "/bin/rm"]),
        ("cmake --build d -- -j4", ["cmake", "make"]),
    ],
)
def test_what_cmake_runs(text: str, expected: list[str]) -> None:
    assert names(text) == expected
