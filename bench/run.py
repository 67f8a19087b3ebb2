"""Every measurement, each as a ratio to something else in the same run; the report also goes to output/bench.txt."""

from __future__ import annotations

from pathlib import Path

import check
import coach
import convention
import evening
import every_print
import house
import key_strokes
import listing
import party
import photo_burst
import play
import qr
import reading
import sheets
import start
import store

from pnp.paths import write_whole

PARTS = {
    "Starting": start.report,
    "Checking": check.report,
    "QR codes": qr.report,
    "House of Dice": house.report,
    "Coach": coach.report,
    "Tables": play.report,
    "Keys": key_strokes.report,
    "Store": store.report,
    "Results": listing.report,
    "Sheets": sheets.report,
    "Party": party.report,
    "Photos at a party": photo_burst.report,
    "Evening": evening.report,
    "Convention": convention.report,
    "Reading photos": reading.report,
    "Reading every print": every_print.report,
}


def main() -> None:
    lines: list[str] = []
    for title, report in PARTS.items():
        part = [title, *(f"  {line}" for line in report()), ""]
        print("\n".join(part), flush=True)
        lines += part
    write_whole(Path("output/bench.txt"), "\n".join(lines).encode())


if __name__ == "__main__":
    main()
