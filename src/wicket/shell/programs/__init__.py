"""Programs: what one command does with its words. Nothing here knows what stands before or behind it.

In: a command with its words expanded. Out: which files it reads, writes and deletes (`file_access`), what it prints
(`printed_text_and_settings`), what it amounts to under another name (`command_synonyms_and_python_modules`), and what
it could be made to do by words that are not known (`words_that_may_be_options_or_missing`).

Begin with `program_lookup`: it finds a program in the catalogue; `subcommands` takes a command line apart.
"""
