"""The measured metrics of Word's fonts, in a compact table: facts only, no outline and no program of any font.

One line per face, with tabs: name, weight, ascent, descent and line gap (hhea), the same three and the two of
Windows (OS/2), whether typographic metrics are to be used, height of x and H, advance widths. All in units of
1/2048 em; what is not known is empty. Widths are runs of neighbouring code points: `20:463,624*2 a0:463` says that
U+0020 is 463 wide, U+0021 and U+0022 are 624, U+00A0 is 463.

    python3 scripts/fonts/widths.py <metrics.json> > src/office/fonts/widths.tsv
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

EM = 2048
_USE_TYPO = 1 << 7
# Latin, Greek and Cyrillic, punctuation, currencies, arrows, mathematics, boxes, shapes, ligatures.
_RANGES = ((0x20, 0x530), (0x1E00, 0x2000), (0x2000, 0x20D0), (0x2100, 0x2300), (0x2500, 0x27C0), (0xFB00, 0xFB07))


@dataclass(frozen=True)
class Face:
    """One face: its vertical metrics and the advance widths that are known, in 1/2048 em."""

    name: str
    weight: int | None
    ascent: int
    descent: int
    gap: int
    typo_ascent: int | None
    typo_descent: int | None
    typo_gap: int | None
    win_ascent: int | None
    win_descent: int | None
    use_typo: int | None
    x_height: int | None
    cap_height: int | None
    widths: dict[int, int]


def covered(code: int) -> bool:
    """Whether a code point is one that the built fonts are for."""
    return any(first <= code < end for first, end in _RANGES)


def _runs(widths: Mapping[int, int]) -> str:
    runs: list[tuple[int, list[int]]] = []
    for code, width in sorted(widths.items()):
        if runs and code == runs[-1][0] + len(runs[-1][1]):
            runs[-1][1].append(width)
        else:
            runs.append((code, [width]))
    return ' '.join(f'{first:x}:{",".join(_repeats(values))}' for first, values in runs)


def _repeats(values: Iterable[int]) -> Iterator[str]:
    last, count = -1, 0
    for value in [*values, -1]:
        if value != last:
            if count:
                yield str(last) if count == 1 else f'{last}*{count}'
            last, count = value, 0
        count += 1


def _widths(runs: str) -> dict[int, int]:
    widths: dict[int, int] = {}
    for run in runs.split():
        first, _, values = run.partition(':')
        code = int(first, 16)
        for value in values.split(','):
            width, _, count = value.partition('*')
            for _ in range(int(count or 1)):
                widths[code] = int(width)
                code += 1
    return widths


def read(path: Path) -> dict[str, Face]:
    """The faces of a table by name."""
    head, *lines = path.read_text().splitlines()
    names = head.split('\t')[1:-1]
    faces: dict[str, Face] = {}
    for line in lines:
        name, *numbers, runs = line.split('\t')
        values: dict[str, Any] = {key: int(value) if value else None for key, value in zip(names, numbers, strict=True)}
        faces[name] = Face(name=name, widths=_widths(runs), **values)
    return faces


def _packed(measured: Mapping[str, Any]) -> Iterator[str]:
    yield '\t'.join(field.name for field in fields(Face))

    def units(value: float | None) -> str:
        return '' if value is None else str(round(value * EM / 1000))

    for name, face in sorted(measured.items()):
        widths = {int(code): round(width * EM / 1000) for code, width in face['widths'].items() if covered(int(code))}
        windows = face.get('os2', {})
        columns = [units(face[key]) for key in ('ascent', 'descent', 'lineGap')]
        columns += [units(windows.get(key)) for key in ('typoAsc', 'typoDesc', 'typoGap', 'winAsc', 'winDesc')]
        columns.append(str(int(bool(windows['fsSelection'] & _USE_TYPO))) if windows else '')
        columns += [units(windows.get(key) or None) for key in ('xHeight', 'capHeight')]
        yield '\t'.join([name, str(windows.get('weight', '')), *columns, _runs(widths)])


if __name__ == '__main__':
    print('\n'.join(_packed(json.loads(Path(sys.argv[1]).read_text()))))
