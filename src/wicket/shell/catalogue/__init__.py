"""The catalogue: what is known of programs, as tables. No table runs anything or looks at a command by itself.

In: nothing. Out: for a program's name, how it reads its command line (`usage`), and what its options and operands are:
files that are read or written, commands that are run, settings, synonyms, folders that are carried away.

Begin with `usage`, which says how a line of a table reads. Then look for a program's name in the tables: `file_tools`,
`git`, `developer_tools`, `wrappers`, `interpreters`, `archivers`, `compilers`, and `harmless_subcommands`.
"""
