"""The grammar: text becomes nodes, by the rules of bash and nothing more generous.

In: the characters of a text. Out: a list of nodes (`syntax_nodes`), and an inventory of every part that runs or expands
something (`Parser.inventory`). A text that the grammar does not know exactly is refused, with the place.

Begin with `syntax_nodes`, then `parser`. The classes build on one another: `quotes` reads what a quote opens,
`dollar_expansions` what a dollar opens, `here_documents` cuts bodies out, `lexer` makes tokens, `lists_and_pipelines`,
`redirects`, `compound_commands`, `simple_commands` and `parser` make commands of them. Nothing is expanded here, and
nothing is looked up.
"""
