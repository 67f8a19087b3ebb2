"""Every measurement, each as a ratio to something else in the same run; the report also goes to output/bench.txt."""

from __future__ import annotations

from pathlib import Path

import check
import qr
import sheets
import start

from pnp.paths import write_whole


def main() -> None:
    lines: list[str] = []
    for title, part in (
        ("Starting", start.report),
        ("Checking", check.report),
        ("QR codes", qr.report),
        ("Sheets", sheets.report),
    ):
        lines += [title, *(f"  {line}" for line in part()), ""]
        print("\n".join(lines[-len(lines) :]) if not lines else "\n".join([title, *lines[lines.index(title) + 1 :]]))
    write_whole(Path("output/bench.txt"), "\n".join(lines).encode())


if __name__ == "__main__":
    main()
