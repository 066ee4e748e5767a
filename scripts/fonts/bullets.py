"""The bullet of Word's lists, with the line heights of the font that Word takes it from, Symbol.

A line is as high as the tallest font in it: Symbol's bullet makes lines of a list higher than other lines. The outline
is our own, a disc that fills the box that Adobe's public metrics give for this character.
"""

from math import cos, pi, sin

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.roundTools import otRound
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from widths import EM

FAMILY = 'Paraph Symbol'
_BULLET = 0x2022
# Symbol.afm, in thousandths of an em: `C 183 ; WX 460 ; N bullet ; B 50 100 410 473`.
_ADVANCE = 460
_BOX = (50, 100, 410, 473)
# Of the Symbol that comes with Windows, in 1/2048 em.
_ASCENT, _DESCENT = 2059, -450
_ARCS = 8


def _disc(left: float, bottom: float, right: float, top: float) -> TTGlyphPen:
    """A filled ellipse in quadratic arcs, clockwise as TrueType has it."""
    middle = ((left + right) / 2, (bottom + top) / 2)
    radius = ((right - left) / 2, (top - bottom) / 2)

    def at(part: float, out: float) -> tuple[float, float]:
        angle = -2 * pi * part / _ARCS
        return middle[0] + radius[0] * out * cos(angle), middle[1] + radius[1] * out * sin(angle)

    pen = TTGlyphPen(None)
    pen.moveTo(at(0, 1))
    for arc in range(_ARCS):
        pen.qCurveTo(at(arc + 0.5, 1 / cos(pi / _ARCS)), at((arc + 1) % _ARCS, 1))
    pen.closePath()
    return pen


def bullets(created: int) -> TTFont:
    """The font. `created`: seconds since 1904."""
    scale = EM / 1000
    glyphs = {
        '.notdef': TTGlyphPen(None).glyph(),
        'bullet': _disc(*(edge * scale for edge in _BOX)).glyph(round=otRound),
    }
    made = FontBuilder(EM, isTTF=True)
    made.setupGlyphOrder(list(glyphs))
    made.setupCharacterMap({_BULLET: 'bullet'})
    made.setupGlyf(glyphs)
    advances = {'.notdef': (EM // 2, 0), 'bullet': (otRound(_ADVANCE * scale), otRound(_BOX[0] * scale))}
    made.setupHorizontalMetrics(advances)
    made.setupHorizontalHeader(ascent=_ASCENT, descent=_DESCENT, lineGap=0)
    made.setupNameTable(
        {
            'familyName': FAMILY,
            'styleName': 'Regular',
            'uniqueFontIdentifier': f'Paraph;{FAMILY} Regular',
            'fullName': FAMILY,
            'psName': 'ParaphSymbol-Regular',
            'version': 'Version 1.000',
        },
        mac=False,
    )
    made.setupOS2(
        version=4,
        fsType=0,
        fsSelection=0x40,
        achVendID='NONE',
        sTypoAscender=_ASCENT,
        sTypoDescender=_DESCENT,
        sTypoLineGap=0,
        usWinAscent=_ASCENT,
        usWinDescent=-_DESCENT,
    )
    made.setupPost(keepGlyphNames=False)
    made.font['head'].created = made.font['head'].modified = created
    made.font.recalcTimestamp = False
    return made.font
