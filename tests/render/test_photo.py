"""Photos that guests hand in: what comes out is a picture and nothing else, and bad files are one line."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms, PngImagePlugin

from pnp import bounded_process
from pnp.errors import InputError
from pnp.render import photo

SECRET = b"52.2297 N, Ana's phone"


def picture(mode: str = "RGB", size: tuple[int, int] = (400, 300)) -> Image.Image:
    """A picture whose left top quarter is red, the rest green."""
    image = Image.new("RGB", size, (20, 160, 60))
    image.paste((220, 30, 20), (0, 0, size[0] // 2, size[1] // 2))
    return image.convert(mode)


def file(image: Image.Image, format: str = "JPEG", **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, format, **options)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def png(width: int, height: int, depth: int = 8, kind: int = 2) -> bytes:
    """A PNG file of a few bytes that says how large it is, and has next to nothing in it."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 9)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("format", "mode"),
    [
        ("JPEG", "RGB"),
        ("JPEG", "L"),
        ("JPEG", "CMYK"),
        ("PNG", "RGB"),
        ("PNG", "RGBA"),
        ("PNG", "P"),
        ("PNG", "LA"),
        ("PNG", "1"),
        ("WEBP", "RGB"),
        ("WEBP", "RGBA"),
        ("GIF", "P"),
    ],
)
def test_every_allowed_kind_of_file_becomes_a_jpeg(format: str, mode: str) -> None:
    made = opened(photo.reencoded(file(picture(mode), format)))
    assert (made.format, made.mode, made.size) == ("JPEG", "RGB", (400, 300))
    red, green = made.getpixel((60, 60)), made.getpixel((300, 200))
    if mode in ("RGB", "RGBA", "P", "CMYK"):
        assert red[0] > 150 > red[1]
        assert green[1] > 120 > green[0]


def test_sixteen_bits_a_dot_are_read_as_shades() -> None:
    image = Image.new("I;16", (60, 40), 0x8000)
    width, height, rows = photo.gray(file(image, "PNG"))
    assert (width, height) == (60, 40)
    assert 120 <= rows[0] <= 136


def test_a_picture_that_moves_is_its_first_frame() -> None:
    frames = [Image.new("RGB", (80, 60), color) for color in ("red", "blue", "lime")]
    made = opened(photo.reencoded(file(frames[0], "GIF", save_all=True, append_images=frames[1:])))
    assert made.getpixel((40, 30))[0] > 200


def test_what_is_transparent_becomes_white() -> None:
    made = opened(photo.reencoded(file(Image.new("RGBA", (40, 30), (0, 0, 0, 0)), "PNG")))
    assert min(made.getpixel((20, 15))) > 250


@pytest.mark.parametrize(("mode", "clear"), [("RGB", (220, 30, 20)), ("L", None)])
def test_a_colour_that_stands_for_nothing_becomes_white_and_others_stay(mode: str, clear: Any) -> None:
    """A PNG can name one colour as transparent without a channel for it."""
    given = picture(mode)
    clear = given.getpixel((0, 0)) if clear is None else clear
    made = opened(photo.reencoded(file(given, "PNG", transparency=clear)))
    assert min(made.getpixel((60, 60))) > 250
    assert made.getpixel((300, 200))[0] < 150


def test_nothing_that_the_file_carries_is_left() -> None:
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif.get_ifd(0x8825)[2] = (52.0, 13.0, 47.0)
    exif.get_ifd(0x8825)[1] = "N"
    given = file(picture(), exif=exif, comment=SECRET, xmp=b"<x>" + SECRET + b"</x>", dpi=(300, 300))
    assert given.count(SECRET) >= 3
    assert Image.open(BytesIO(given)).getexif().get_ifd(0x8825)
    data = photo.reencoded(given)
    made = opened(data)
    assert SECRET not in data
    assert not made.getexif()
    assert not made.getexif().get_ifd(0x8825)
    assert b"Exif" not in data
    assert set(made.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_nothing_that_a_png_carries_is_left() -> None:
    said = PngImagePlugin.PngInfo()
    said.add_text("Comment", SECRET.decode())
    assert SECRET not in photo.reencoded(file(picture(), "PNG", pnginfo=said))


@pytest.mark.parametrize("held", range(1, 9))
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_turned_upright(held: int, format: str) -> None:
    """The photo is stored as the camera was held; upright, its red quarter is at the left top again."""
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = picture() if held == 1 else picture().transpose(back[held])
    exif = Image.Exif()
    exif[0x0112] = held
    made = opened(photo.reencoded(file(stored, format, exif=exif)))
    assert made.size == (400, 300)
    assert made.getpixel((60, 60))[0] > 150
    assert all(made.getpixel(place)[1] > 120 for place in ((340, 60), (60, 240), (340, 240)))


def test_what_makes_no_sense_about_the_camera_is_let_be() -> None:
    assert opened(photo.reencoded(file(picture(), exif=b"Exif\0\0rubbish"))).size == (400, 300)


def test_a_large_photo_is_scaled_down() -> None:
    assert opened(photo.reencoded(file(picture(size=(4000, 3000))))).size == (1600, 1200)
    assert opened(photo.reencoded(file(picture(size=(300, 4000)), "PNG"), longest=800)).size == (60, 800)
    assert photo.gray(file(picture(size=(4000, 3000))))[:2] == (2400, 1800)


def test_the_file_stays_small_even_for_noise() -> None:
    noise = Image.effect_noise((1600, 1200), 120).convert("RGB")
    given = file(noise, quality=98)
    made = photo.reencoded(given)
    assert len(given) > 2 * photo.LARGEST_PHOTO
    assert len(made) <= photo.LARGEST_PHOTO
    assert max(opened(made).size) >= 800


def swapped_profile() -> bytes:
    """A profile in which red and green have changed places."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"????", 1).replace(b"gXYZ", b"rXYZ", 1).replace(b"????", b"gXYZ", 1)


def test_colours_become_those_of_every_screen() -> None:
    made = opened(photo.reencoded(file(picture(), icc_profile=swapped_profile())))
    assert "icc_profile" not in made.info
    assert made.getpixel((60, 60))[1] > 150 > made.getpixel((60, 60))[0]


def test_a_profile_that_is_none_is_let_be() -> None:
    made = opened(photo.reencoded(file(picture(), icc_profile=b"no profile at all")))
    assert made.getpixel((60, 60))[0] > 150 > made.getpixel((60, 60))[1]


def test_luminance_comes_row_by_row() -> None:
    image = Image.new("L", (64, 32), 0)
    image.paste(255, (0, 16, 64, 32))
    width, height, rows = photo.gray(file(image, "PNG"))
    assert (width, height, len(rows)) == (64, 32, 64 * 32)
    assert rows[:64] == b"\0" * 64
    assert rows[-64:] == b"\xff" * 64


HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 400
JPEG = file(picture())
BAD = {
    "nothing": (b"", "the photo is empty; JPEG, PNG, WebP and HEIC are allowed"),
    "text": (
        b"not a picture\n" * 50,
        "the file is no picture that can be read here; JPEG, PNG, WebP and HEIC are allowed",
    ),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "the file is no picture"),
    "pdf": (b"%PDF-1.7\n" + b"x" * 900, "the file is no picture"),
    "tiff": (file(picture(), "TIFF"), "the file is no picture"),
    "bmp": (file(picture(), "BMP"), "the file is no picture"),
    "eps": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "the file is no picture"),
    "a damaged heic": (HEIC, "the photo is "),
    "a jpeg cut off": (JPEG[: len(JPEG) // 2], "the photo is damaged or cut off"),
    "a jpeg's first bytes": (JPEG[:12], "the file is no picture"),
    "a png cut off": (file(picture(), "PNG")[:200], "the photo is damaged or cut off"),
    "a webp cut off": (file(picture(), "WEBP")[:60], "the "),
    "a gif cut off": (file(picture("P"), "GIF")[:-300], "the photo is damaged or cut off"),
    "a small file with too many dots": (png(8000, 8000), "the photo has too many dots; at most 16 million"),
    "a bomb": (png(50_000, 50_000), "the photo has too many dots"),
    "a bomb of one row": (png(2_000_000_000, 1), "the photo has too many dots"),
    "a png with nothing in it": (png(3000, 3000), "the photo is damaged or cut off"),
    "too many bytes": (b"\xff\xd8\xff" + b"\0" * photo.MOST_BYTES, "the photo has 12.0 MB; at most 12 MB are allowed"),
}


def test_heic_without_its_decoder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "_heic_opened", lambda: False)
    for data in (HEIC, b"not a picture"):
        with pytest.raises(InputError, match="can.* be read here; JPEG, PNG and WebP are allowed"):
            photo.gray(data)


def test_a_heic_of_24_megapixels_is_read_within_the_limits_of_a_process() -> None:
    pytest.importorskip("pillow_heif").register_heif_opener()
    data = file(Image.new("L", (5712, 4284), 200), "HEIF", quality=40, enc_params={"preset": "ultrafast"})
    width, height, rows = bounded_process.call("pnp.render.photo:gray", data, 4200)
    assert (width, height, len(rows)) == (4200, 3150, 4200 * 3150)


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize(("data", "said"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("use", [photo.reencoded, photo.gray])
def test_a_bad_file_is_one_line(data: bytes, said: str, use: Any) -> None:
    with pytest.raises(InputError) as refusal:
        use(data)
    assert str(refusal.value).startswith(said)
    assert "\n" not in str(refusal.value)


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_a_bomb_is_never_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "_plain", lambda *_: pytest.fail("it was decoded"))
    for data in (png(8000, 8000), png(11_000, 11_000), png(30_000, 30_000)):
        with pytest.raises(InputError):
            photo.reencoded(data)


def test_a_file_with_any_byte_changed_is_a_photo_or_one_line() -> None:
    for data in (JPEG, file(picture("P"), "GIF"), file(picture(size=(40, 30)), "PNG"), file(picture(), "WEBP")):
        for place in range(0, len(data), max(1, len(data) // 60)):
            broken = data[:place] + bytes([data[place] ^ 0xA5]) + data[place + 1 :]
            try:
                assert opened(photo.reencoded(broken)).format == "JPEG"
            except InputError as refusal:
                assert "\n" not in str(refusal)


def test_a_photo_from_a_file_of_the_repository() -> None:
    """A printed sheet as it stands in the documentation, which is a PNG that another program wrote."""
    path = Path(__file__).parents[2] / "docs" / "pictures" / "play-sheet.png"
    made = photo.reencoded(path.read_bytes())
    assert opened(made).format == "JPEG"
    assert len(made) <= photo.LARGEST_PHOTO


def test_what_has_to_be_decoded_whole_may_have_fewer_dots() -> None:
    """A small WebP of one colour would take a gigabyte."""
    out = BytesIO()
    Image.new("RGBA", (4100, 4100)).save(out, "WEBP", lossless=True)
    with pytest.raises(InputError, match="16 million"):
        photo.reencoded(out.getvalue())
    out = BytesIO()
    Image.new("RGB", (4100, 4100)).save(out, "JPEG")
    assert photo.reencoded(out.getvalue())


def test_what_lies_inside_of_a_photo_or_behind_it_is_no_pass_of_it() -> None:
    passes = b"\xff\xda" * 200
    film = file(picture(), comment=passes) + passes
    text = PngImagePlugin.PngInfo()
    text.add(b"fiLM", passes)
    for data in (film, file(picture(), "PNG", pnginfo=text)):
        assert data.count(b"\xff\xda") >= 200 and photo.gray(data)[:2] == (400, 300)


def test_a_photo_for_bright_screens_may_have_as_many_dots_as_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "MOST_WHOLE", 100_000)
    assert photo.gray(file(picture(), "MPO", save_all=True, append_images=[picture(size=(80, 60))]))[:2] == (400, 300)
