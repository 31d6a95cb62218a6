"""What may be run: patterns, rules and conditions, and the verdict on a script with its evidence. Pure.

The rooms, from a policy's text to a verdict:

    config       documents become a checked `Config`
    patterns     the text of a rule becomes what is matched
    matching     does a pattern match a command?
    files        where a word points, and whether a policy lists that place
    evaluation   rules, file rules and conditions give a verdict

`compile` makes plain data of a `Config` (`config_model`), which is kept in a file. `machine_view` is what a verdict may
know of the machine; `decision`, `verdict` and `errors` are what comes out.
"""
