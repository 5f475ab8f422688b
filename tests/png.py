"""python3 tests/png.py FILE WIDTH HEIGHT COLOURS: whether FILE is a PNG of that size, of 8 bits
each of red, green and blue, with all those colours in it (a list with commas), each in at least 10
pixels."""
import struct
import sys
import zlib

LIKE = {
    "red": lambda r, g, b: r > 150 and g < 0.4 * r and b < 0.4 * r,
    "orange": lambda r, g, b: r > 150 and 0.4 * r < g < 0.75 * r and b < 0.5 * r,
    "yellow": lambda r, g, b: r > 150 and g > 0.75 * r and b < 0.5 * r,
    "blue": lambda r, g, b: b > 150 and r < 0.75 * b and g < 0.9 * b,
}


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        check = struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
        assert check == zlib.crc32(kind + body), "checksum"
        yield kind, body
        at += 12 + size


def paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda x: abs(guess - x))


def pixels(raw, width, height):
    row = 3 * width
    assert len(raw) == (row + 1) * height, "size of the data"
    last = bytes(row)
    for y in range(height):
        how, line = raw[y * (row + 1)], bytearray(raw[y * (row + 1) + 1:(y + 1) * (row + 1)])
        for i in range(row):
            left, corner = (line[i - 3], last[i - 3]) if i > 2 else (0, 0)
            by = (0, left, last[i], (left + last[i]) // 2, paeth(left, last[i], corner))[how]
            line[i] = (line[i] + by) & 255
        yield from zip(line[::3], line[1::3], line[2::3])
        last = line


def main(path, width, height, colours):
    with open(path, "rb") as file:
        parts = list(chunks(file.read()))
    assert parts[0][0] == b"IHDR" and parts[-1][0] == b"IEND", "order of the parts"
    assert parts[0][1] == struct.pack(">IIBBBBB", int(width), int(height), 8, 2, 0, 0, 0), "header"
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    seen = list(pixels(raw, int(width), int(height)))
    counts = {name: sum(LIKE[name](*pixel) for pixel in seen) for name in colours.split(",")}
    print(len(set(seen)), "colours", counts)
    return len(set(seen)) < 50 or min(counts.values()) < 10


sys.exit(main(*sys.argv[1:]))
