"""A table on a terminal: a screen that is drawn in place of the text that others get."""
