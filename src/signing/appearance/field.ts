/**
 * The visible content of a signer's field: the signature and, space permitting, the name, the time and the
 * document.
 */
import { type Drawing, drawAppearance, type Size } from '../../pdf/appearance.ts'
import type { Box } from '../../pdf/pages.ts'
import { Canvas, type TextStyle } from './canvas.ts'
import { embedFaces } from './faces.ts'
import type { Mark } from './mark.ts'
import { drawMark } from './mark.ts'
import { fewLines, fittingSize } from './text.ts'

/** A signature to display. */
export interface FieldFacts {
  locale: 'fr' | 'en'
  /** Name of the signer. */
  name: string
  /** RFC 3339, UTC. */
  at: string
  documentId: string
  mark: Mark
  /** A signature without legal effect. */
  test: boolean
}

const WORDS = {
  fr: { signed: 'Signé électroniquement par', on: 'le', test: 'TEST' },
  en: { signed: 'Signed electronically by', on: 'on', test: 'TEST' },
} as const

/** Nothing smaller is legible in print. */
const SIZE_LEAST = 3.6
const SIZE_MOST = 8
const LEADING = 1.28
const BAR = 1.4
const SHORT_ID = 10

/** `2026-11-21T12:00:03.250Z` as `2026-11-21 12:00:03 UTC`. */
const seconds = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/** Shortens `doc_01J…ABC` to `doc_…` plus its last characters, which distinguish documents. */
export function shortId(id: string): string {
  const [kind = '', rest = ''] = id.includes('_') ? id.split('_', 2) : ['', id]
  if (rest.length <= SHORT_ID) return id
  return `${kind === '' ? '' : `${kind}_`}…${rest.slice(-SHORT_ID)}`
}

interface Caption extends TextStyle {
  text: string
}

/** The lines below or beside a signature; fewer when space is tight. */
function captionOf({ locale, name, at, documentId, test }: FieldFacts, rows: number): string[] {
  const words = WORDS[locale]
  const id = test ? `${words.test} · ${shortId(documentId)}` : shortId(documentId)
  if (rows >= 4) return [words.signed, name, `${words.on} ${seconds(at)}`, id]
  if (rows === 3) return [name, seconds(at), id]
  if (rows === 2) return [name, seconds(at)]
  return [name]
}

/** Positions of the signature and its caption. */
interface Plan {
  mark: Box
  caption: Box
  rows: number
}

function planOf({ width, height }: Size): Plan {
  const pad = Math.min(4, height * 0.08, width * 0.04)
  const left = BAR + pad + 1.5
  const inner = { x: left, y: pad, width: width - left - pad, height: height - 2 * pad }
  const none = { ...inner, height: 0 }
  if (height < 14 || width < 36) return { mark: inner, caption: none, rows: 0 }
  const wide = inner.width / inner.height
  if (height < 60 && wide > 2.6 && inner.width >= 110) {
    const share = inner.width * 0.46
    const rows = Math.min(4, Math.max(1, Math.floor(inner.height / (4.4 * LEADING))))
    return {
      mark: { ...inner, width: share - 4 },
      caption: { ...inner, x: inner.x + share, width: inner.width - share },
      rows,
    }
  }
  const rows = height >= 80 && inner.width >= 66 ? 4 : height >= 52 ? 3 : height >= 34 ? 2 : 1
  const size = Math.min(SIZE_MOST, Math.max(SIZE_LEAST, inner.height * 0.1))
  const high = rows * size * LEADING
  return {
    mark: { ...inner, height: inner.height - high - 2 },
    caption: { ...inner, y: inner.y + inner.height - high, height: high },
    rows,
  }
}

function drawCaption(canvas: Canvas, facts: FieldFacts, { caption, rows }: Plan): void {
  if (rows === 0) return
  const texts = captionOf(facts, rows)
  const highest = Math.min(SIZE_MOST, caption.height / (rows * LEADING))
  const lines = texts.map((text): Caption => {
    const isName = text === facts.name
    const face = isName ? 'bold' : 'regular'
    const room = { size: highest, least: SIZE_LEAST, width: caption.width, lines: 1 }
    const size = fittingSize(text, canvas.faces[face], room)
    return { text, size, face, color: isName ? 'ink' : 'soft' }
  })
  // All but the name in one size: a ladder of sizes looks like a mistake.
  const others = lines.filter(({ text }) => text !== facts.name)
  const common = Math.min(highest, ...others.map(({ size }) => size))
  const step = Math.min(
    caption.height / rows,
    Math.max(common, ...lines.map(({ size }) => size)) * LEADING,
  )
  const top = caption.y + (caption.height - step * rows) / 2
  lines.forEach(({ text, ...style }, index) => {
    const own = text === facts.name ? style.size : common
    const [line = ''] = fewLines(text, canvas.face(style), {
      size: own,
      width: caption.width,
      lines: 1,
    })
    canvas.line(line, caption.x, top + index * step + (step - own * 0.76) / 2, {
      ...style,
      size: own,
    })
  })
}

/**
 * Draws the content of a signer's field, in a box of any size from 60 × 20 points.
 * @throws AppError `image_invalid` for a picture that cannot be decoded
 */
export function drawSignerField(size: Size, facts: FieldFacts): Promise<Drawing> {
  return drawAppearance(size, async (page, document) => {
    const canvas = new Canvas(page, await embedFaces(document, facts))
    const plan = planOf(size)
    canvas.fill({ x: 0, y: 0, width: BAR, height: size.height }, facts.test ? 'alarm' : 'accent')
    await drawMark(canvas, markOf(facts), plan.mark)
    drawCaption(canvas, facts, plan)
  })
}

/** A typed signature with no visible characters falls back to the name. */
function markOf({ mark, name }: FieldFacts): Mark {
  if (!('text' in mark) || mark.text.trim() !== '') return mark
  return { kind: 'typed', text: name }
}
