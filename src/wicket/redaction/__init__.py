"""What looks like a secret in a text, in words of a command, or in a variable: found, and put out of sight. Pure."""
