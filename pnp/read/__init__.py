"""Reading: a photo of sheets becomes marks and doubts; it knows no game."""
