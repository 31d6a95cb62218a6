"""File rules: where a word points, and whether a policy lists that place.

In: what a command does to files (`file_effect`), and the lists of the policy. Out: what is denied or asked about, added
to the evidence.

Begin with `judge_files`. `where_writing_is_allowed` and `protected_wicket_files` are parts of it. `path_resolution`
finds where a word points, `links_made_by_text` where the text leads it, `listed_path_match` compares that with a list,
`listed_path_index` makes long lists fast, and `embedded_paths` finds possible paths in the words of an unknown program.
"""
