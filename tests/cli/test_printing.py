"""`pnp print`: the files it names and no others, guests from lists, codes that stay, and nothing half written."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

from pnp.render.pdf import LONG
from pnp.sheets import layout

Run = Callable[..., Any]
Refusal = Callable[[Any], str]


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def sheets_of(call: Run, *words: object) -> list[tuple[str, str]]:
    """The names and codes of the sheets that a call prints, in the order of the pages."""
    done = call("print", "yacht", "--geometry", "--out", "made/it.pdf", *words)
    assert (done.code, done.out) == (0, "made/it.pdf\nmade/it.geometry.json\n"), done
    pages = json.loads(Path("made/it.geometry.json").read_text(encoding="utf-8"))["pages"]
    shutil.rmtree("made")
    return [(sheet["player"], sheet["code"]) for page in pages for sheet in page["sheets"]]


def names_of(call: Run, *words: object) -> list[str]:
    return [name for name, _ in sheets_of(call, *words)]


# ------------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ([], ["output/yacht.pdf"]),
        (["--out", "there"], ["there/yacht.pdf"]),
        (["--out", "a/b/mine.pdf"], ["a/b/mine.pdf"]),
        (["--geometry"], ["output/yacht.geometry.json", "output/yacht.pdf"]),
        (["--format", "svg"], ["output/yacht.svg"]),
        (["--format", "svg", "--players", "Ana,Bo"], ["output/yacht-Ana.svg", "output/yacht-Bo.svg"]),
        (["--format", "svg", "--count", "3", "--up", "4"], ["output/yacht-4-up.svg"]),
        (["--format", "png", "--dpi", "40"], ["output/yacht.png"]),
        (["--format", "png", "--dpi", "40", "--out", "mine.png"], ["mine.png"]),
        (["--format", "svg", "--out", "mine.SVG"], ["mine.svg"]),
        (["--paper", "letter", "--ink", "low", "--guides"], ["output/yacht-letter-low-guides.pdf"]),
        (["--fillable"], ["output/yacht-fillable.pdf"]),
        (["--sheet", "all"], ["output/yacht-all.pdf"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_print_writes_exactly_the_files_it_names(call: Run, tmp_path: Path, words: list[str], files: list[str]) -> None:
    done = call("print", "yacht", *words)
    assert done.code == 0
    assert done.err == "" or "--up" in words
    assert sorted(done.out.splitlines()) == files
    noted = ["data/printed-names"] if "--players" in words else []
    assert files_in(tmp_path) == sorted(["data/key", *noted, *files])


def test_a_layout_of_ones_own_is_printed_beside_its_name(call: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("kinds.toml", "kinds"):
        shutil.copy(Path(__file__).parent / "every-kind.toml", folder / name)
        assert call("print", folder / name, "--count", 2).out == "output/kinds.pdf\n"
    assert files_in(folder) == ["kinds", "kinds.toml"]


def test_hints_say_the_numbers_of_an_edition(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    own = tmp_path / "own.edition.toml"
    own.write_text(
        'game = "house-of-dice"\n[entries.score-fence]\nkind = "ruling"\ntext = "x"\nvalue = { each = 4, pair = 9 }\n'
        '[entries.score-roof]\nkind = "ruling"\ntext = "x"\nvalue = { each = 2, missing = -8 }\n',
        encoding="utf-8",
    )
    for language, fence, roof in (("en", "+9 a pair", "2 each, −8"), ("pl", "+9 za parę", "brak −8")):
        usual, other = (
            Path(
                call("print", "house-of-dice", "--format", "svg", "--language", language, *more).out.strip()
            ).read_text()
            for more in ([], ["--edition", own])
        )
        assert fence in other and roof in other and fence not in usual and roof not in usual
    assert "edition data" in refusal(call("print", "yacht", "--edition", own))


def test_a_table_is_printed_with_the_numbers_it_is_played_by(pnp: Run, call: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.edition.toml"
    own.write_text('game = "yacht"\n[entries.straight]\nkind = "ruling"\ntext = "x"\nvalue = 77\n', encoding="utf-8")
    assert pnp("play", "yacht", "--players", "Ana,Bo", "--edition", own).code == 0
    done = call("print", "yacht", "--table", "last", "--format", "svg", "--out", "made")
    assert done.code == 0, done
    assert "1 to 5 scores 77" in Path(done.out.split()[0]).read_text(encoding="utf-8")


def test_coverage_is_said_page_by_page(call: Run) -> None:
    done = call("print", "yacht", "--count", 2, "--coverage")
    assert done.out == "output/yacht.pdf\n"
    assert re.fullmatch(r"page 1: \d+\.\d % ink\npage 2: \d+\.\d % ink\n", done.err)
    report = json.loads(call("print", "yacht", "--coverage", "--json").out)
    assert report["pages"] == 1 and 0 < report["coverage"][0] < 30


def test_a_name_too_long_is_shortened_and_said(call: Run) -> None:
    name = "Wilhelmina " * 18
    done = call("print", "yacht", "--players", name.strip())
    assert (done.code, done.out) == (0, "output/yacht.pdf\n")
    assert done.err.endswith("is too long and was shortened\n") and done.err.count("\n") == 1


def test_boxes_that_become_small_are_said(call: Run) -> None:
    done = call("print", "dice-city", "--sheet", "score", "--up", "4", "--json")
    assert done.code == 0
    assert json.loads(done.out)["warnings"] == done.err.replace("pnp: ", "").splitlines()
    boxes, code = done.err.splitlines()
    assert boxes.endswith("mm is comfortable to write in; --up 2 helps")
    assert "no room for its QR code" in code and code.endswith("with --up 2 it has one")


# ------------------------------------------------------------------------------------------ places that can't be written


def below_a_file(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("mine")
    return tmp_path / "file" / "there"


def a_file(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("mine")
    return tmp_path / "file"


def no_folder_at_all(tmp_path: Path) -> Path:
    return tmp_path / ("x" * 300)


def a_device(_: Path) -> Path:
    return Path("/dev/null")


def the_kernels(_: Path) -> Path:
    return Path("/proc/there")


def a_folder_in_the_way(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "out" / "yacht.pdf").mkdir(parents=True)
    return tmp_path / "out"


@pytest.mark.parametrize("place", [below_a_file, a_file, no_folder_at_all, a_device, the_kernels, a_folder_in_the_way])
def test_a_place_that_cant_be_written_is_one_line(call: Run, refusal: Refusal, tmp_path: Path, place: Any) -> None:
    out = place(tmp_path)
    said = refusal(call("print", "yacht", "--out", out))
    assert str(out)[:200] in said
    assert "--out" in said or len(said) == 400
    assert files_in(tmp_path) in (["data/key"], ["data/key", "file"])


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unwritable for root")
def test_a_folder_that_is_not_ours_is_one_line(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir(mode=0o500)
    assert "Permission denied; name another place with --out" in refusal(call("print", "yacht", "--out", "theirs"))


@pytest.mark.parametrize("words", [[], ["--format", "svg"], ["--format", "png"], ["--geometry"]], ids=" ".join)
def test_a_full_disk_leaves_nothing_half_written(pnp: Run, refusal: Refusal, tmp_path: Path, words: list[str]) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "yacht.pdf").write_bytes(b"the one from yesterday")
    said = refusal(pnp("print", "yacht", *words, preexec_fn=small_disk))
    assert re.search(r"output/yacht\.\w+: can't be written: File too large; name another place with --out", said)
    assert files_in(tmp_path / "output") == ["yacht.pdf"]
    assert (tmp_path / "output" / "yacht.pdf").read_bytes() == b"the one from yesterday"


def test_a_key_that_cant_be_kept_is_a_warning(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = pnp("print", "yacht", env={"PNP_DATA": str(tmp_path / "file" / "data")})
    assert (done.code, done.out) == (0, "output/yacht.pdf\n")
    assert done.err == f"pnp: {tmp_path}/file/data can't be written, so these sheet codes can't be made again\n"


# ------------------------------------------------------------------------------------------------ who gets a sheet


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("Ana\nBo\n", ["Ana", "Bo"]),
        ("Ana", ["Ana"]),
        ("name\nAna\nBo\n", ["Ana", "Bo"]),
        ("Name,Seat\nAna,1\nBo,2\n", ["Ana", "Bo"]),
        ("seat;PLAYER\n1;Ana\n2;Bo\n", ["Ana", "Bo"]),
        ("seat\t guest \n1\tAna\n2\t Bo \n", ["Ana", "Bo"]),
        ("\ufeffname,seat\nAna,1\n", ["Ana"]),
        ("\ufeffAna\n", ["Ana"]),
        ('name,seat\n"Müller, Ana",1\n"Bo ""the dice""",2\n', ["Müller, Ana", 'Bo "the dice"']),
        ("name\r\nAna\r\n\r\nBo\r\n", ["Ana", "Bo"]),
        ("name\rAna\rBo\r", ["Ana", "Bo"]),
        ("\n\nname\n\nAna\n   \nBo", ["Ana", "Bo"]),
        ("name,seat\nAna,1\n,2\n", ["Ana", ""]),
        ("seat,name\n1,Ana\n2\n", ["Ana", ""]),
        ("name\nזיו\nあい\n", ["זיו", "あい"]),
        ("name\nAna\nAna\n", ["Ana", "Ana"]),
    ],
)
def test_a_list_of_guests_is_read(call: Run, tmp_path: Path, content: str, names: list[str]) -> None:
    (tmp_path / "guests.csv").write_bytes(content.encode())
    assert names_of(call, "--from", "guests.csv") == names


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "guests.csv: no names in it; one name a line, or a column with the heading name, is allowed"),
        (b"\n \n\n", "guests.csv: no names in it"),
        (b"\xef\xbb\xbf", "guests.csv: no names in it"),
        (b"name\n", "guests.csv: no names in it"),
        (
            b"seat,nane\n1,Ana\n",
            "guests.csv:1: no column name, player or guest among seat, nane; did you mean 'nane'?",
        ),
        (b"a;b\n1;2\n", "guests.csv:1: no column name, player or guest among a, b"),
        (b"name\nAna\n" + b"x" * 1000, "guests.csv:3: a name of 1000 characters; at most 200 are allowed"),
        (b"name\n\n\nA\x07na\n", r"guests.csv:4: '\x07' in a name; control characters are not allowed"),
        (b"name\nA\x0bna\n", r"guests.csv:2: '\x0b' in a name; control characters are not allowed"),
        (b"name\nA\x00na\n", r"guests.csv:2: '\x00' in a name"),
        (b'name\n"A\nna"\n', r"guests.csv:3: '\n' in a name"),
        ("Zoë\n".encode("latin-1"), "guests.csv: byte 2 is not UTF-8; save the list as UTF-8 CSV"),
        ("Ana\n".encode("utf-16"), "guests.csv: byte 0 is not UTF-8"),
        (b'name\n"' + b"x" * 140_000, "guests.csv: not readable as CSV: field larger than field limit"),
        ("name\n🎲\n".encode(), "guests.csv:2: '🎲': no font has 🎲 (U+1F3B2)"),
        (b"Ana\n" * 100_001, "guests.csv: 100001 names; at most 100000 are allowed"),
        (b"a" * 20_000_001, "guests.csv: larger than 20 MB; a list of guests is at most that large"),
    ],
    ids=range(17),
)
def test_a_wrong_list_is_one_line(call: Run, refusal: Refusal, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "guests.csv").write_bytes(content)
    assert refusal(call("print", "yacht", "--from", "guests.csv")).startswith(said)
    assert not (tmp_path / "output" / "yacht.pdf").exists()


def test_a_folder_is_no_list(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    assert refusal(call("print", "yacht", "--from", tmp_path)) == f"{tmp_path}: can't be read: Is a directory"


@pytest.mark.parametrize(
    ("only", "names"),
    [
        ("Cy", ["Cy"]),
        ("2", ["Bo"]),
        ("2-3", ["Bo", "Cy"]),
        ("Ana,4", ["Ana", "Bo"]),
        ("4, 1", ["Ana", "Bo"]),
        ("1-4,Bo", ["Ana", "Bo", "Cy", "Bo"]),
    ],
)
def test_only_some_of_them_are_printed(call: Run, only: str, names: list[str]) -> None:
    assert names_of(call, "--players", "Ana,Bo,Cy,Bo", "--only", only) == names


def test_only_by_name_prints_everybody_of_that_name(call: Run) -> None:
    every = sheets_of(call, "--players", "Ana,Bo,Cy,Bo")
    assert sheets_of(call, "--players", "Ana,Bo,Cy,Bo", "--only", "Bo") == [every[1], every[3]]
    assert sheets_of(call, "--players", "Ana,Bo,Cy,Bo", "--only", "3-4") == every[2:]


# ------------------------------------------------------------------------------------------------ codes


def test_a_sheet_printed_again_keeps_its_code(call: Run) -> None:
    first = sheets_of(call, "--players", "Ana,Bo")
    assert sheets_of(call, "--players", "Ana,Bo") == first
    assert sheets_of(call, "--players", "Cy,Ana")[1] == first[0]
    assert sheets_of(call, "--players", "Ana,Bo", "--only", "Bo", "--paper", "letter", "--ink", "low") == first[1:]


def test_another_batch_or_another_key_has_other_codes(call: Run, tmp_path: Path) -> None:
    first = sheets_of(call, "--players", "Ana,Bo")
    other = sheets_of(call, "--players", "Ana,Bo", "--batch", "2")
    shutil.rmtree(tmp_path / "data")
    third = sheets_of(call, "--players", "Ana,Bo")
    assert len({code for sheets in (first, other, third) for _, code in sheets}) == 6


def test_a_seed_gives_the_same_codes_to_everybody_and_keeps_no_key(call: Run, tmp_path: Path) -> None:
    first = sheets_of(call, "--players", "Ana", "--seed", "club night")
    assert not (tmp_path / "data").exists()
    assert sheets_of(call, "--players", "Ana", "--seed", "club night") == first
    assert sheets_of(call, "--players", "Ana", "--seed", "club day") != first


def test_sheets_without_names_have_codes_of_their_own(call: Run) -> None:
    codes = [code for _, code in sheets_of(call, "--count", 30)]
    assert len(set(codes)) == 30


def test_the_same_call_gives_the_same_bytes(call: Run, tmp_path: Path) -> None:
    made = []
    for _ in range(2):
        call("print", "house-of-dice", "--players", "Ana,Bo", "--sheet", "all")
        made.append((tmp_path / "output" / "house-of-dice-all.pdf").read_bytes())
    assert made[0] == made[1]


def test_a_job_so_long_that_its_pieces_are_kept_is_the_same_on_several_processes(call: Run, tmp_path: Path) -> None:
    made = []
    for jobs in (1, 2):
        done = call("print", "yacht", "--count", LONG, "--jobs", jobs, "--seed", "many")
        assert (done.code, done.out) == (0, "output/yacht.pdf\n"), done.err
        made.append((tmp_path / "output" / "yacht.pdf").read_bytes())
    assert made[0] == made[1]


# ------------------------------------------------------------------------------------------------ examples


def test_an_illegal_house_is_printed_as_it_was_drawn(call: Run, illegal: Path, tmp_path: Path) -> None:
    done = call("print", "house-of-dice", "--example", illegal, "--format", "svg")
    assert (done.code, done.out) == (0, "output/house-of-dice-house-illegal.svg\n")
    assert "is not legal; it is printed as it is" in done.err
    drawn = (tmp_path / done.out.strip()).read_text(encoding="utf-8")
    without = tmp_path / "without-fence.toml"
    without.write_text(illegal.read_text(encoding="utf-8").replace(". . W B F .", ". . W B . ."), encoding="utf-8")
    other = call("print", "house-of-dice", "--example", without, "--format", "svg").out.strip()
    lacking = Counter(drawn.splitlines()) - Counter((tmp_path / other).read_text(encoding="utf-8").splitlines())
    assert any(line.startswith("<use") and "-fence" in line for line in lacking)


def test_an_example_is_read_from_standard_input_too(pnp: Run, legal: Path) -> None:
    done = pnp("print", "house-of-dice", "--example", "-", "--out", "mine.pdf", input=legal.read_bytes())
    assert (done.code, done.out) == (0, "mine.pdf\n")


def test_an_example_of_a_table_prints_a_page_a_player(call: Run, illegal: Path) -> None:
    done = call("print", "house-of-dice", "--example", illegal.with_name("house-table.toml"), "--json")
    assert json.loads(done.out)["pages"] == 3


# --- every copy that was asked for -----------------------------------------------------------------


def pages(call: Run, *words: str) -> int:
    return int(json.loads(call("print", *words, "--json").out)["pages"])


@pytest.mark.parametrize("game", layout.names())
def test_as_many_copies_of_each_sheet_as_were_asked_for(call: Run, game: str) -> None:
    """The pad of a table is printed as often as a player's own sheet."""
    sheets = len(layout.load(layout.find(game)).sheets)
    assert pages(call, game, "--sheet", "all", "--count", "3") == 3 * sheets
    assert pages(call, game, "--sheet", "all", "--pad", "2") == 2 * sheets


def test_more_names_than_columns_make_more_pads(call: Run, tmp_path: Path) -> None:
    assert pages(call, "dice-miner", "--sheet", "score", "--players", "Ana,Bo,Cy,Di,Ed") == 2
    reader = pypdf.PdfReader(tmp_path / "output" / "dice-miner-score.pdf")
    texts = [page.extract_text().split() for page in reader.pages]
    assert [[name for name in ("Ana", "Bo", "Cy", "Di", "Ed") if name in words] for words in texts] == [
        ["Ana", "Bo", "Cy", "Di"],
        ["Ed"],
    ]


def test_a_pad_of_named_sheets_has_as_many_for_each_player(call: Run) -> None:
    assert pages(call, "house-of-dice", "--players", "Ana,Bo", "--pad", "5") == 10


def test_copies_of_a_pad_have_codes_of_their_own(call: Run, tmp_path: Path) -> None:
    call("print", "dice-miner", "--pad", "6", "--geometry")
    made = json.loads((tmp_path / "output" / "dice-miner.geometry.json").read_text())
    assert len({one["code"] for page in made["pages"] for one in page["sheets"]}) == 6


def test_a_bad_guest_is_named_and_the_others_can_be_printed(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "guests.csv").write_text("name\nAna\n\U0001f3b5\nB\U0001f3b2o\n\U0001f3b2\n")
    said = refusal(call("print", "yacht", "--from", "guests.csv"))
    assert said.startswith("guests.csv:3: '\U0001f3b5': no font has \U0001f3b5")
    assert said.endswith("(and 1 more); --skip-bad prints the others")
    (tmp_path / "one.csv").write_text("name\nAna\n\U0001f3b2\n")
    assert refusal(call("print", "yacht", "--from", "one.csv")).endswith("are there; --skip-bad prints the others")
    done = call("print", "yacht", "--from", "guests.csv", "--skip-bad", "--json")
    answer = json.loads(done.out)
    assert answer["pages"] == 2
    assert [one.split(":")[2].strip() for one in answer["warnings"][:2]] == ["3", "5"]
    assert all("no font has" in one for one in answer["warnings"])


EXAMPLE = 'game = "yacht"\nplayer = "Ana 🎲"\n[[rounds]]\nones = 3\n'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["yacht", "--players", "Ana 🎲"], "'Ana 🎲': no font has 🎲; printed without"),
        (
            ["dice-miner", "--players", "Bo,Ana 🎲,👩🏽\u200d🚀 Zoë"],
            "'Ana 🎲' and 1 more: no font has 🎲, 👩🏽🚀; printed without",
        ),
        (["dice-miner", "--fillable", "--players", "Ana 🇵🇱,Bo"], "'Ana 🇵🇱': no font has 🇵🇱; printed without"),
        (
            ["yacht", "--players", "Ana 🎲", "--format", "png", "--dpi", "40"],
            "'Ana 🎲': no font has 🎲; printed without",
        ),
        (["yacht", "--players", "Ana 🎲", "--format", "svg"], "'Ana 🎲': no font has 🎲; printed without"),
        (["yacht", "--example", "sheet.toml"], "'Ana 🎲': no font has 🎲; printed without"),
    ],
)
def test_what_no_font_has_is_left_out_and_said_once(call: Run, tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "sheet.toml").write_text(EXAMPLE)
    done = call("print", *words, "--out", "made")
    assert (done.code, done.err) == (0, f"pnp: {said}\n")
    if words[-1] not in ("40", "svg"):
        (file,) = Path("made").iterdir()
        shown = pypdf.PdfReader(file).pages[0].extract_text()
        assert "Ana" in shown or "--fillable" in words


def test_nobody_left_is_an_error(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "guests.csv").write_text("name\n\U0001f3b2\n")
    assert refusal(call("print", "yacht", "--from", "guests.csv", "--skip-bad")).startswith("guests.csv:2:")
