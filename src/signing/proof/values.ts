/**
 * What signers filled in, at the end of the certificate as a separate file. In the document itself the values are in
 * their places, and another page there would be another seal.
 */

import { createHash } from 'node:crypto'
import { invariant } from '../../kernel/invariant.ts'
import { type Language, languageFacts } from '../../kernel/languages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import { shownValue } from '../fields/display.ts'
import { type FieldRef, formulaWords } from '../fields/formula-tree.ts'
import { type Input, valueIn } from '../model/fields.ts'
import { fileOf } from '../model/files.ts'
import { nameOf } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'
import type { Condition } from '../model/schemas/fields.ts'
import type { ProofFacts, ProofValue } from './facts.ts'
import { BODY, heading, INNER, MARGIN, SIZE } from './rows.ts'

/** Whose rules they are, and to whom they may refer. */
interface RuleSubject {
  signer: Pick<SignerRow, 'inputs' | 'intent'>
  signers: readonly SignerRow[]
  locale: Language
}

/** The field that a rule refers to, and its words. */
function fieldOf({ signer: id, field }: FieldRef, { signer, signers }: RuleSubject) {
  const other = id === undefined ? undefined : signers.find((each) => each.id === id)
  const { inputs } = other ?? signer
  const input = inputs.find(({ name }) => name.toLowerCase() === field.toLowerCase())
  const label = input?.label ?? field
  return { input, label: other === undefined ? label : `${label} (${nameOf(other)})` }
}

function conditionWords(condition: Condition, subject: RuleSubject): string {
  const { locale } = subject
  const { input, label: field } = fieldOf(condition, subject)
  const { operator, value } = condition
  const given = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const shown = given.map((each) => (input && shownValue(input, each, locale)) ?? String(each))
  const words = textsIn(locale).signing.proof.values
  return words.condition({ operator, field, value: shown.join(', ') })
}

/** What the proof says of the rules of a field. */
function ruleWords(input: Input, subject: RuleSubject): string[] {
  const { locale, signer } = subject
  const words = textsIn(locale).signing.proof.values
  const { visible_if: rule, formula, name } = input
  const isHidden = signer.intent?.hidden?.includes(name) === true
  const all: string[] = []
  if (rule !== undefined) {
    const type = rule.match === 'any' ? 'disjunction' : 'conjunction'
    const list = new Intl.ListFormat(languageFacts(locale).tag, { type })
    const conditions = list.format(rule.conditions.map((each) => conditionWords(each, subject)))
    all.push(isHidden ? words.hidden({ conditions }) : words.shownIf({ conditions }))
  }
  if (formula !== undefined && !isHidden)
    all.push(
      words.computed({ formula: formulaWords(formula, (ref) => fieldOf(ref, subject).label) }),
    )
  return all
}

/** Characters of a value; of a longer one the beginning and the hash are printed. */
const VALUE_MOST = 160
const LINES_MOST = 4
const LABEL = 170
const LEADING = 1.35
const GAP = 4
/** Of the name of a signer, with the rule under it. */
const HEAD = 26
/** Of the name of a file. */
const FILE = 14

function cut(text: string, locale: Language): string {
  const characters = [...text]
  if (characters.length <= VALUE_MOST) return text
  const hash = createHash('sha256').update(text).digest('hex')
  const beginning = characters.slice(0, VALUE_MOST).join('')
  return `${beginning}… ${textsIn(locale).signing.proof.values.rest({ characters: characters.length, hash })}`
}

function nameOfFile(files: readonly string[], number: number): string {
  const name = files[number - 1]
  invariant(name !== undefined, 'a field is in a file of the request')
  return name
}

/**
 * The fields of a signer with their values, in the sender's order.
 * @param about names of all files, where there are several; all signers, to whose fields rules may refer
 */
export const proofValues = (
  signer: Pick<SignerRow, 'inputs' | 'intent'>,
  locale: Language,
  {
    files,
    signers = [],
  }: { files?: readonly string[] | undefined; signers?: readonly SignerRow[] } = {},
): ProofValue[] =>
  signer.inputs.map((input) => {
    const { intent } = signer
    const rules = ruleWords(input, { signer, signers, locale })
    const { label, name, read_only } = input
    const numbers = [...new Set(input.places.map(fileOf))]
    const value = valueIn(intent?.values ?? {}, name)
    const { yes, no } = textsIn(locale).signing.proof.values
    const text = typeof value === 'boolean' ? (value ? yes : no) : shownValue(input, value, locale)
    return {
      label,
      // Of a file everything is needed to recognise it.
      text: text === undefined || input.type === 'file' ? (text ?? null) : cut(text, locale),
      isGiven: read_only === true,
      ...(rules.length > 0 && { rules }),
      ...(files !== undefined && {
        files: numbers.map((number) => `${number}. ${nameOfFile(files, number)}`),
      }),
    }
  })

/** Whether there are values to print. */
const hasValues = ({ signers }: ProofFacts) => signers.some(({ values = [] }) => values.length > 0)

/** Where a value is, as one line. */
const whereOf = ({ files = [] }: ProofValue): string => files.join(' · ')

/** Where the next line goes. */
class Column {
  canvas: Canvas
  y: number = BODY.top
  readonly #nextPage: () => Canvas

  constructor(nextPage: () => Canvas) {
    this.#nextPage = nextPage
    this.canvas = nextPage()
  }

  makeRoom(height: number): void {
    if (this.y + height <= BODY.bottom) return
    this.canvas = this.#nextPage()
    this.y = BODY.top
  }
}

/** Draws one value. @param where name of the file above it */
function drawValue(
  column: Column,
  { label, text, isGiven, rules = [] }: ProofValue,
  { locale, where }: { locale: Language; where: string | undefined },
): void {
  const { given } = textsIn(locale).signing.proof.values
  const said = text ?? textsIn(locale).signing.proof.certificate.none
  const style = { size: SIZE, width: INNER - LABEL, lines: LINES_MOST, leading: LEADING }
  const named = { ...style, width: LABEL - 8, lines: LINES_MOST - 1, color: 'soft' } as const
  const lines = Math.max(
    column.canvas.linesOf(label, named).length + (isGiven ? 1 : 0),
    column.canvas.linesOf(said, style).length +
      rules.reduce((sum, rule) => sum + column.canvas.linesOf(rule, style).length, 0),
  )
  const height = lines * SIZE * LEADING + GAP
  column.makeRoom(height + (where === undefined ? 0 : FILE))
  const { canvas } = column
  if (where !== undefined) {
    const name = { size: SIZE, face: 'bold', width: INNER } as const
    canvas.said('P', () => canvas.label(where, MARGIN, column.y + 2, name))
    column.y += FILE
  }
  const { y } = column
  canvas.begin('P')
  const below = canvas.block(label, MARGIN, y, named)
  if (isGiven) canvas.label(`(${given})`, MARGIN, y + below, { ...named, size: SIZE - 0.8 })
  let at = y + canvas.block(said, MARGIN + LABEL, y, style)
  for (const rule of rules)
    at += canvas.block(rule, MARGIN + LABEL, at, { ...style, color: 'soft' })
  canvas.end()
  canvas.rule(MARGIN, y + height - GAP + 1, INNER)
  column.y += height
}

/** Draws all values, on as many pages as they take. */
export function drawValues(facts: ProofFacts, nextPage: () => Canvas): void {
  if (!hasValues(facts)) return
  const { title, note } = textsIn(facts.locale).signing.proof.values
  const column = new Column(nextPage)
  column.y = heading(column.canvas, title, { x: MARGIN, y: BODY.top, width: INNER })
  const soft = { size: SIZE, color: 'soft', width: INNER } as const
  column.canvas.said('P', () => column.canvas.label(note, MARGIN, column.y, soft))
  column.y += 16
  facts.signers.forEach(({ name, values = [] }, index) => {
    if (values.length === 0) return
    column.makeRoom(HEAD + SIZE * LEADING * LINES_MOST)
    const style = { size: 9, face: 'bold', width: INNER } as const
    const { canvas } = column
    canvas.said('H2', () => canvas.label(`${index + 1} · ${name}`, MARGIN, column.y + 6, style))
    column.y += HEAD
    let before = ''
    for (const value of values) {
      const where = whereOf(value)
      // Once for all values in the same file.
      drawValue(column, value, {
        locale: facts.locale,
        where: where === before ? undefined : where,
      })
      before = where
    }
  })
}
