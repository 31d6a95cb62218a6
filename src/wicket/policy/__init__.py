"""What may be run: patterns, rules and conditions, and the verdict on a script with its evidence. Pure."""
