"""Rules as data: what the boxes of a sheet come to, what is wrong, what may be marked next, read from `[rules]`."""
