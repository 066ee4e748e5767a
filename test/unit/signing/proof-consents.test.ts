/** Every text that people agreed to is whole in the proof certificate, on pages that are reserved before anybody agrees. */
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/languages.ts'
import { AUTHENTICATION_METHODS } from '../../../src/signing/model/authentication.ts'
import { ASKED_ACTIONS } from '../../../src/signing/model/participant-actions.ts'
import { DELIVERIES } from '../../../src/signing/model/states.ts'
import type { PossibleConsents } from '../../../src/signing/proof/consents.ts'
import { type ProofFacts, proofPageCount } from '../../../src/signing/proof/facts.ts'
import { drawProofPages, drawProofSheets, proofDocument } from '../../../src/signing/proof/pages.ts'
import { type Consent, consentIn } from '../../../src/signing/words/consent.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { proofFacts } from '../../support/proof-facts.ts'

/** Where a line breaks does not matter. */
const unspaced = (text: string): string => text.replaceAll(/[\s\u00ad-]+/g, '')

async function proofOf(facts: ProofFacts): Promise<Uint8Array> {
  const { locale, document, signers } = facts
  const sheet = { locale, documentId: document.id, signers: signers.length }
  return await proofDocument(sheet, await drawProofPages(facts))
}

const MEANS = AUTHENTICATION_METHODS.flatMap((authentication) =>
  DELIVERIES.flatMap((delivery) =>
    ASKED_ACTIONS.map((action) => ({ authentication, delivery, action })),
  ),
)
/** Every text in every language, the longest first. */
const EVERY_CONSENT = MEANS.flatMap((means) =>
  LANGUAGES.map((language) => consentIn(language, means)),
).sort((one, other) => other.text.length - one.text.length)

describe.each([1, 2, 3, 4, 5, 20])('%i signers', (signers) => {
  /** The pages that are reserved for such texts, and the certificate that is drawn on them with some. */
  async function certified(possible: PossibleConsents, consents: readonly Consent[]) {
    const facts = { ...proofFacts(signers), consents }
    const sheet = { locale: facts.locale, documentId: facts.document.id, signers }
    const sheets = await drawProofSheets({ ...sheet, consents: possible })
    const consentPages = sheets.length - proofPageCount(signers)
    return { sheets, pages: pdfText(await proofOf({ ...facts, consentPages })) }
  }

  test('have the pages that were reserved, and on them whatever they agreed to, whole, none of them blank', async () => {
    const texts = LANGUAGES.map((language) =>
      consentIn(language, { delivery: 'email', authentication: 'sms' }),
    )
    const most = Math.min(signers, texts.length)
    for (const consents of [texts.slice(0, 1), texts.slice(0, most)]) {
      const { sheets, pages } = await certified({ texts, most }, consents)
      expect(pages).toHaveLength(sheets.length)
      const own = unspaced(pages.slice(1).join(''))
      for (const { text, sha256 } of consents) {
        expect(own).toContain(unspaced(text))
        expect(own.split(sha256)).toHaveLength(2)
      }
      for (const page of pages.slice(proofPageCount(signers))) expect(page).toContain('SHA-256')
    }
  })

  test('may each be asked in another way, and agree to the longest text there is', async () => {
    const possible = { texts: EVERY_CONSENT, most: signers }
    const consents = EVERY_CONSENT.slice(0, signers)
    const { sheets, pages } = await certified(possible, consents)
    expect(pages).toHaveLength(sheets.length)
    for (const { text } of consents) expect(unspaced(pages.join(''))).toContain(unspaced(text))
  })
})

test('what no page was reserved for is in the separate file, whole', async () => {
  const consents = EVERY_CONSENT.slice(0, 20)
  const facts = { ...proofFacts(3), consents }
  const pages = pdfText(await proofOf(facts))
  expect(pages.length).toBeGreaterThan(proofPageCount(3))
  for (const { text } of consents) expect(unspaced(pages.join(''))).toContain(unspaced(text))
})
