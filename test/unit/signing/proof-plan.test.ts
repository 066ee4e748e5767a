/** Which page of the proof certificate has what: everybody once, nothing over anything else, for any number of signers. */
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { drawProofPages, proofDocument } from '../../../src/signing/proof/pages.ts'
import {
  CARD_HEIGHT,
  cardTop,
  PERSON_HEIGHT,
  personTop,
  planOf,
} from '../../../src/signing/proof/plan.ts'
import { BODY } from '../../../src/signing/proof/rows.ts'
import { proofFacts } from '../../support/proof-facts.ts'

const COUNTS = Array.from({ length: 60 }, (_, index) => index + 1)

describe('the pages of the certificate', () => {
  test.each(COUNTS)(
    'of %i signers have each of them twice: who signed, and what was recorded',
    (signers) => {
      const pages = planOf(signers)
      const everybody = COUNTS.slice(0, signers).map((number) => number - 1)
      for (const kind of ['people', 'cards'] as const) {
        const listed = pages.flatMap((page) => {
          const { from = 0, count = 0 } = page[kind] ?? {}
          return Array.from({ length: count }, (_, index) => from + index)
        })
        expect(listed).toEqual(everybody)
      }
      expect(pages.filter(({ details }) => details !== undefined)).toHaveLength(1)
    },
  )

  test.each(COUNTS)('of %i signers have nothing over anything else', (signers) => {
    for (const { people, details, cards } of planOf(signers).slice(1)) {
      let y: number = BODY.top
      for (const [part, top, height] of [
        [people, personTop, PERSON_HEIGHT],
        [cards, cardTop, CARD_HEIGHT],
      ] as const) {
        if (part === cards && details !== undefined) {
          expect(details.top).toBeGreaterThanOrEqual(y)
          y = details.bottom
        }
        if (part === undefined) continue
        expect(part.top).toBeGreaterThanOrEqual(y)
        y = top(part, part.count - 1) + height
      }
      expect(y).toBeLessThanOrEqual(BODY.bottom + 0.01)
    }
  })
})

test('the separate file is tagged: title, language, one first heading, every signature described', async () => {
  const facts = proofFacts(2)
  const sheet = { locale: facts.locale, documentId: facts.document.id, signers: 2 }
  const pdf = await PDFDocument.load(await proofDocument(sheet, await drawProofPages(facts)))
  const of = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key))
  expect(String(of(pdf.catalog, 'MarkInfo'))).toContain('/Marked true')
  expect(pdf.catalog.lookup(PDFName.of('Lang'), PDFString).decodeText()).toBe('fr-FR')
  expect(pdf.getTitle()).toBe(`Certificat de preuve – ${facts.document.id}`)
  const root = pdf.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const kids = root.lookup(PDFName.of('K'), PDFDict).lookup(PDFName.of('K'), PDFArray)
  const elements = Array.from({ length: kids.size() }, (_, at) => kids.lookup(at, PDFDict))
  const roles = elements.map((each) => String(of(each, 'S')))
  expect(roles[0]).toBe('/H1')
  expect(roles.filter((role) => role === '/H1')).toHaveLength(1)
  expect(roles.filter((role) => role === '/H2').length).toBeGreaterThan(6)
  const pictures = elements.flatMap((each) => {
    const about = of(each, 'Alt')
    return about instanceof PDFHexString ? [about.decodeText()] : []
  })
  expect(pictures).toEqual([
    'Signature tracée: Élodie Łukasz-Dupont',
    'Signature saisie: Jean-Baptiste O’Brien',
    facts.verifyUrl,
  ])
})
