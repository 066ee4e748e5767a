"""Open fonts, and their glyphs at widths of ours."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools.misc.roundTools import otRound
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from widths import EM, Face, covered

# Beyond this a glyph looks broken; the rest of the width becomes space on both sides.
_STRETCH = (0.72, 1.3)
_TALLER = (0.88, 1.12)
# Taken from another character where the base has no glyph of its own.
STAND_INS = {0xA0: 0x20, 0xAD: 0x2D, 0x2010: 0x2D, 0x2011: 0x2D, 0x2002: 0x20, 0x2003: 0x20, 0x2009: 0x20, 0x202F: 0x20}


def _between(value: float, limits: tuple[float, float]) -> float:
    return min(max(value, limits[0]), limits[1])


@dataclass
class Base:
    """An open font: its outlines and advance widths, in 1/2048 em."""

    font: TTFont
    cmap: dict[int, str]
    scale: float

    @classmethod
    def opened(cls, path: Path) -> 'Base':
        """Reads a font from its file."""
        font = TTFont(path)
        cmap = {code: glyph for code, glyph in font.getBestCmap().items() if covered(code)}
        for code, other in STAND_INS.items():
            if other in cmap:
                cmap.setdefault(code, cmap[other])
        return cls(font, cmap, EM / font['head'].unitsPerEm)

    def face(self) -> Face:
        """Its own metrics, for a family that only gets another name."""
        lines, windows = self.font['hhea'], self.font['OS/2']
        heights = {
            'ascent': lines.ascent,
            'descent': lines.descent,
            'gap': lines.lineGap,
            'typo_ascent': windows.sTypoAscender,
            'typo_descent': windows.sTypoDescender,
            'typo_gap': windows.sTypoLineGap,
            'win_ascent': windows.usWinAscent,
            'win_descent': windows.usWinDescent,
        }
        units = {name: otRound(height * self.scale) for name, height in heights.items()}
        widths = {code: otRound(self.advance(glyph)) for code, glyph in self.cmap.items()}
        return Face(
            name='',
            weight=windows.usWeightClass,
            use_typo=windows.fsSelection >> 7 & 1,
            x_height=None,
            cap_height=None,
            widths=widths,
            **units,
        )

    def advance(self, glyph: str) -> float:
        """How wide a glyph is."""
        return float(self.font['hmtx'][glyph][0]) * self.scale

    def height(self, letter: str) -> float:
        """How high a letter is."""
        glyph = self.cmap[ord(letter)]
        if 'glyf' in self.font:
            return float(self.font['glyf'][glyph].yMax) * self.scale
        bounds = BoundsPen(self.font.getGlyphSet())
        self.font.getGlyphSet()[glyph].draw(bounds)
        return float(bounds.bounds[3]) * self.scale

    def parts(self, glyph: str, placed: Transform = Identity) -> Iterator[tuple[str, Transform]]:
        """The simple glyphs that a glyph consists of, and where they are."""
        recorded = RecordingPen()
        self.font.getGlyphSet()[glyph].draw(recorded)
        components = [given for operator, given in recorded.value if operator == 'addComponent']
        for name, transform in components:
            yield from self.parts(name, placed.transform(transform))
        if recorded.value and not components:
            yield glyph, placed


class Drawing:
    """The glyphs of one font, drawn from a base. What several of them consist of is stored once."""

    def __init__(self, base: Base, face: Face, codes: list[int]) -> None:
        self._base = base
        self._small = _between(face.x_height / base.height('x'), _TALLER) if face.x_height else 1.0
        capitals = _between(face.cap_height / base.height('H'), _TALLER) if face.cap_height else self._small
        self._capitals = capitals
        glyphs = {code: list(base.parts(base.cmap[code])) for code in codes}
        used = Counter(part for parts in glyphs.values() for part, _ in parts)
        self._parts = glyphs
        self.shared = {
            part: (f'part{number}', self._simple([(part, Identity)], Transform(base.scale, 0, 0, base.scale, 0, 0)))
            for number, part in enumerate(sorted(part for part, count in used.items() if count > 1))
        }
        self._named = dict(self.shared.values())

    def _simple(self, parts: list[tuple[str, Transform]], placed: Transform) -> Any:
        made = TTGlyphPen(None)
        # The curves of PostScript outlines become quadratic ones, at most half a thousandth of an em beside.
        pen = made if 'glyf' in self._base.font else Cu2QuPen(made, 1.0, reverse_direction=True)
        for part, transform in parts:
            self._base.font.getGlyphSet()[part].draw(TransformPen(pen, placed.transform(transform)))
        return made.glyph(round=otRound)

    def missing(self) -> tuple[Any, int]:
        """The glyph of what the font lacks."""
        scale = self._base.scale
        parts = list(self._base.parts('.notdef'))
        return self._simple(parts, Transform(scale, 0, 0, scale, 0, 0)), otRound(self._base.advance('.notdef'))

    def _taller(self, code: int) -> float:
        category = unicodedata.category(chr(code))
        if category == 'Ll':
            return self._small
        return self._capitals if category in ('Lu', 'Nd') else (self._small + self._capitals) / 2

    def glyph(self, code: int, width: int) -> Any:
        """The glyph of a character at a width."""
        drawn = self._base.advance(self._base.cmap[code])
        limited, aside = 1.0, 0.0
        if drawn and width:
            limited = _between(width / drawn, _STRETCH)
            aside = (width - drawn * limited) / 2
        inner = Transform(limited, 0, 0, self._taller(code), aside, 0)
        scale = self._base.scale
        parts = self._parts[code]
        if not all(part in self.shared for part, _ in parts):
            return self._simple(parts, inner.scale(scale))
        pen = TTGlyphPen(self._named)
        for part, (xx, xy, yx, yy, dx, dy) in parts:
            pen.addComponent(self.shared[part][0], inner.transform((xx, xy, yx, yy, dx * scale, dy * scale)))
        return pen.glyph(round=otRound)
