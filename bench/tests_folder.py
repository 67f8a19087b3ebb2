"""The PostgreSQL server that the tests start for themselves, for measurements too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from postgres_server import Server

__all__ = ["Server"]
