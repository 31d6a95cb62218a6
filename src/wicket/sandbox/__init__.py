"""Runs a command where the kernel holds what a reader of shell text cannot know: what it may write, read and reach."""
