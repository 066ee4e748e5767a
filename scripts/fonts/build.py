"""Builds fonts that take as much room as Word's: open outlines, Word's advance widths and line heights.

    build.py <out> <folder of @expo-google-fonts packages> [<more folders with open fonts>...]

scripts/fonts/build calls it with all it needs.

Each glyph of an open font is scaled horizontally to the advance width that Word's font has for that character.
Kerning, ligatures and hints are left out: Word does not kern by default. The names are our own; copyright and licence
of the outlines stay in the name table, the licence's text is put beside the files. Needs fontTools.
"""

import json
import logging
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any
from xml.sax.saxutils import escape

from fontTools import agl
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.roundTools import otRound
from fontTools.ttLib import TTFont

from bullets import BULLETS, bullet_font
from outlines import Base, Drawing
from widths import EM, Face, read

_HERE = Path(__file__).parent
_TABLE = _HERE.parents[1] / 'src/office/fonts/widths.tsv'
# A face of which this much is known is known whole: what it lacks, Word takes from another font, and so do we.
_WHOLE = 900
# Latin, Greek, Cyrillic, punctuation, euro, trade mark, minus: where a letter of a language were missing, fontconfig
# would take another face.
_ALWAYS = (
    (0x20, 0x180),
    (0x386, 0x3CF),
    (0x400, 0x460),
    (0x2010, 0x2045),
    (0x20AC, 0x20AD),
    (0x2122, 0x2123),
    (0x2212, 0x2213),
)
_CREATED = 3_786_912_000  # 2024-01-01, since 1904: the same input gives the same bytes
_STYLES = {'Regular': (0, 0x40), 'Bold': (1, 0x20), 'Italic': (2, 0x01), 'Bold Italic': (3, 0x21)}


def kept(code: int, own: dict[int, int], siblings: list[dict[int, int]]) -> bool:
    """Whether a character gets a glyph: what Word's font has as far as is known, and what no text may lack."""
    if any(first <= code < end for first, end in _ALWAYS) or code in own:
        return True
    return len(own) < _WHOLE and any(code in sibling for sibling in siblings)


def _ratio(known: dict[int, int], other: dict[int, int], code: int) -> float | None:
    """How much wider one face is than another, by what is known of both, characters of the same kind first."""
    kind = unicodedata.category(chr(code))
    pairs = [(c, known[c] / other[c]) for c in known if other.get(c) and known[c]]
    alike = [ratio for c, ratio in pairs if unicodedata.category(chr(c)) == kind]
    chosen = alike if len(alike) >= 5 else [ratio for _, ratio in pairs]
    return median(chosen) if chosen else None


def estimate(base: Base, own: dict[int, int], siblings: list[dict[int, int]]) -> dict[int, int]:
    """The width of every character: as measured; as its letter without accent; as in the family; as in the base."""
    drawn = {code: otRound(base.advance(glyph)) for code, glyph in base.cmap.items()}
    widths: dict[int, int] = {}
    if len(own) >= 50 and len({width for code, width in own.items() if width and code < 0x300}) == 1:
        own = dict.fromkeys(base.cmap, own[0x20])
    for code in sorted(base.cmap):
        letter = ord(unicodedata.normalize('NFD', chr(code))[0])
        if code in own:
            widths[code] = own[code]
        elif drawn[code] == 0:
            widths[code] = 0
        elif letter != code and letter in own and drawn.get(letter) == drawn[code]:
            widths[code] = own[letter]
        else:
            for other in [*siblings, drawn]:
                # A face of which nothing is known is mostly one that Word slants or emboldens by itself: no wider.
                ratio = _ratio(own, other, code) if len(own) >= 10 else 1.0
                if code in other and ratio:
                    widths[code] = otRound(other[code] * ratio)
                    break
            else:
                widths[code] = drawn[code]
    return widths


def build(base: Base, family: str, style: str, face: Face, widths: dict[int, int]) -> TTFont:
    """One font: the outlines of the base at these widths, with the vertical metrics of the face."""
    codes = sorted(widths)
    names = {code: agl.UV2AGL.get(code, f'uni{code:04X}') for code in codes}
    drawing = Drawing(base, face, codes)
    missing, advance = drawing.missing()
    glyphs: dict[str, Any] = {'.notdef': missing}
    advances = {'.notdef': advance}
    for code in codes:
        glyphs[names[code]], advances[names[code]] = drawing.glyph(code, widths[code]), widths[code]
    for name, part in drawing.shared.values():
        glyphs[name], advances[name] = part, 0
    made = FontBuilder(EM, isTTF=True)
    made.setupGlyphOrder(list(glyphs))
    made.setupCharacterMap(names)
    made.setupGlyf(glyphs)
    made.setupHorizontalMetrics({name: (advances[name], made.font['glyf'][name].xMin) for name in glyphs})
    _describe(made, base, family, style, face)
    return made.font


def _describe(made: FontBuilder, base: Base, family: str, style: str, face: Face) -> None:
    """Names, vertical metrics and all that is said about a font."""
    mac, selection = _STYLES[style]
    theirs, windows = base.font['name'], base.font['OS/2']
    made.setupHorizontalHeader(ascent=face.ascent, descent=face.descent, lineGap=face.gap)
    made.setupNameTable(
        {
            'copyright': theirs.getDebugName(0),
            'familyName': family,
            'styleName': style,
            'uniqueFontIdentifier': f'Paraph;{family} {style}',
            'fullName': f'{family} {style}',
            'psName': _postscript(family, style),
            'version': 'Version 1.000',
            'description': 'Changed for Paraph: advance widths and heights; without kerning, ligatures and hints.',
            'licenseDescription': theirs.getDebugName(13) or '',
            'licenseInfoURL': theirs.getDebugName(14) or '',
        },
        mac=False,
    )
    made.setupOS2(
        version=4,
        usWeightClass=700 if 'Bold' in style else face.weight or 400,
        usWidthClass=5,
        fsType=0,
        fsSelection=selection | (0x80 if face.use_typo else 0),
        achVendID='NONE',
        panose=windows.panose,
        sTypoAscender=face.ascent if face.typo_ascent is None else face.typo_ascent,
        sTypoDescender=face.descent if face.typo_descent is None else face.typo_descent,
        sTypoLineGap=face.gap if face.typo_gap is None else face.typo_gap,
        usWinAscent=face.ascent if face.win_ascent is None else face.win_ascent,
        usWinDescent=-face.descent if face.win_descent is None else face.win_descent,
        yStrikeoutSize=otRound(windows.yStrikeoutSize * base.scale),
        yStrikeoutPosition=otRound(windows.yStrikeoutPosition * base.scale),
        sxHeight=face.x_height or otRound(base.height('x')),
        sCapHeight=face.cap_height or otRound(base.height('H')),
    )
    made.font['OS/2'].recalcUnicodeRanges(made.font)
    made.font['OS/2'].recalcCodePageRanges(made.font)
    lines = base.font['post']
    made.setupPost(
        italicAngle=lines.italicAngle,
        isFixedPitch=lines.isFixedPitch,
        # without a thickness, LibreOffice draws no line at all
        underlinePosition=otRound(lines.underlinePosition * base.scale),
        underlineThickness=otRound(lines.underlineThickness * base.scale),
        keepGlyphNames=False,
    )
    made.font['head'].macStyle = mac
    made.font['head'].created = made.font['head'].modified = _CREATED
    made.font.recalcTimestamp = False


def _postscript(family: str, style: str) -> str:
    return f'{family}-{style}'.replace(' ', '')


def _metrics(
    table: dict[str, Face], family: dict[str, Any], style: str, base: Base
) -> tuple[Face, list[dict[int, int]]]:
    """What is known of a face, and the faces that stand in for what is not, the nearest first."""
    faces = family['faces']
    name = faces[style][1]
    if not faces['Regular'][1]:
        return _of_windows(base.face()), []
    regular = table[faces['Regular'][1]]
    face = table[name] if name else regular
    others = [faces[other][1] for other in ('Regular', 'Bold', 'Italic') if other in faces]
    if like := family.get('like'):
        others += [like, *([f'{like} {style}'] if f'{like} {style}' in table else [])]
    siblings = [table[other].widths for other in others if other and other != name]
    # A font that was embedded without its tables only tells roughly how high its lines are: then its family tells.
    relatives = [face, regular, *(table[other] for other in others if other)]
    whole = [relative for relative in relatives if relative.use_typo is not None]
    vertical = whole[0] if whole else max(relatives, key=lambda relative: relative.ascent - relative.descent)
    known = face.widths if name else {}
    own = _of_windows(Face(**{**vars(vertical), 'weight': face.weight, 'widths': known}))
    return _of_heights(own, family.get('heights')), siblings


def _of_windows(face: Face) -> Face:
    """Where a font has a gap between lines, Word on Windows has it in OS/2's ascent and descent, LibreOffice on top."""
    if not face.gap or face.use_typo or face.win_ascent is None or face.win_descent is None:
        return face
    whole = face.ascent - face.descent + face.gap
    return replace(
        face, ascent=face.win_ascent, descent=-face.win_descent, gap=max(0, whole - face.win_ascent - face.win_descent)
    )


def _of_heights(face: Face, heights: list[int] | None) -> Face:
    if heights is None:
        return face
    ascent, descent = heights
    return replace(
        face,
        ascent=ascent,
        descent=descent,
        gap=0,
        typo_ascent=ascent,
        typo_descent=descent,
        typo_gap=0,
        win_ascent=ascent,
        win_descent=-descent,
    )


def _from_family(table: dict[str, Face], family: dict[str, Any], style: str) -> dict[int, int]:
    """The widths of a face of which none are known: bold times italic by regular, of its own family or the like one."""
    like = family.get('like')
    regular = table[family['faces']['Regular'][1]].widths

    def face(name: str) -> dict[int, int]:
        own = family['faces'].get(name, [None, None])[1]
        if own:
            return table[own].widths
        other = table.get(f'{like or family["word"][0]} {name.replace(" ", "")}')
        plain = table[like].widths if like else regular
        if other is None:
            return {}
        both = [code for code in regular if code in other.widths and plain.get(code)]
        return {code: otRound(regular[code] * other.widths[code] / plain[code]) for code in both}

    if style != 'Bold Italic':
        return face(style)
    bold, italic = face('Bold'), face('Italic')
    if bold and italic:
        return {c: otRound(bold[c] * italic[c] / regular[c]) for c in bold if c in italic and regular.get(c)}
    # An italic of sans-serif fonts mostly is the upright one, slanted.
    return bold or italic


def _found(folders: list[Path], name: str) -> Path:
    for folder in folders:
        for path in sorted(folder.rglob(name)):
            return path
    raise SystemExit(f'{name} is in none of: {", ".join(map(str, folders))}')


def _licence(folders: list[Path], where: str) -> str:
    kind, _, package = where.partition(':')
    if kind == 'debian':
        return (Path('/usr/share/doc') / package / 'copyright').read_text()
    if kind == 'file':
        return _found(folders, package).read_text()
    return (folders[0] / package / 'LICENSE_FONT').read_text()


def fontconfig(families: list[dict[str, Any]], names: dict[str, str], hidden: list[str]) -> str:
    """Our aliases: a font of Word's that the operator has installed stays first.

    LibreOffice has a list of its own that it asks before fontconfig: what is `hidden` would win there.
    """
    patterns = ''.join(
        f'<pattern><patelt name="family"><string>{escape(name)}</string></patelt></pattern>' for name in hidden
    )
    named = [*names.items(), *((word, family['name']) for family in families for word in family['word'])]
    rules = ''.join(
        f'  <alias binding="same">\n    <family>{escape(word)}</family>\n'
        f'    <accept><family>{escape(ours)}</family></accept>\n  </alias>\n'
        for word, ours in sorted(named)
    )
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
        '<!-- Written by scripts/fonts/build.py. '
        'Part of what src/office/fonts.ts gives LibreOffice, after rules.conf. -->\n'
        '<fontconfig>\n'
        f'  <selectfont><rejectfont>{patterns}</rejectfont></selectfont>\n{rules}</fontconfig>\n'
    )


def main(out: Path, folders: list[Path]) -> None:
    """Builds all fonts of families.json into a folder."""
    logging.getLogger('fontTools').setLevel(logging.ERROR)  # dates in other people's files
    plan = json.loads((_HERE / 'families.json').read_text())
    table = read(_TABLE)
    out.mkdir(parents=True, exist_ok=True)
    for family in plan['families']:
        for style, (source, measured) in family['faces'].items():
            base = Base.opened(_found(folders, source.partition('/')[2]))
            face, siblings = _metrics(table, family, style, base)
            own = face.widths if measured or face.widths else _from_family(table, family, style)
            widths = estimate(base, own, siblings)
            widths = {code: width for code, width in widths.items() if kept(code, own, siblings)}
            font = build(base, family['name'], style, face, widths)
            font.save(out / f'{_postscript(family["name"], style)}.ttf')
    for bullet in BULLETS:
        bullet_font(bullet, _CREATED).save(out / f'{_postscript(bullet.family, "Regular")}.ttf')
    for name, where in plan['licences'].items():
        (out / f'LICENCE-{name}.txt').write_text(_licence(folders, where))
    (out / 'fonts.conf').write_text(fontconfig(plan['families'], plan['names'], plan['hidden']))


if __name__ == '__main__':
    main(Path(sys.argv[1]), [Path(folder) for folder in sys.argv[2:]])
