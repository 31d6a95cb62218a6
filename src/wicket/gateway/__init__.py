"""The gateway: takes a request to run something, asks a person, runs it, and keeps a record."""
