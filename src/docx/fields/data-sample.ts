/** Generates plausible data for the shape of a template, with which it renders without error. */
import type { JsonObject, JsonValue } from '../../kernel/json.ts'
import type { Shape } from './data-shape.ts'
import samples from './samples.json' with { type: 'json' }

/** A grey square of 8 by 8 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGPYAAUMlDEAMKIsAZ/h3zIAAAAASUVORK5CYII='

type Samples<T> = ReadonlyArray<readonly [RegExp, T]>
const patterns = <T>(table: Readonly<Record<string, T>>): Samples<T> =>
  Object.entries(table).map(([pattern, sample]) => [new RegExp(pattern, 'i'), sample])

/** Texts by the name of the member, in English and French; the first match is used. */
const TEXTS = patterns(samples.texts)
const NUMBERS = patterns(samples.numbers)

const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .replace(/^./, (first) => first.toUpperCase())

const lookup = <T>(table: Samples<T>, name: string): T | undefined =>
  table.find(([pattern]) => pattern.test(name))?.[1]

/** A bare "name" is interpreted by its owner. */
const fullName = (name: string, owner: string): string =>
  /^(?:name|nom|bezeichnung)$/i.test(name) ? `${owner} name` : name

function scalar(shape: Shape, name: string, owner: string, turn: number): JsonValue {
  switch (shape.kind) {
    case 'boolean':
      return typeof shape.example === 'boolean' ? shape.example : true
    case 'number':
      return numberSample(shape, name, turn)
    case 'date':
      return turn === 0 ? '2026-03-31' : '2026-04-30'
    case 'datetime':
      return '2026-03-31T14:30:00+02:00'
    case 'time':
      return '14:30'
    case 'picture':
      return PICTURE
    default: {
      if (shape.example !== undefined) return shape.example
      const text = lookup(TEXTS, fullName(name, owner))
      if (text !== undefined) return text
      return turn === 0 ? words(name) : `${words(name)} ${turn + 1}`
    }
  }
}

function numberSample(shape: Shape, name: string, turn: number): JsonValue {
  const known = lookup(NUMBERS, name) ?? 12.5
  // Above what the template compares it with, so that the condition is seen to work.
  const min = typeof shape.example === 'number' ? shape.example : 0
  return known > min ? known + turn : min + 1 + turn
}

/** @param name name of the value, @param owner name of its owner, @param turn its position in a list */
function sampleOf(shape: Shape, name: string, owner: string, turn: number): JsonValue {
  if (shape.kind === 'list') {
    const singular = name.replace(/s$/, '')
    return [0, 1].map((index) => sampleOf(shape.item, singular, owner, index))
  }
  if (shape.kind === 'object') return objectSample(shape, name, turn)
  return scalar(shape, name, owner, turn)
}

function objectSample(shape: Shape, owner: string, turn: number): JsonObject {
  return Object.fromEntries(
    [...shape.members].map(([name, member]) => [name, sampleOf(member, name, owner, turn)]),
  )
}

/** Data that a template of this shape renders. */
export const dataSample = (root: Shape): JsonObject => objectSample(root, '', 0)
