"""What the rules call things: parts of a house by their letters, bonuses by their names."""

PLAYERS = (2, 6)
PARTS = {"F": "fence", "D": "door", "G": "garage", "W": "window", "B": "balcony", "R": "roof", "C": "chimney"}
EMPTY = "."
ROOF = "R"
CHIMNEY = "C"
GARAGE = "G"
BONUSES = ("reroll", "nudge", "free", "extra", "most-windows", "most-balconies", "full-roof", "full-fence")
MOST_OF = {"most-windows": "W", "most-balconies": "B"}
"""Bonuses for whoever has the most of a part."""
FULL_OF = {"full-roof": "R", "full-fence": "F"}
"""Bonuses for a part in every column."""
