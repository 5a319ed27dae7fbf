"""Cuts the site's font files out of the published ones (docs/decisions/0055-how-a-page-loads.md).

Needs fontTools with Brotli (Debian: fonttools, python3-brotli) and the two packages' files:

    npm pack @fontsource-variable/inter@5.3.0 @fontsource-variable/bricolage-grotesque@5.3.0
    python3 cut.py <inter-latin-wght-normal.woff2> <bricolage-grotesque-latin-opsz-normal.woff2>
"""

import sys
from collections.abc import Collection
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.models import normalizeLocation, piecewiseLinearMap
from fontTools.varLib.varStore import VarStoreInstancer

HERE = Path(__file__).parent
LETTERS = [*range(0x30, 0x3A), *range(0x41, 0x5B), *range(0x61, 0x7B)]
# The characters of English texts and headings. fonts.css repeats their ranges.
TEXT = [*LETTERS, *map(ord, " !\"%&'()+,-./:;=?@\u00a0©·×÷–—‘’“”•…")]
HEADINGS = [*LETTERS, *map(ord, " !\"%&'()+,-./:;?\u00a0–—‘’“”…")]
# The rest of Latin-1, and signs of Western European texts.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, *map(ord, "–—‘’“”•…‹›€™↑↓−")]


def cut(source: str, characters: Collection[int], features: list[str], axes: dict) -> TTFont:
    options = subset.Options(layout_features=features, hinting=False, name_IDs=[0, 1, 2, 13, 14], notdef_outline=True)
    # The instance is written and read again, because its own tables lack glyphs that do not vary.
    instance = BytesIO()
    instantiateVariableFont(TTFont(source), axes).save(instance)
    font = TTFont(instance, lazy=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    return font


def still_kerning(font: TTFont, weight: int, step: int) -> None:
    """Kerning as it is at one weight, in steps too small to see: most of a display font's bytes are how it varies."""
    axes = font["fvar"].axes
    place = normalizeLocation({"wght": weight}, {a.axisTag: (a.minValue, a.defaultValue, a.maxValue) for a in axes})
    if "avar" in font:
        place = {tag: piecewiseLinearMap(value, font["avar"].segments[tag]) for tag, value in place.items()}
    deltas = VarStoreInstancer(font["GDEF"].table.VarStore, axes, place)

    def settle(value):
        advance = getattr(value, "XAdvance", 0) or 0
        device = getattr(value, "XAdvDevice", None)
        if device is not None:
            advance += deltas[(device.StartSize << 16) + device.EndSize]
            del value.XAdvDevice
        value.XAdvance = round(advance / step) * step

    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            pairs = table.ExtSubTable if table.LookupType == 9 else table
            pairs.ValueFormat1 = 4
            records = (
                [pair for row in pairs.PairSet for pair in row.PairValueRecord]
                if pairs.Format == 1
                else [pair for row in pairs.Class1Record for pair in row.Class2Record]
            )
            for pair in records:
                settle(pair.Value1)


def write(font: TTFont, name: str) -> None:
    font.flavor = "woff2"
    font.save(HERE / name)
    print(name, (HERE / name).stat().st_size)


inter, bricolage = sys.argv[1:]
for part, text, headings in (
    ("latin", TEXT, HEADINGS),
    ("more", set(LATIN) - set(TEXT), set(LATIN) - set(HEADINGS)),
):
    write(cut(inter, text, ["kern", "tnum", "calt", "ccmp"], {"wght": (400, 700)}), f"inter-{part}.woff2")
    display = cut(bricolage, headings, ["kern", "tnum", "ccmp"], {"wght": (500, 800), "opsz": 72})
    # Most headings have the weight 700, the largest 750.
    still_kerning(display, 700, 4)
    write(display, f"bricolage-grotesque-{part}.woff2")
