/**
 * What is on which page: who signed comes first, then what was recorded about the document and about each signer. The
 * pages are reserved before anybody signs, so everything here depends on the number of signers and files alone.
 */
import { BODY, ROOM } from './rows.ts'

/** Between two cards, in points. */
export const CARD_GAP = 9
/** Of the card that says who signed, in points. */
export const PERSON_HEIGHT = 86
const PERSON_GAP = 7
const PERSON_STEP = PERSON_HEIGHT + PERSON_GAP
/** Of the card with what was recorded about a signer, in points: four on a page. */
export const CARD_HEIGHT = (ROOM - 3 * CARD_GAP) / 4
const CARD_STEP = CARD_HEIGHT + CARD_GAP

/** With more people, the nature of the signatures has no room on the first page. */
const FEW = 3
const FIRST_PAGE_MOST = 5
const FURTHER_MOST = Math.floor((ROOM + PERSON_GAP) / PERSON_STEP)

/** What the details of the document take at most. */
function detailsHeight(signers: number): number {
  if (signers < FEW) return 150
  return ROOM - (signers === FEW ? 2 : 1) * CARD_STEP
}

/** A part of the list of signers, from the top of a page or a place on it. */
export interface Part {
  /** Index of the first one. */
  from: number
  count: number
  /** Where they begin. */
  top: number
}

/** A page of the certificate. */
export interface PagePlan {
  /** Cards that say who signed; on the first page they begin below its title. */
  people?: Part
  /** Where the details of the document are. */
  details?: { top: number; bottom: number }
  /** Cards with what was recorded. */
  cards?: Part
  /** Where it is empty. */
  free: number
}

function peoplePages(signers: number): PagePlan[] {
  const first = Math.min(signers, FIRST_PAGE_MOST)
  const people = { from: 0, count: first, top: BODY.top }
  const pages: PagePlan[] = [{ people, free: BODY.bottom }]
  for (let from = first; from < signers; from += FURTHER_MOST) {
    const count = Math.min(FURTHER_MOST, signers - from)
    const free = BODY.top + count * PERSON_STEP
    pages.push({ people: { from, count, top: BODY.top }, free })
  }
  return pages
}

/** The pages before those with consents and files. */
export function planOf(signers: number): readonly PagePlan[] {
  const pages = peoplePages(signers)
  const height = detailsHeight(signers)
  let page = pages.at(-1)
  if (page === undefined || page.free + height > BODY.bottom) {
    page = { free: BODY.top }
    pages.push(page)
  }
  page.details = { top: page.free, bottom: page.free + height }
  page.free += height
  for (let from = 0; from < signers; ) {
    const room = Math.floor((BODY.bottom + CARD_GAP + 0.01 - page.free) / CARD_STEP)
    const count = Math.min(room, signers - from)
    if (count > 0) page.cards = { from, count, top: page.free }
    page.free += count * CARD_STEP
    from += count
    if (from < signers) {
      page = { free: BODY.top }
      pages.push(page)
    }
  }
  return pages
}

/** Where a card of a part begins. */
export const personTop = ({ top }: Part, index: number): number => top + index * PERSON_STEP
/** Where a card of a part begins. */
export const cardTop = ({ top }: Part, index: number): number => top + index * CARD_STEP
