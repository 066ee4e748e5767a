import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/kernel/languages.ts'
import { contentOf, type Drawing, packed, unpacked } from '../../../src/pdf/appearance.ts'
import { dossierFile, dossierJson } from '../../../src/signing/evidence/dossier.ts'
import type { Input } from '../../../src/signing/model/fields.ts'
import { fieldName } from '../../../src/signing/model/placement.ts'
import type { ProofFacts } from '../../../src/signing/proof/facts.ts'
import { proofPageCount } from '../../../src/signing/proof/facts.ts'
import { drawProofPages, drawProofSheets, proofDocument } from '../../../src/signing/proof/pages.ts'
import { LocalTimes } from '../../../src/signing/proof/times.ts'
import { shortUserAgent } from '../../../src/signing/proof/user-agent.ts'
import { proofValues } from '../../../src/signing/proof/values.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { pdfText, wordBoxes } from '../../support/pdf-text.ts'
import { dossierFacts, hashOf, proofFacts, strainedFacts } from '../../support/proof-facts.ts'

/** Where a line breaks does not matter. */
const unspaced = (text: string): string => text.replaceAll(/[\s\u00ad-]+/g, '')

/** The certificate as the service makes it: pages travel from one thread to another. */
async function proofOf(facts: ProofFacts): Promise<Uint8Array> {
  const { locale, document, signers } = facts
  const travelled: Drawing[] = []
  for (const page of await drawProofPages(facts)) travelled.push(await unpacked(await packed(page)))
  return await proofDocument(
    { locale, documentId: document.id, signers: signers.length },
    travelled,
  )
}

const french = proofFacts(2)
let text: string[]

beforeAll(async () => {
  text = pdfText(await proofOf(french))
})

describe('the first page', () => {
  test.each([
    ['the document', () => [french.document.id, french.document.name, 'BAIL-2026-0042']],
    ['the sender', () => ['Agence des Lices', 'contact@lices.example']],
    [
      'that all have signed, and when',
      () => ['Signé par 2 sur 2', '21 novembre 2026 à 13:31 (UTC+1)'],
    ],
    [
      'who signed, when and how identified',
      () => [
        'Élodie Łukasz-Dupont',
        'Signé le 21 novembre 2026 à 13:07 (UTC+1)',
        '2026-11-21 12:07:07.250Z UTC',
        'Lien par e-mail et code par SMS, +33 •• •• 10',
        'Jean-Baptiste O’Brien',
        'Signé le 21 novembre 2026 à 13:08 (UTC+1)',
      ],
    ],
    [
      'the operator, the policy and where to check',
      () => [
        french.operator.name,
        french.operator.policyOid,
        french.operator.policyUrl,
        french.verifyUrl,
      ],
    ],
    [
      'times in UTC and in the zone it names',
      () => ['2026-11-21 11:58:12Z (2026-11-21 12:58:12 +01:00 Europe/Paris)'],
    ],
  ])('tells %s', (_what, expected) => {
    for (const fact of expected()) expect(text[0]).toContain(fact)
  })

  test('leaves the hashes to the next one', () => {
    const { original_sha256, sha256Shown, sha256BeforeSeal } = french.document
    for (const hash of [original_sha256, sha256Shown, sha256BeforeSeal, french.trail.headHash]) {
      expect(text[0]).not.toContain(hash)
      expect(text[1]).toContain(hash)
    }
  })

  test('counts approvals apart, and shows each signature as large as it is in the document', async () => {
    const [signer, approver] = french.signers
    const size = { width: 180, height: 60 }
    const stamp = { size, locale: 'fr', timeZone: 'Europe/Paris' } as const
    const huge = { ...stamp, size: { width: 500, height: 300 } }
    const signers = [
      { ...signer!, stamp },
      { ...signer!, stamp: huge },
      { ...approver!, action: 'approve' as const, mark: null },
    ]
    const [first] = pdfText(await proofOf({ ...french, signers }))
    expect(first).toContain('Signé par 2 sur 2 · Approuvé par 1 sur 1')
    expect(first).toContain('Signature tracée, taille du document')
    expect(first).toMatch(/Signature tracée, réduite à \d\d %/)
    expect(first).toContain('Approuvé le 21 novembre 2026 à 13:08')
  })

  test('says what the signatures are, by which means, and what they are not', () => {
    expect(text[0]).toContain(
      'signature électronique avancée (article 26 du règlement (UE) n° 910/2014 eIDAS)',
    )
    expect(text[0]).toContain('code à usage unique envoyé par SMS')
    expect(text[0]).toContain('Il ne s’agit pas d’une signature qualifiée.')
    expect(text.join(' ').match(/qualifié/g)).toHaveLength(1)
    expect(text[0]).toContain('PAdES-BASELINE-LTA')
  })

  test('in English says the same', async () => {
    const english = pdfText(await proofOf(proofFacts(1, { locale: 'en' }))).join(' ')
    expect(english).toContain(
      'advanced electronic signature (Article 26 of Regulation (EU) No 910/2014',
    )
    expect(english).toContain('It is not a qualified signature.')
    expect(english.match(/qualified/g)).toHaveLength(1)
  })

  test('says that a test is a test', async () => {
    const document = { ...french.document, test: true }
    const [first] = pdfText(await proofOf({ ...french, document }))
    expect(first).toContain('TEST – document d’essai, sans valeur juridique')
    expect(text[0]).not.toContain('TEST')
  })
})

describe('the card of a signer', () => {
  test.each(french.signers.map((signer, index) => [index + 1, signer] as const))(
    'number %i tells everything recorded',
    (_number, signer) => {
      const [certificate] = signer.certificates
      for (const fact of [
        signer.name,
        signer.email,
        signer.phoneMasked,
        signer.ip,
        signer.id,
        'Chrome 131, Android 14',
        certificate!.serial,
        certificate!.certificate_sha256,
        certificate!.issuer,
        certificate!.timestamp!.authority,
        signer.sha256Before,
        signer.sha256After,
        `RSA-4096, détruite ${signer.keyDestroyedAt!.replace('T', ' ')}`,
      ])
        expect(text.join(' ')).toContain(fact)
      for (const at of [
        signer.invited_at,
        signer.opened_at,
        signer.consentedAt,
        signer.codeSentAt,
        signer.verified_at,
        signer.signedAt,
      ])
        expect(text[1]).toContain(`${at!.slice(0, 10)} ${at!.slice(11, 19)}Z`)
    },
  )

  test('is followed by the consents with their hashes, where there is room', () => {
    for (const { sha256, version, language, text: said } of french.consents) {
      expect(text[1]).toContain(`Texte version ${version} (${language}) SHA-256 ${sha256}`)
      expect(unspaced(text[1] ?? '')).toContain(unspaced(said))
    }
  })

  test('says who supplied the phone number', () => {
    expect(text[1]).toContain('fourni par l’expéditeur')
    expect(text[1]).toContain('fourni par le signataire')
  })
})

test('of several files each is listed, ten with long names on one page, which every other file has too', async () => {
  const hash = (digit: number) => String(digit).repeat(64)
  const files = Array.from({ length: 10 }, (_, index) => ({
    number: index + 1,
    filename: `${'Anlage zum Mietvertrag über die Wohnung '.repeat(4)}${index + 1}.pdf`,
    pages: 12,
    original_bytes: 123_456,
    original_sha256: hash(index),
    sha256Shown: `a${hash(index).slice(1)}`,
    sha256BeforeSeal: `b${hash(index).slice(1)}`,
  }))
  for (const locale of LANGUAGES) {
    const facts = { ...proofFacts(4), locale, files }
    const sheet = { locale, documentId: facts.document.id, signers: 4, files: 10 }
    expect(await drawProofSheets(sheet)).toHaveLength(proofPageCount(4, 10))
    expect(await drawProofSheets({ ...sheet, isAdditional: true })).toHaveLength(1)
    const pages = await drawProofPages(facts)
    expect(pages).toHaveLength(proofPageCount(4) + 1)
    const text =
      pdfText(await proofOf(facts))
        .at(-1)
        ?.replace(/\s/g, '') ?? ''
    for (const { original_sha256, sha256Shown, sha256BeforeSeal } of files)
      for (const each of [original_sha256, sha256Shown, sha256BeforeSeal])
        expect(text).toContain(each)
    expect(text).toContain(facts.verifyUrl)
  }
})

describe('what was filled in', () => {
  const input = { type: 'text', required: false, places: [] } as const
  const long = 'é'.repeat(500)
  const inputs: Input[] = [
    { ...input, name: 'iban', label: 'IBAN' },
    { ...input, name: 'city', label: 'עיר المدينة' },
    { ...input, name: 'terms', label: 'Accepted', type: 'checkbox' },
    { ...input, name: 'start', label: 'First day', type: 'date' },
    { ...input, name: 'note', label: 'Note' },
    { ...input, name: 'empty', label: 'Empty' },
    { ...input, name: 'contract', label: 'Contract', value: '2026-17', read_only: true },
  ]
  const values = {
    ...{ iban: 'FR76 3000', city: 'תל אביב', terms: true, start: '2026-11-24', note: long },
    contract: '2026-17',
  }
  const filled = (locale: Language) => proofValues({ inputs, intent: { values } as never }, locale)

  test('is on pages of the separate file alone, under the name of its signer', async () => {
    const facts = proofFacts(2)
    const [first, second] = facts.signers
    const signers = [first!, { ...second!, values: filled('fr') }]
    const pages = pdfText(await proofOf({ ...facts, signers }))
    expect(pages).toHaveLength(proofPageCount(2) + 1)
    const page = pages.at(-1) ?? ''
    expect(page).toContain(`2 · ${second?.name}`)
    expect(page).toContain('Page 3 sur 3')
    for (const words of ['IBAN', 'FR76 3000', 'Accepted oui', '24 novembre 2026'])
      expect(page).toContain(words)
    expect(page).toMatch(/Contract 2026-17.*\(donné par l’expéditeur\)/)
    // The beginning of what is long, and the hash of all of it.
    expect(unspaced(page)).toContain(unspaced(`(500 caractères, SHA-256 ${hashOf(long)})`))
    expect(pages.slice(0, -1).join('')).not.toContain('FR76')
  })

  test('takes as many pages as it needs', async () => {
    const facts = proofFacts(1)
    const many = Array.from({ length: 200 }, () => filled('en')).flat()
    const signers = facts.signers.map((signer) => ({ ...signer, values: many }))
    const drawn = await drawProofPages({ ...facts, signers })
    expect(drawn.length).toBeGreaterThan(proofPageCount(1) + 20)
  })

  test.each(LANGUAGES)('has words of its own in %s', (locale) => {
    const [, , terms] = filled(locale)
    expect(terms?.text).toMatch(/^(yes|oui|ja|sí|sì|sim|tak)$/)
    expect(textsIn(locale).signing.proof.values.rest({ characters: 3, hash: 'x' })).toContain(
      'SHA-256 x',
    )
  })
})

describe.each(LANGUAGES)('in %s', (locale) => {
  const facts: ProofFacts = {
    ...proofFacts(2),
    locale,
    consents: [
      consentIn(locale, { delivery: 'email', authentication: 'sms' }),
      consentIn('en', { delivery: 'none', authentication: 'sms' }),
    ],
  }

  test('the certificate is complete: no label or legal sentence is cut, and every glyph is there', async () => {
    const [first = '', ...others] = pdfText(await proofOf(facts)).map(unspaced)
    const all = [first, ...others].join('')
    const words = textsIn(locale).signing.proof.certificate
    const sentences = [
      words.statement({
        signers: 2,
        texted: false,
        handed: false,
        nature: 'all',
        means: words.identifiedBy.sms,
        mixed: false,
        stated: false,
      }),
      words.trailText,
      words.verifyText,
    ]
    const { summary } = textsIn(locale).signing.proof
    const ofPeople = [words.meansText.sms.email]
    const atOnce = [words.title, words.nature, words.verify, words.verifyText, words.reference]
    for (const said of [...atOnce, ...ofPeople, summary.signed({ signed: 2, of: 2 })])
      expect(first).toContain(unspaced(said))
    const parts = [words.hashes, words.trail]
    const ofDocument = [words.externalId, words.asReceived, words.message]
    const moments = [words.created, words.sent, words.expires, words.allSigned, words.made]
    const hashes = [words.original, words.shown, words.beforeSeal, words.trailHead]
    for (const said of [...sentences, ...parts, ...ofDocument, ...moments, ...hashes])
      expect(all).toContain(unspaced(said))
    for (const said of facts.consents) expect(all).toContain(unspaced(said.text))
    const known = [words.device, words.codes, words.ip, words.phone, words.phoneFrom.sender]
    const times = [words.invited, words.opened, words.consented, words.codeSent, words.verified]
    const certificate = [words.serial, words.certificateHash, words.issuer, words.timestamp]
    const kinds = [words.kinds.drawn, words.kinds.typed]
    for (const said of [...known, ...times, ...certificate, ...kinds])
      expect(all).toContain(unspaced(said))
    expect(all).not.toContain(unspaced(words.lossy))
  })
})

test('the same facts give the same drawings', async () => {
  const [one, two] = [await drawProofPages(french), await drawProofPages(french)]
  expect(one.map((drawing) => contentOf(drawing).toString('latin1'))).toEqual(
    two.map((drawing) => contentOf(drawing).toString('latin1')),
  )
  expect(Buffer.from(await proofOf(french)).equals(Buffer.from(await proofOf(french)))).toBe(true)
})

test('a blank sheet looks intended: it names the certificate, the document and the page', async () => {
  const [first] = await drawProofSheets({ locale: 'fr', documentId: 'doc_1', signers: 1 })
  const pdf = await PDFDocument.create()
  const [page] = await pdf.copyPages(first!.document, [0])
  pdf.addPage(page)
  expect(pdfText(await pdf.save())[0]).toMatch(
    /Certificat de preuve · Proof certificate doc_1 Cette page est remplie .* Page 1 sur 2/,
  )
})

describe('texts as long and as strange as they may be', () => {
  test('stay inside the margins', async () => {
    const words = wordBoxes(await proofOf(strainedFacts()))
    expect(words.length).toBeGreaterThan(300)
    for (const { word, left, right, bottom } of words) {
      expect({ word, fits: left >= 43 && right <= 552 && bottom <= 836 }).toEqual({
        word,
        fits: true,
      })
    }
  })

  test('say where characters had to be replaced', async () => {
    const [first] = pdfText(await proofOf(strainedFacts()))
    expect(first).toContain('Characters missing from all fonts are transliterated')
    expect(text[0]).not.toContain('no font has')
    expect(text[0]).not.toContain('absents de toutes les polices')
  })
})

describe('times', () => {
  test('of a summer day have the offset of that day', () => {
    expect(new LocalTimes('Europe/Paris').text('2026-07-01T22:30:00.000Z')).toBe(
      '2026-07-02 00:30:00 +02:00',
    )
  })

  test.each(['UTC', 'Nowhere/Land', ''])('of the zone "%s" are given in UTC alone', (zone) => {
    expect(new LocalTimes(zone).both('2026-07-01T22:30:00.000Z')).toBe('2026-07-01 22:30:00Z')
  })
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18.1, iPhone iOS 18',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge 131, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133, Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('the user agent %s is shown as %s', (userAgent, short) => {
  expect(shortUserAgent(userAgent)).toBe(short)
})

describe('dossier.json', () => {
  test('says what is signed, by whom, on which texts, under which policy', () => {
    const dossier = JSON.parse(dossierJson(dossierFacts(french)).toString())
    expect(dossier.signers[0].inputs).toEqual([
      { name: 'iban', label: 'IBAN', type: 'text', required: true },
    ])
    expect(dossier.signers[1]).not.toHaveProperty('inputs')
    const [id, field] = [french.signers[0]!.id, fieldName(french.document.id, 1, 1)]
    expect(dossier).toMatchObject({
      format: 'paraph-dossier/1',
      document: { id: french.document.id, sha256: french.document.original_sha256, test: false },
      signers: [{ id, phone: '+33 •• •• 10', fields: [field] }, {}],
      consents: french.consents,
      signature: { qualified: false, level_when_sealed: 'PAdES-BASELINE-LTA' },
      policy: { oid: french.operator.policyOid },
    })
  })

  test('is attached as a supplement of the time it was sent', () => {
    expect(dossierFile(dossierFacts(french))).toMatchObject({
      name: 'dossier.json',
      mimeType: 'application/json',
      relationship: 'Supplement',
      modifiedAt: new Date(french.document.sentAt),
    })
  })
})
