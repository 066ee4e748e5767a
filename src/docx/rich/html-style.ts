/** The few CSS declarations of a `style` attribute that inserted text may carry. */
import names from './color-names.json' with { type: 'json' }
import type { Marks, Paragraph } from './values.ts'

const NAMED: Readonly<Record<string, string>> = names

/** Six hex digits of a CSS colour: a name, `#rgb`, `#rrggbb` or `rgb(r, g, b)`; otherwise undefined. */
export function readColor(text: string): string | undefined {
  const value = text.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1]
  if (hex !== undefined) {
    return (hex.length === 3 ? hex.replace(/./g, '$&$&') : hex).toUpperCase()
  }
  const rgb =
    /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(?:1|1\.0)\s*)?\)$/.exec(value)
  if (rgb !== null) {
    return rgb
      .slice(1, 4)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()
  }
  return Object.hasOwn(NAMED, value) ? NAMED[value] : undefined
}

/** Points of `12pt` or `16px`, limited to 4 to 96. */
function readSize(text: string): number | undefined {
  const match = /^\s*(\d{1,3}(?:\.\d{1,3})?)(pt|px)\s*$/i.exec(text)
  if (match === null) return undefined
  const points = Number(match[1]) * (match[2]?.toLowerCase() === 'px' ? 0.75 : 1)
  return points >= 4 && points <= 96 ? points : undefined
}

function declarations(style: string): Map<string, string> {
  const pairs = style.split(';').map((one): [string, string] => {
    const at = one.indexOf(':')
    const value = one.slice(at + 1).replace(/!important/i, '')
    return at < 0 ? ['', ''] : [one.slice(0, at).trim().toLowerCase(), value.trim()]
  })
  return new Map(pairs)
}

const defined = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [name in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { [name in Key]?: Value })

/** Marks of a `style` attribute; unknown declarations are ignored. */
export function marksOfStyle(style: string): Marks {
  const css = declarations(style)
  const decoration = `${css.get('text-decoration') ?? ''} ${css.get('text-decoration-line') ?? ''}`
  const weight = css.get('font-weight') ?? ''
  return {
    ...defined('color', readColor(css.get('color') ?? '')),
    ...defined('shade', readColor(css.get('background-color') ?? css.get('background') ?? '')),
    ...defined('size', readSize(css.get('font-size') ?? '')),
    ...(/^(bold|bolder|[6-9]00)$/.test(weight) ? { bold: true as const } : {}),
    ...(/^(italic|oblique)/.test(css.get('font-style') ?? '') ? { italic: true as const } : {}),
    ...(decoration.includes('underline') ? { underline: true as const } : {}),
    ...(decoration.includes('line-through') ? { strike: true as const } : {}),
  }
}

const ALIGNMENTS: Readonly<Record<string, NonNullable<Paragraph['align']>>> = {
  left: 'left',
  start: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  justify: 'both',
}

/** Alignment in a `style` or `align` attribute. */
export function alignmentOf(style: string, align: string): Paragraph['align'] {
  const value = (declarations(style).get('text-align') ?? align).toLowerCase()
  return Object.hasOwn(ALIGNMENTS, value) ? ALIGNMENTS[value] : undefined
}
