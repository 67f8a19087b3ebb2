"""Photos that guests bring: kept for the vote, or read as sheets, always in a process of their own."""
