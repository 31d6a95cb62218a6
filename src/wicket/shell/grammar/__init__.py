"""The grammar: text becomes nodes, by the rules of bash and nothing more generous.

In: the characters of a text. Out: a list of nodes (`syntax_nodes`), and an inventory of every part that runs or expands
something (`Parser.inventory`). A text that the grammar does not know exactly is refused, with the place.

Begin with `syntax_nodes`, then `parser_and_simple_commands`. The classes build on one another:
`quotes_and_backslash_escapes` reads what a quote opens, `dollar_expansions` what a dollar opens, `here_documents` cuts
bodies out, `lexer` makes tokens, `lists_redirects_and_conditionals`, `compound_commands` and
`parser_and_simple_commands` make commands of them. Nothing is expanded here, and nothing is looked up.
"""
