"""The coach: the best sheet for the dice that fell, whether a sheet can be, bots, and many games at once."""
