"""A terminal for tests: the real program on a pseudo-terminal, and what stands on its screen as text."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pyte

PROGRAM = Path(sys.executable).parent / "pnp"
PATIENCE = 120.0
"""Seconds after which a test has failed, however slow the machine is."""
MARKS = re.compile("[\u200e\u200f]")
"""What holds names in place that are written from right to left; the emulator knows nothing of it."""


class TerminalScreen:
    """The program on a terminal of some size: what is typed, what is on the screen."""

    def __init__(self, folder: Path, *args: str, size: tuple[int, int] = (80, 24), **env: str) -> None:
        self._end, program = pty.openpty()
        self.sent = ""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        self._letters = codecs.getincrementaldecoder("utf-8")()
        self._size(program, size)
        known = {**os.environ, "PNP_DATA": str(folder / "data"), "TERM": "xterm-256color", "NO_COLOR": "1"}
        self.program = subprocess.Popen(
            [PROGRAM, *args],
            stdin=program,
            stdout=program,
            stderr=program,
            env={**known, **env},
            cwd=folder,
            start_new_session=True,
        )
        os.close(program)

    @staticmethod
    def _size(terminal: int, size: tuple[int, int]) -> None:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        self._size(self._end, (columns, rows))
        self._screen.resize(rows, columns)
        self._screen.reset()
        self.program.send_signal(signal.SIGWINCH)

    def _read(self, patience: float) -> bool:
        """Take what the program has sent; whether there was anything."""
        if not select.select([self._end], [], [], patience)[0]:
            return False
        try:
            data = os.read(self._end, 1 << 16)
        except OSError:  # the program has ended
            return False
        text = self._letters.decode(data)
        self.sent += text
        self._stream.feed(MARKS.sub("", text))
        return bool(data)

    @property
    def text(self) -> str:
        """What stands on the screen, the name of the table left out."""
        lines = [line.rstrip() for line in self._screen.display]
        lines[0] = re.sub(r" [0-9A-Z]{6}$", " TABLE", lines[0])
        return "\n".join(lines) + "\n"

    @property
    def prompt(self) -> str:
        """The last line: what is asked for, and what was typed."""
        return self._screen.display[-1].rstrip()

    def until(self, words: str) -> str:
        """The screen once these words stand on it and nothing more comes."""
        end = time.monotonic() + PATIENCE
        while words not in self.text or self._read(0.05):
            assert time.monotonic() < end, f"{words!r} did not come; there is\n{self.text}"
            if words not in self.text and not self._read(0.2) and self.program.poll() is not None:
                assert words in self.text, f"{words!r} did not come; there is\n{self.text}"
        return self.text

    def type(self, *lines: str) -> None:
        """Lines with Enter, as fast as the program takes them."""
        for line in lines:
            self.keys(f"{line}\r")

    def keys(self, keys: str) -> None:
        left = keys.encode()
        while left:
            if select.select([], [self._end], [], 0)[1]:
                left = left[os.write(self._end, left) :]
            self._read(0)

    def end(self) -> int:
        """The exit code, once everything has been read."""
        end = time.monotonic() + PATIENCE
        while self.program.poll() is None and time.monotonic() < end:
            self._read(0.05)
        while self._read(0.05):
            pass
        return self.program.wait(1)

    def stop(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self._end)
