"""Makes a screenshot small: a PNG with the 256 most frequent colours; others become the nearest of these."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

__all__ = ["small"]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KINDS = {2: 3, 6: 4}  # bytes for a pixel: RGB, RGBA
Colour = tuple[int, int, int]


def small(png: bytes) -> bytes:
    """Give the same picture with a palette."""
    parts = dict[bytes, bytes]()
    for kind, body in _chunks(png):
        parts[kind] = parts.get(kind, b"") + body
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if depth != 8 or kind not in KINDS or interlaced:
        raise ValueError("this is no screenshot of a browser")
    rows = _pixels(zlib.decompress(parts[b"IDAT"]), width, KINDS[kind])
    counted = Counter(colour for row in rows for colour in row)
    palette = [colour for colour, _ in counted.most_common(256)]
    place = {colour: number for number, colour in enumerate(palette)}
    for colour in counted:
        if colour not in place:
            place[colour] = min(range(len(palette)), key=lambda number: _distance(palette[number], colour))
    raw = b"".join(b"\0" + bytes(place[colour] for colour in row) for row in rows)
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            (b"PLTE", bytes(part for colour in palette for part in colour)),
            (b"IDAT", zlib.compress(raw, 9)),
            (b"IEND", b""),
        )
    )


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        length = struct.unpack_from(">I", png, at)[0]
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _pixels(raw: bytes, width: int, size: int) -> list[list[Colour]]:
    """Undo the filters, row by row."""
    stride = width * size
    rows = []
    above = bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        row = bytearray(raw[start + 1 : start + 1 + stride])
        method = raw[start]
        for at in range(stride if method else 0):
            left = row[at - size] if at >= size else 0
            corner = above[at - size] if at >= size else 0
            row[at] = (row[at] + _predicted(method, left, above[at], corner)) & 255
        rows.append([(row[at], row[at + 1], row[at + 2]) for at in range(0, stride, size)])
        above = row
    return rows


def _predicted(method: int, left: int, above: int, corner: int) -> int:
    if method == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda each: abs(guess - each))
    return (0, left, above, (left + above) // 2)[method]


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
