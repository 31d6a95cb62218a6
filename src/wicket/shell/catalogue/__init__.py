"""The catalogue: what is known of programs. Each file `*.toml` is about one family of them.

In: nothing. Out: for a program's name, how it reads its command line, and what its options and operands are: files that
are read or written, commands that are run, settings, files that it loads, folders that it carries away.

Begin with a file, `archives.toml` or `wrappers.toml`, and with `option_parser`, which says how a line reads.
`compiled_catalogue` loads what is known of a program, `entry_fields` says what each field means. What data cannot say
is code: `npm_command_line` here, and the functions that entries name. `folder_uploads` and `interpreter_names` ask the
entries about one thing each; `dangerous_variables` has the variables that are no one program's, and those by which
things are built.
"""
