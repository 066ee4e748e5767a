/** Generates plausible data for the shape of a template, with which it renders without error. */
import type { JsonObject, JsonValue } from '../../kernel/json.ts'
import type { Shape } from './data-shape.ts'

/** A grey square of 8 by 8 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGPYAAUMlDEAMKIsAZ/h3zIAAAAASUVORK5CYII='

type Samples = ReadonlyArray<readonly [RegExp, string]>

/** Texts by the name of the member, in English and French; the first match is used. */
const TEXTS: Samples = [
  [/e?mail|courriel/i, 'ada.martin@example.com'],
  [/phone|tel|mobile|fax/i, '+33 1 23 45 67 89'],
  [/zip|post(?:al)?_?code|code_?postal|^cp$|^plz$/i, '75002'],
  [/city|ville|town|stadt|^ort$/i, 'Paris'],
  [/country|pays|land$/i, 'France'],
  [/street|address|adresse|rue|strasse|straße/i, '12 rue de la Paix'],
  [/iban/i, 'FR7630006000011234567890189'],
  [/^bic$|swift/i, 'AGRIFRPP'],
  [/siret/i, '73282932000074'],
  [/siren/i, '732829320'],
  [/vat|tva|ust/i, 'FR40303265045'],
  [/currency|devise|w[äa]hrung/i, 'EUR'],
  [/date|_at$|_on$|^am$|deadline|[ée]ch[ée]ance/i, '2026-03-31'],
  [/url|link|site|web/i, 'https://example.com/'],
  [/first_?name|pr[ée]nom|vorname/i, 'Ada'],
  [/last_?name|surname|nachname|^nom$/i, 'Martin'],
  [/(?:line|item|product|article|service)s? name/i, 'Consulting'],
  [/company|soci[ée]t[ée]|firma|organi[sz]ation|employer|seller|supplier/i, 'Exemple SAS'],
  [/client|customer|name|nom|person|contact|signer|author/i, 'Ada Martin'],
  [/price|prix|amount|montant|total|cost|fee|salary|preis|betrag|summe|subtotal/i, '120.50'],
  [/qty|quantity|quantit[ée]|count|^nb|menge|anzahl/i, '2'],
  [/rate|taux|percent/i, '20'],
  [/(?:months?|mois|days?|jours|hours?|heures|years?|ans)$/i, '12'],
  [/(?:^|_)(?:no|nr|num|number|num[ée]ro|ref|reference|id|code)$|Number$|Id$/i, 'F-2026-001'],
  [/label|title|titre|subject|objet|product|article|item|designation/i, 'Consulting'],
]
const NUMBERS: ReadonlyArray<readonly [RegExp, number]> = [
  [/qty|quantity|quantit[ée]|count|^nb|menge|anzahl|days|jours|hours|heures/i, 2],
  [/rate|taux|percent/i, 0.2],
  [/price|prix|amount|montant|total|cost|fee|salary|preis|betrag|summe|net|gross/i, 120.5],
]

const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .replace(/^./, (first) => first.toUpperCase())

const lookup = <T>(table: ReadonlyArray<readonly [RegExp, T]>, name: string): T | undefined =>
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
