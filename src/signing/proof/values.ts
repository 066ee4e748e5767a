/**
 * What signers filled in, at the end of the certificate as a separate file. In the document itself the values are in
 * their places, and another page there would be another seal.
 */
import { createHash } from 'node:crypto'
import type { Language } from '../../kernel/languages.ts'
import type { Canvas } from '../appearance/canvas.ts'
import { valueIn } from '../inputs/input.ts'
import { shownValue } from '../inputs/shown.ts'
import type { SignerRow } from '../requests/rows.ts'
import type { ProofFacts, ProofValue } from './facts.ts'
import { BODY, heading, INNER, MARGIN, SIZE } from './rows.ts'
import { VALUE_WORDS } from './value-words.ts'
import { wordsIn } from './words.ts'

/** Characters of a value; of a longer one the beginning and the hash are printed. */
const VALUE_MOST = 160
const LINES_MOST = 4
const LABEL = 170
const LEADING = 1.35
const GAP = 4
/** Of the name of a signer, with the rule under it. */
const HEAD = 26

function cut(text: string, locale: Language): string {
  const characters = [...text]
  if (characters.length <= VALUE_MOST) return text
  const hash = createHash('sha256').update(text).digest('hex')
  const beginning = characters.slice(0, VALUE_MOST).join('')
  return `${beginning}… ${VALUE_WORDS[locale].rest(characters.length, hash)}`
}

/** The fields of a signer with their values, in the sender's order. */
export const proofValues = (
  { inputs, intent }: Pick<SignerRow, 'inputs' | 'intent'>,
  locale: Language,
): ProofValue[] =>
  inputs.map((input) => {
    const { label, name, read_only } = input
    const value = valueIn(intent?.values ?? {}, name)
    const { yes, no } = VALUE_WORDS[locale]
    const text = typeof value === 'boolean' ? (value ? yes : no) : shownValue(input, value, locale)
    return {
      label,
      // Of a file everything is needed to recognise it.
      text: text === undefined || input.type === 'file' ? (text ?? null) : cut(text, locale),
      isGiven: read_only === true,
    }
  })

/** Whether there are values to print. */
const hasValues = ({ signers }: ProofFacts): boolean =>
  signers.some(({ values = [] }) => values.length > 0)

/** Draws all values, on as many pages as they take. */
export function drawValues(facts: ProofFacts, nextPage: () => Canvas): void {
  if (!hasValues(facts)) return
  const { title, note, given } = VALUE_WORDS[facts.locale]
  const { none } = wordsIn(facts.locale)
  let canvas = nextPage()
  let y: number = heading(canvas, title, { x: MARGIN, y: BODY.top, width: INNER })
  canvas.label(note, MARGIN, y, { size: SIZE, color: 'soft', width: INNER })
  y += 16
  const makeRoom = (height: number): void => {
    if (y + height <= BODY.bottom) return
    canvas = nextPage()
    y = BODY.top
  }
  facts.signers.forEach(({ name, values = [] }, index) => {
    if (values.length === 0) return
    makeRoom(HEAD + SIZE * LEADING * LINES_MOST)
    canvas.label(`${index + 1} · ${name}`, MARGIN, y + 6, { size: 9, face: 'bold', width: INNER })
    y += HEAD
    for (const { label, text, isGiven } of values) {
      const style = { size: SIZE, width: INNER - LABEL, lines: LINES_MOST, leading: LEADING }
      const named = { ...style, width: LABEL - 8, lines: LINES_MOST - 1, color: 'soft' } as const
      const lines = Math.max(
        canvas.linesOf(label, named).length + (isGiven ? 1 : 0),
        canvas.linesOf(text ?? none, style).length,
      )
      const height = lines * SIZE * LEADING + GAP
      makeRoom(height)
      const below = canvas.block(label, MARGIN, y, named)
      if (isGiven) canvas.label(`(${given})`, MARGIN, y + below, { ...named, size: SIZE - 0.8 })
      canvas.block(text ?? none, MARGIN + LABEL, y, style)
      canvas.rule(MARGIN, y + height - GAP + 1, INNER)
      y += height
    }
  })
}
