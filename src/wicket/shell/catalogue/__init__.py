"""The catalogue: what is known of programs. Each file `*.toml` is about one family of them.

In: nothing. Out: for a program's name, how it reads its command line, and what its options and operands are: files that
are read or written, commands that are run, settings, files that it loads, folders that it carries away.

Begin with a file, `archives.toml` or `wrappers.toml`, and with `usage`, which says how a line reads. `entries`
loads what is known of a program, `entry_fields` says what each field means. What data cannot say is
code: `npm_settings` here, and the functions that entries name. `synonyms`, `folder_uploads` and `interpreters` ask the
entries about one thing each; `environment_variables` has those that are no one program's.
"""
