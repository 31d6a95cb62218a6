"""File rules: where a word points, and whether a policy lists that place.

In: what a command does to files (`effect`), and the lists of the policy. Out: what is denied or asked about, added to
the evidence.

Begin with `file_rules`. `locate` finds where a word points, `listed_paths` compares that with a list, `path_index`
makes long lists fast, and `paths_in_words` finds possible paths in the words of an unknown program.
"""
