"""What looks like a secret is left out on its way into the record, and nothing goes around that."""
