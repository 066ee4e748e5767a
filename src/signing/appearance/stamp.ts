/**
 * The layout of a stamp: what a signer's field shows besides the mark, and where. The file and the signer's page both
 * draw from it, so that what is previewed is what is made.
 */
import type { Language } from '../../kernel/languages.ts'
import type { Texts } from '../../translations/messages.ts'
import { stampTime } from './stamp-time.ts'

/** A rectangle in points, from the top left corner of the field. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What a stamp states. */
export interface StampFacts {
  locale: Language
  /** Name of the signer. */
  name: string
  /** RFC 3339. */
  at: string
  /** IANA name of the zone the signer reads clocks in. */
  timeZone: string
  documentId: string
  /** A signature without legal effect. */
  test: boolean
  /** Signed as the witness of another. */
  witness?: boolean
}

/** The words of a stamp, in the signer's language. */
export type StampWords = Texts['signing']['stamp']

/** Measures a text in points. */
export type TextMeasure = (text: string, look: { size: number; bold: boolean }) => number

/** A whole stamp, in points from the top left corner of its field. */
export interface StampPlan {
  mark: Box
  lines: ReadonlyArray<Box & { text: string; size: number; bold: boolean }>
}

/** Points: nothing smaller is legible on a printed page. */
export const STAMP_SIZE_LEAST = 7
const SIZE_MOST = 8
const LEADING = 1.28
/** Width of the coloured bar at the left edge. */
export const STAMP_BAR = 1.4
const GAP = 2
const SHORT_ID = 10
/**
 * Shares of the field that stay with the mark, of the height above its caption and of the width beside it. What people
 * recognise is their signature: it gives way only as far as the name and the time need.
 */
const SHARES = [
  { above: 0.6, beside: 0.5 },
  { above: 0.5, beside: 0.45 },
  { above: 0.36, beside: 0.4 },
] as const
type Shares = { above: number; beside: number }
/** In a field that is higher, the mark is larger above its caption than beside it. */
const BESIDE_MOST = 42

/** Shortens `doc_01J…ABC` to `doc_…` plus its last characters, which distinguish documents. */
export function shortId(id: string): string {
  const [kind = '', rest = ''] = id.includes('_') ? id.split('_', 2) : ['', id]
  if (rest.length <= SHORT_ID) return id
  return `${kind === '' ? '' : `${kind}_`}…${rest.slice(-SHORT_ID)}`
}

/** What the lines may say, from the richest to the shortest; the name is on a line (or two) of its own. */
function captions(facts: StampFacts, words: StampWords): string[][] {
  const { locale, name, at, timeZone, documentId, test, witness } = facts
  const signed = witness === true ? words.witnessed : words.signed
  const time = stampTime(at, timeZone, locale)
  const moment = `${time.day} ${words.at} ${time.hour}`
  const id = test ? `${words.test} · ${shortId(documentId)}` : shortId(documentId)
  return [
    [signed, name, `${words.on} ${moment}`, id],
    [signed, name, `${words.on} ${time.day}`, `${words.at} ${time.hour}`, id],
    ...(witness === true
      ? [
          [signed, name, time.short],
          [signed, name],
        ]
      : []),
    [name, moment, id],
    [name, time.short, id],
    [name, moment],
    [name, time.short],
    [name, time.day, time.hour],
    [name, time.shortDay, time.hour],
    [name],
  ]
}

/** A name on one line, or on two where it breaks between words; undefined if it does not fit. */
function nameLines(name: string, fits: (text: string) => boolean): string[] | undefined {
  if (fits(name)) return [name]
  const words = name.split(' ')
  for (let at = words.length - 1; at > 0; at--) {
    const two = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    if (two.every(fits)) return two
  }
  return undefined
}

interface Area {
  mark: Box
  caption: Box
}

/** The lines of a caption in an area at a size; undefined if they do not fit. */
function setIn(
  area: Area,
  texts: readonly string[],
  given: { name: string; size: number; measure: TextMeasure; alone: boolean },
): StampPlan | undefined {
  const { name, size, measure, alone } = given
  const { x, y, width, height } = area.caption
  const fits = (text: string, bold: boolean): boolean => measure(text, { size, bold }) <= width
  const lines: Array<{ text: string; bold: boolean }> = []
  for (const text of texts) {
    const bold = text === name
    const broken = bold ? nameLines(name, (part) => fits(part, true)) : undefined
    if (broken !== undefined) lines.push(...broken.map((part) => ({ text: part, bold })))
    else if ((bold && alone) || (!bold && fits(text, false))) lines.push({ text, bold })
    else return undefined
  }
  const step = size * LEADING
  const high = lines.length * step
  if (high > height) return undefined
  const under = area.mark.width === width
  const top = under ? y + height - high : y + (height - high) / 2
  return {
    mark: under ? { ...area.mark, height: top - GAP - area.mark.y } : area.mark,
    lines: lines.map((line, index) => ({
      ...line,
      size,
      x,
      y: top + index * step,
      width,
      height: step,
    })),
  }
}

/** Where the caption may be: beside the mark where the field is long, else under it. */
function areasOf(inner: Box, { above, beside }: Shares): Area[] {
  const under = {
    mark: inner,
    caption: {
      ...inner,
      y: inner.y + inner.height * above + GAP,
      height: inner.height * (1 - above) - GAP,
    },
  }
  if (inner.height > BESIDE_MOST || inner.width < 110 || inner.width / inner.height <= 2.6)
    return [under]
  const markWidth = inner.width * beside
  const side = {
    mark: { ...inner, width: markWidth - 4 },
    caption: { ...inner, x: inner.x + markWidth, width: inner.width - markWidth },
  }
  return [side, under]
}

/** Lays out the stamp of a field of any size: the richest caption that is legible and leaves room for the mark. */
export function planStamp(
  { width, height }: { width: number; height: number },
  facts: StampFacts,
  { words, measure }: { words: StampWords; measure: TextMeasure },
): StampPlan {
  const pad = Math.min(4, height * 0.08, width * 0.04)
  const left = STAMP_BAR + pad + 1.5
  const inner = { x: left, y: pad, width: width - left - pad, height: height - 2 * pad }
  if (height < 14 || width < 36) return { mark: inner, lines: [] }
  const { name } = facts
  const all = captions(facts, words)
  const fitting = (texts: readonly string[], shares: Shares): StampPlan | undefined => {
    for (const area of areasOf(inner, shares))
      for (let size = SIZE_MOST; size >= STAMP_SIZE_LEAST; size -= 0.5) {
        const plan = setIn(area, texts, { name, size, measure, alone: false })
        if (plan !== undefined) return plan
      }
    return undefined
  }
  // The last caption is the name alone.
  for (const captioned of [all.slice(0, -1), all.slice(-1)])
    for (const shares of SHARES)
      for (const texts of captioned) {
        const plan = fitting(texts, shares)
        if (plan !== undefined) return plan
      }
  // A name that is too long for its line is cut where it is drawn.
  const [under] = areasOf(inner, { above: 0, beside: 0 }).slice(-1)
  const last = { name, size: STAMP_SIZE_LEAST, measure, alone: true }
  return (under && setIn(under, [name], last)) ?? { mark: inner, lines: [] }
}
