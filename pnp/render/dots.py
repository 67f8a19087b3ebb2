"""Pictures of dots as a document keeps them: colours and opacity, in the ink that a job spends."""

from __future__ import annotations

from io import BytesIO


def pixels(data: bytes, ink: str) -> tuple[int, int, bytes, bytes]:
    """Width, height, colours and opacity of a PNG file; pure black ink turns it to greys."""
    from PIL import Image

    with Image.open(BytesIO(data)) as opened:
        picture = opened.convert("RGBA")
    opacity = picture.getchannel("A")
    colors = picture.convert("RGB")
    if ink == "black":
        colors = colors.convert("L").convert("RGB")
    return picture.width, picture.height, colors.tobytes(), opacity.tobytes()
