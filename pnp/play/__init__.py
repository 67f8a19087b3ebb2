"""The table: events, engine, store: the log is the game."""
