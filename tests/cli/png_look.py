#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is in a PNG of 8-bit RGB: png_look.py FILE COMMAND...

size                  WIDTHxHEIGHT
hue H [X0 Y0 X1 Y1]   pixels of a hue within 8 degrees of H, not too pale or dark; in a part of the picture, shares of its width and
                      height from the upper left corner
dark X0 Y0 X1 Y1      nearly black pixels
columns H             middle of the columns in which there are pixels of this hue, of the walls' pale brown (H: wall) or of the
                      grey of transparent ones (H: ghost), pixels
"""
import colorsys
import struct
import sys
import zlib


def rows_of(path):
    """Rows of bytes, three for each pixel."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
    at, packed, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
    assert head[2:4] == (8, 2) and head[6] == 0, "not plain 8-bit RGB"
    raw, stride, rows, last = zlib.decompress(packed), 3 * head[0], [], bytes(3 * head[0])
    for y in range(head[1]):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 2:
            row = bytearray([(x + b) & 255 for x, b in zip(row, last)])
        for i in range(stride if kind in (1, 3, 4) else 0):
            a, b, c = row[i - 3] if i > 2 else 0, last[i], last[i - 3] if i > 2 else 0
            if kind == 4:
                p = a + b - c
                a = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = (row[i] + (a if kind != 3 else (a + b) // 2)) & 255
        rows.append(bytes(row))
        last = row
    return rows


def pixels(rows, part):
    height, width = len(rows), len(rows[0]) // 3
    for y in range(int(part[1] * height), int(part[3] * height)):
        for x in range(int(part[0] * width), int(part[2] * width)):
            yield x, rows[y][3 * x:3 * x + 3]


def is_hue(rgb, hue):
    h, s, v = colorsys.rgb_to_hsv(*[c / 255 for c in rgb])
    return s > 0.3 and v > 0.15 and min(abs(360 * h - hue), 360 - abs(360 * h - hue)) < 8


def is_wall(rgb):
    h, s, v = colorsys.rgb_to_hsv(*[c / 255 for c in rgb])
    return 0.01 < s < 0.2 and 0.4 < v < 0.999 and 20 < 360 * h < 80


def is_ghost(rgb):
    return max(rgb) - min(rgb) < 8 and 190 < min(rgb) < 250


def main():
    rows, command = rows_of(sys.argv[1]), sys.argv[2]
    words = sys.argv[3:]
    part = [float(word) for word in words[-4:]] if len(words) >= 4 else [0, 0, 1, 1]
    if command == "size":
        print(f"{len(rows[0]) // 3}x{len(rows)}")
    elif command == "hue":
        print(sum(is_hue(rgb, float(words[0])) for _, rgb in pixels(rows, part)))
    elif command == "dark":
        print(sum(max(rgb) < 100 for _, rgb in pixels(rows, part)))
    else:
        chosen = {"wall": is_wall, "ghost": is_ghost}.get(words[0]) or (lambda rgb: is_hue(rgb, float(words[0])))
        found = [x for x, rgb in pixels(rows, part) if chosen(rgb)] or [-1]
        print((min(found) + max(found)) / 2)


main()
