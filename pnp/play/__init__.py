"""A game at a table: events, engine and store, where the log is the game."""
