"""The static table: its files, its targets, and the two stages that make it."""
