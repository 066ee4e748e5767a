/** Places to sign that the service found in the document: suggested, and taken over at a press. */
import { make } from '../../pieces/make.ts'
import type { FieldBoxes } from './field-boxes.ts'
import { type Box, onPage } from './geometry.ts'
import type { Sheets } from './sheets.ts'
import type { Card } from './signer-cards.ts'
import { newSketch } from './sketches.ts'
import { filled, type PageWords } from './words.ts'

/** A place that the service found. */
interface DetectedField extends Box {
  /** From 1. */
  page: number
  /** The signer named by a tag. */
  signer?: string
}

/** What it is offered for. */
interface Offer {
  words: PageWords
  cards: readonly Card[]
  sheets: Sheets
  fieldBoxes: FieldBoxes
  /** They are taken over. */
  used: () => void
}

/** Looks for places. A failed search does no harm: it is only a suggestion. */
export async function placesIn(file: File, form: HTMLFormElement): Promise<DetectedField[]> {
  const data = new FormData()
  for (const name of ['csrf', 'password']) data.set(name, new FormData(form).get(name) ?? '')
  data.set('file', file)
  try {
    const headers = { Accept: 'application/json, application/problem+json' }
    const answer = await fetch(form.dataset.fields ?? '', { method: 'POST', headers, body: data })
    return answer.ok ? ((await answer.json()) as { fields: DetectedField[] }).fields : []
  } catch {
    // The network failed: nothing is suggested, and places are drawn by hand.
    return []
  }
}

/** Suggests one placement per signer, in order, or by the signer named in a tag: a text and a button. */
export function offerPlaces(fields: readonly DetectedField[], offer: Offer): HTMLElement[] {
  const { foundOne, found, useFound } = offer.words
  const text = fields.length === 1 ? foundOne : filled(found, { count: fields.length })
  const ghosts = fields.map((field) => ghostOf(field, offer.sheets))
  const onclick = () => {
    for (const ghost of ghosts) ghost?.remove()
    offer.used()
    for (const [index, field] of fields.entries()) take(field, index, offer)
    offer.fieldBoxes.showChosen()
  }
  const looks = { type: 'button', id: 'use-found', className: 'button secondary' } as const
  const use = make('button', { ...looks, onclick }, useFound)
  return [make('p', {}, text), use]
}

function take(field: DetectedField, index: number, { cards, sheets, fieldBoxes }: Offer): void {
  const sheet = sheets.sheets[field.page - 1]
  const number = Number(/^signer_?(\d+)$/i.exec(field.signer ?? '')?.[1])
  const owner = cards[Number.isNaN(number) ? index : number - 1]
  if (sheet === undefined || owner === undefined) return
  const added = { owner, sketch: newSketch('signature', '', '') }
  if (fieldBoxes.mayAdd(added)) fieldBoxes.add(added, sheet, field)
}

/** The outline of a found placement on its page. */
function ghostOf(place: DetectedField, { sheets }: Sheets): HTMLElement | undefined {
  const sheet = sheets[place.page - 1]
  if (sheet === undefined) return undefined
  const { x, y, width, height } = onPage(place, sheet.size)
  const ghost = make('div', { className: 'ghost', attributes: { 'aria-hidden': 'true' } })
  ghost.style.left = `${(x / sheet.size.width) * 100}%`
  ghost.style.top = `${(y / sheet.size.height) * 100}%`
  ghost.style.width = `${(width / sheet.size.width) * 100}%`
  ghost.style.height = `${(height / sheet.size.height) * 100}%`
  sheet.element.append(ghost)
  return ghost
}
