"""Print-and-play sheets that are exact, and rules that check what was written on them."""

__version__ = "0.1.0"
