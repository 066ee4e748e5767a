/**
 * Every text that a person agreed to, whole: below the cards of the signers where there is room for all that they may
 * choose, else on pages of their own, which are reserved before anybody has chosen a language.
 */
import { textsIn } from '../../translations/texts.ts'
import type { Canvas } from '../appearance/canvas.ts'
import type { Consent } from '../words/consent.ts'
import type { ProofFacts } from './facts.ts'
import { planOf } from './plan.ts'
import { BODY, HEAD, heading, INNER, MARGIN } from './rows.ts'

/** What people may agree to: each text in every language, and how many of them at most. */
export interface PossibleConsents {
  texts: readonly Consent[]
  most: number
}

const STYLE = { size: 7.6, width: INNER, leading: 1.36 } as const
/** Of the lines with version and language, and with the hash. */
const TITLE = 20
const GAP = 7

const heightOf = (canvas: Canvas, { text }: Consent): number =>
  TITLE + canvas.linesOf(text, STYLE).length * STYLE.size * STYLE.leading + GAP

/** Where the room below the last card begins. */
const freeTop = (signers: number): number => planOf(signers).at(-1)?.free ?? BODY.bottom

const fits = (height: number, signers: number) => freeTop(signers) + HEAD + height <= BODY.bottom

/** How many pages must be reserved so that any choice fits. */
export function consentPages(canvas: Canvas, signers: number, { texts, most }: PossibleConsents) {
  const tallest = Math.max(0, ...texts.map((consent) => heightOf(canvas, consent)))
  if (fits(most * tallest, signers)) return 0
  return Math.ceil(most / Math.floor((BODY.bottom - BODY.top - HEAD) / tallest))
}

/** Draws texts below each other. */
function drawConsents(
  canvas: Canvas,
  consents: readonly Consent[],
  { locale, top }: { locale: ProofFacts['locale']; top: number },
): void {
  const words = textsIn(locale).signing.proof.certificate
  let y = heading(canvas, words.consent, { x: MARGIN, y: top, width: INNER })
  for (const consent of consents) {
    const { version, language, sha256, text } = consent
    const title = words.consentVersion({ version, language })
    canvas.begin('P')
    canvas.label(title, MARGIN, y, { size: STYLE.size, face: 'bold', width: INNER })
    const hash = { size: 6.2, face: 'mono', color: 'soft', width: INNER } as const
    canvas.label(`SHA-256 ${sha256}`, MARGIN, y + 10, hash)
    canvas.end()
    canvas.said('P', () => canvas.block(text, MARGIN, y + TITLE, STYLE))
    y += heightOf(canvas, consent)
  }
}

/** Draws them below the last card if no pages are reserved and they fit. @returns whether they are drawn */
export function drawConsentsBelow(canvas: Canvas, facts: ProofFacts): boolean {
  const { consents, signers, locale, consentPages: reserved = 0 } = facts
  const top = freeTop(signers.length)
  const height = consents.reduce((sum, consent) => sum + heightOf(canvas, consent), 0)
  if (reserved > 0 || !fits(height, signers.length)) return false
  drawConsents(canvas, consents, { locale, top })
  return true
}

/** Draws them on pages of their own: on those reserved, evenly, and on as many more as they take. */
export function drawConsentPages(
  { consents, locale, consentPages: reserved = 0 }: ProofFacts,
  nextPage: () => Canvas,
): void {
  const each = Math.ceil(consents.length / Math.max(1, reserved))
  let rest = [...consents]
  for (let page = 0; page < reserved || rest.length > 0; page += 1) {
    const canvas = nextPage()
    let y = BODY.top + HEAD
    const end = rest.findIndex((consent, index) => {
      y += heightOf(canvas, consent)
      return index > 0 && (index >= each || y > BODY.bottom)
    })
    const count = end < 0 ? rest.length : end
    drawConsents(canvas, rest.slice(0, count), { locale, top: BODY.top })
    rest = rest.slice(count)
  }
}
