"""The bullets of Word's lists, with the line heights that they have in Word.

Symbol's disc makes the lines of a list higher than other lines: a line is as high as its tallest font. The circle of
the second level, Courier New's letter o, does not: how far Courier reaches down counts in LibreOffice, and not in Word.
The outlines are our own; they fill the boxes that Adobe's public metrics give for these characters.
"""

from dataclasses import dataclass
from math import cos, pi, sin

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.roundTools import otRound
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from widths import EM

_Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Bullet:
    """A font of one character; advance and boxes in thousandths of an em, heights in 1/2048 em."""

    family: str
    code: int
    glyph: str
    advance: int
    outer: _Box
    inner: _Box | None
    ascent: int
    descent: int


BULLETS = (
    # Symbol.afm: `C 183 ; WX 460 ; N bullet ; B 50 100 410 473`; heights of the Symbol that comes with Windows.
    Bullet('Paraph Symbol', 0x2022, 'bullet', 460, (50, 100, 410, 473), None, 2059, -450),
    # Courier.afm: `C 111 ; WX 600 ; N o ; B 62 -15 538 441`, strokes of 41; lower than any font of text.
    Bullet('Paraph Circle', ord('o'), 'o', 600, (62, -15, 538, 441), (103, 26, 497, 400), 1400, -300),
)
_ARCS = 8


def _ring(pen: TTGlyphPen, box: _Box, turn: int) -> None:
    """A closed ellipse in quadratic arcs; `turn`: -1 clockwise, as TrueType has what is filled, 1 for a hole."""
    left, bottom, right, top = (edge * EM / 1000 for edge in box)
    middle = ((left + right) / 2, (bottom + top) / 2)
    radius = ((right - left) / 2, (top - bottom) / 2)

    def at(part: float, out: float) -> tuple[float, float]:
        angle = turn * 2 * pi * part / _ARCS
        return middle[0] + radius[0] * out * cos(angle), middle[1] + radius[1] * out * sin(angle)

    pen.moveTo(at(0, 1))
    for arc in range(_ARCS):
        pen.qCurveTo(at(arc + 0.5, 1 / cos(pi / _ARCS)), at((arc + 1) % _ARCS, 1))
    pen.closePath()


def bullet_font(bullet: Bullet, created: int) -> TTFont:
    """The font. `created`: seconds since 1904."""
    scale = EM / 1000
    pen = TTGlyphPen(None)
    _ring(pen, bullet.outer, -1)
    if bullet.inner:
        _ring(pen, bullet.inner, 1)
    glyphs = {'.notdef': TTGlyphPen(None).glyph(), bullet.glyph: pen.glyph(round=otRound)}
    made = FontBuilder(EM, isTTF=True)
    made.setupGlyphOrder(list(glyphs))
    made.setupCharacterMap({bullet.code: bullet.glyph})
    made.setupGlyf(glyphs)
    advance = (otRound(bullet.advance * scale), otRound(bullet.outer[0] * scale))
    made.setupHorizontalMetrics({'.notdef': (EM // 2, 0), bullet.glyph: advance})
    made.setupHorizontalHeader(ascent=bullet.ascent, descent=bullet.descent, lineGap=0)
    made.setupNameTable(
        {
            'familyName': bullet.family,
            'styleName': 'Regular',
            'uniqueFontIdentifier': f'Paraph;{bullet.family} Regular',
            'fullName': bullet.family,
            'psName': f'{bullet.family.replace(" ", "")}-Regular',
            'version': 'Version 1.000',
        },
        mac=False,
    )
    made.setupOS2(
        version=4,
        fsType=0,
        fsSelection=0x40,
        achVendID='NONE',
        sTypoAscender=bullet.ascent,
        sTypoDescender=bullet.descent,
        sTypoLineGap=0,
        usWinAscent=bullet.ascent,
        usWinDescent=-bullet.descent,
    )
    made.setupPost(keepGlyphNames=False)
    made.font['head'].created = made.font['head'].modified = created
    made.font.recalcTimestamp = False
    return made.font
