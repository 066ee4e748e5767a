/** Attacks on certificates, time-stamps, revocation data and the CMS itself, and on what a certifying signer allowed. */
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/kernel/clock.ts'
import type { Element } from '../../../src/pades/ber.ts'
import type { Certificate } from '../../../src/pades/certificate.ts'
import * as der from '../../../src/pades/der.ts'
import { OID } from '../../../src/pades/oids.ts'
import type { RevocationSource } from '../../../src/pades/ports.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { pagesOf } from '../../../src/pdf/pages.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { addSignatureFields } from '../../../src/pdf/signature-fields.ts'
import { updated } from '../../support/attacks.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import {
  addArchiveTimestamp,
  addLongTermData,
  sign,
  signLongTerm,
} from '../../support/signature-steps.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'
import { raws, rebuilt, withContents, withSigner } from '../../support/spoiled-cms.ts'

const DAY = 86_400_000

let authority: TestAuthority
let stranger: TestAuthority
let roots: Certificate[]
let empty: Buffer

const person = {
  givenName: 'Zoé',
  surname: 'Łukasz',
  email: 'z@example.com',
  country: 'FR',
  serialNumber: 'S',
}
const portsOf = ({ pki }: TestAuthority) => ({ timestamps: pki.tsa, revocation: pki.revocation })

async function signerOf({ pki }: TestAuthority) {
  const reservation = await pki.authority.reserveSigner(person)
  const signer = await pki.authority.issueSigner(reservation, await pki.keyPool.take())
  return { signer, reservation }
}

async function signedBy(who: TestAuthority, stamps = who, certify = false) {
  const { signer } = await signerOf(who)
  const facts = { timeMs: Date.now(), certify }
  return sign(empty, { field: 'One', signer, facts }, stamps.pki.tsa)
}

const reports = (pdf: Uint8Array, nowMs = Date.now()) => verifyPdf(pdf, { roots, nowMs })
const codesOf = (pdf: Uint8Array, nowMs = Date.now()): string[] => {
  const { problems, signatures } = reports(pdf, nowMs)
  return [...problems, ...signatures.flatMap((each) => each.problems)].map(({ code }) => code)
}

beforeAll(async () => {
  authority = await startAuthority()
  stranger = await startAuthority(systemClock, 'Stranger')
  roots = [(await authority.pki.authority.key('root')).facts.certificate]
  const opened = await openPdf(await (await plainDocument()).save({ useObjectStreams: false }))
  const box = { x: 20, y: 20, width: 100, height: 40 }
  const fields = ['One', 'Two'].map((name, page) => ({ name, page, box }))
  // Behind the preparation, which would flatten them: the form of a file that another service prepared.
  const document = await PDFDocument.load(
    layOut(opened, { reservedPages: [], fields, attachments: [] }),
  )
  document.getForm().createTextField('Amount').addToPage(document.getPage(0), { x: 50, y: 500 })
  const text = document.getForm().createTextField('Price')
  text.addToPage(document.getPage(0), { x: 50, y: 400 })
  text.setText('100')
  empty = Buffer.from(await document.save({ useObjectStreams: false }))
})
afterAll(async () => {
  await authority.close()
  await stranger.close()
})

describe('the CMS', () => {
  test.each<[string, (cms: Element) => Buffer, string | RegExp]>([
    [
      'two signers',
      (cms) =>
        rebuilt(cms, (parts) => {
          const signer = cms.at(1).at(0).children.at(-1)?.at(0).raw ?? Buffer.alloc(0)
          return [...parts.slice(0, -1), der.element(0x31, signer, signer)]
        }),
      'signature_unreadable',
    ],
    [
      'no signer',
      (cms) => rebuilt(cms, (parts) => [...parts.slice(0, -1), der.element(0x31)]),
      'signature_unreadable',
    ],
    [
      'SHA-1',
      (cms) => withSigner(cms, (parts) => raws(parts).with(2, der.algorithm(OID.sha1))),
      'digest_weak',
    ],
    [
      'MD5',
      (cms) => withSigner(cms, (parts) => raws(parts).with(2, der.algorithm('1.2.840.113549.2.5'))),
      'digest_weak',
    ],
    [
      'no certificate',
      (cms) => rebuilt(cms, (parts) => parts.filter((part) => part[0] !== 0xa0)),
      'certificate_missing',
    ],
    [
      'content of its own',
      (cms) =>
        rebuilt(cms, (parts) =>
          parts.with(
            2,
            der.sequence(der.oid(OID.data), der.explicit(0, der.octetString(Buffer.from('x')))),
          ),
        ),
      'content_wrong',
    ],
    [
      'another content type',
      (cms) => rebuilt(cms, (parts) => parts.with(2, der.sequence(der.oid(OID.tstInfo)))),
      'content_wrong',
    ],
    [
      'signed attributes changed',
      (cms) =>
        withSigner(cms, (parts) => {
          const attributes = Buffer.from(parts[3]?.raw ?? '')
          attributes[attributes.length - 1] = (attributes.at(-1) ?? 0) ^ 1
          return raws(parts).with(3, attributes)
        }),
      /signature_broken|signature_unreadable/,
    ],
    [
      'an attribute twice',
      (cms) =>
        withSigner(cms, (parts) => {
          const [first, ...rest] = parts[3]?.children ?? []
          return raws(parts).with(
            3,
            der.element(0xa0, ...raws([first as Element, first as Element, ...rest])),
          )
        }),
      'signature_unreadable',
    ],
    [
      'an attribute with two values',
      (cms) =>
        withSigner(cms, (parts) => {
          const twice = (each: Element) =>
            der.sequence(
              each.at(0).raw,
              der.element(0x31, each.at(1).at(0).raw, each.at(1).at(0).raw),
            )
          return raws(parts).with(3, der.element(0xa0, ...(parts[3]?.children ?? []).map(twice)))
        }),
      'signature_unreadable',
    ],
    [
      'no signed attributes',
      (cms) => withSigner(cms, (parts) => raws(parts.filter(({ tag }) => tag !== 0xa0))),
      'signature_broken',
    ],
    [
      'the signature value of nobody',
      (cms) =>
        withSigner(cms, (parts) => raws(parts).with(5, der.octetString(Buffer.alloc(512, 7)))),
      'signature_broken',
    ],
    [
      'the certificate of another person',
      (cms) =>
        withSigner(cms, (parts) => {
          const authorityName = parts[1]?.at(0).raw ?? Buffer.alloc(0)
          return raws(parts).with(1, der.sequence(authorityName, der.integer(5)))
        }),
      'certificate_missing',
    ],
    [
      'another certificate for the same key',
      (cms) =>
        rebuilt(cms, (parts) => {
          const certificates = Buffer.from(parts[3] ?? '')
          certificates[certificates.length - 1] = (certificates.at(-1) ?? 0) ^ 1
          return parts.with(3, certificates)
        }),
      'certificate_exchanged',
    ],
  ])('%s is noticed', async (_name, change, code) => {
    const codes = codesOf(withContents((await signedBy(authority)).pdf, change))
    expect(
      codes.some((each) => each.match(code)),
      codes.join(', '),
    ).toBe(true)
  })
})

describe('time-stamps', () => {
  test('one by an unknown authority proves no time', async () => {
    const signed = await signedBy(authority, stranger)
    const pdf = await addLongTermData(signed, authority.pki.revocation)
    const [report] = reports(pdf).signatures
    expect(report).toMatchObject({ level: 'B-B', trusted: true })
    expect(report).not.toHaveProperty('provenMs')
    expect(codesOf(pdf)).toContain('timestamp_untrusted')
    expect(codesOf(pdf, Date.now() + 3 * DAY)).toContain('certificate_expired')
  })

  test('a root that is trusted for time-stamps vouches for no signer', async () => {
    const pdf = await addLongTermData(await signedBy(authority), authority.pki.revocation)
    const { signatures } = verifyPdf(pdf, { roots: [], stampRoots: roots, nowMs: Date.now() })
    expect(signatures[0]?.provenMs).toBeDefined()
    expect(signatures[0]?.problems.map(({ code }) => code)).toEqual(['issuer_untrusted'])
  })

  test('one that was made for another signature is noticed', async () => {
    const [one, other] = [await signedBy(authority), await signedBy(authority)]
    let token = Buffer.alloc(0)
    withContents(other.pdf, (cms) => {
      token = Buffer.from(cms.at(1).at(0).children.at(-1)?.at(0).children.at(-1)?.raw ?? '')
      return Buffer.from(cms.raw)
    })
    const forged = withContents(one.pdf, (cms) =>
      withSigner(cms, (parts) => [...raws(parts.slice(0, -1)), token]),
    )
    expect(codesOf(forged)).toContain('timestamp_invalid')
  })

  test('one whose authority’s certificate has expired no longer proves the time', async () => {
    const pdf = await addLongTermData(await signedBy(authority), authority.pki.revocation)
    const later = Date.now() + 6 * 365 * DAY
    expect(codesOf(pdf, later)).toContain('timestamp_invalid')
  })

  test('one from the future is noticed', async () => {
    const pdf = await addLongTermData(await signedBy(authority), authority.pki.revocation)
    expect(codesOf(pdf, Date.now() - DAY)).toContain('timestamp_future')
  })

  test('a renewed one keeps everything valid after the first one’s certificate has expired', async () => {
    const offset = { ms: 0 }
    const clock = { now: () => Date.now() + offset.ms }
    const moving = await startAuthority(clock)
    const root = (await moving.pki.authority.key('root')).facts.certificate
    const first = (
      await signedSteps(moving, await (await plainDocument()).save(), { signers: 1, clock })
    ).at(-1)!
    const { signer } = await moving.pki.authority.key('timestamp')
    offset.ms = 100 * DAY
    const renewed = await addArchiveTimestamp(first, portsOf(moving), [signer.certificate])
    const { valid, signatures } = verifyPdf(renewed, { roots: [root], nowMs: clock.now() })
    expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
    expect(valid).toBe(true)
    expect(signatures[0]?.level).toBe('B-LTA')
    await moving.close()
  })
})

describe('revocation', () => {
  const without: RevocationSource = {
    validationData: async (certificates) => ({
      certificates: certificates.map((each) => each.der),
      crls: [],
      ocsps: [],
    }),
  }

  test('a revoked certificate is reported, and one whose list was left out is not taken for valid', async () => {
    const signed = async () => {
      const { signer, reservation } = await signerOf(authority)
      await authority.pki.revocation.revoke(reservation.serialHex, 'key-compromise')
      const facts = { timeMs: Date.now() }
      return sign(empty, { field: 'One', signer, facts }, authority.pki.tsa)
    }
    const pdf = await addLongTermData(await signed(), authority.pki.revocation)
    expect(codesOf(pdf)).toContain('certificate_revoked')
    const hidden = await addLongTermData(await signed(), without)
    expect(codesOf(hidden)).toContain('revocation_unknown')
    expect(reports(hidden).signatures[0]?.level).toBe('B-T')
  })

  test('a list of another authority is no list', async () => {
    const signed = await signedBy(authority)
    const foreign: RevocationSource = {
      validationData: async (certificates) => {
        const { crls } = await stranger.pki.revocation.validationData(
          (await signedBy(stranger)).certificates,
        )
        return { certificates: certificates.map((each) => each.der), crls, ocsps: [] }
      },
    }
    expect(codesOf(await addLongTermData(signed, foreign))).toContain('revocation_unknown')
  })

  test('a list from before the certificates were made says nothing of them', async () => {
    const offset = { ms: -400 * DAY }
    const clock = { now: () => Date.now() + offset.ms }
    const early = await startAuthority(clock)
    const signed = await signedBy(early)
    const old = await early.pki.revocation.validationData(signed.certificates)
    offset.ms = 0
    const root = (await early.pki.authority.key('root')).facts.certificate
    const now = await signedBy(early)
    const pdf = await addLongTermData(now, { validationData: async () => old })
    const { signatures } = verifyPdf(pdf, { roots: [root], nowMs: Date.now() })
    expect(signatures[0]?.problems.map(({ code }) => code)).toContain('revocation_unknown')
    await early.close()
  })
})

describe('what the certifying signer allowed', () => {
  const certified = async () =>
    addLongTermData(await signedBy(authority, authority, true), authority.pki.revocation)
  const filledIn = (field: string, value: string) => (pdf: Buffer) =>
    updated(pdf, (update) => {
      const found = formFields(update).find((each) => each.name === field)
      found?.dict.set(PDFName.of('V'), PDFHexString.fromText(value))
      if (found !== undefined) update.set(found.ref, found.dict)
    })

  test('filling in an empty field is reported, and is no problem', async () => {
    const pdf = filledIn('Amount', '5')(await certified())
    const { valid, signatures } = reports(pdf)
    expect(signatures[0]?.changes.map(({ code }) => code)).toContain('form_filled')
    expect(valid).toBe(true)
  })

  test('a value that stood there when somebody signed without certifying must not be replaced', async () => {
    const plain = await addLongTermData(await signedBy(authority), authority.pki.revocation)
    expect(codesOf(filledIn('Price', '1000000')(plain))).toEqual(['form_value_replaced'])
    expect(codesOf(filledIn('Amount', '5')(plain))).toEqual([])
  })

  test('a new visible signature is one change too many (sneaky signature)', async () => {
    const pdf = updated(await certified(), (update) =>
      addSignatureFields(update, pagesOf(update), [
        { name: 'Evil', page: 0, box: { x: 0, y: 0, width: 500, height: 700 } },
      ]),
    )
    const { signer } = await signerOf(authority)
    const order = { field: 'Evil', signer, facts: { timeMs: Date.now() } }
    const signed = await signLongTerm(pdf, order, portsOf(authority))
    expect(codesOf(pdf)).toContain('certification_violated')
    expect(codesOf(signed)).toContain('certification_violated')
  })

  test('a second signature in a prepared field is allowed', async () => {
    const { signer } = await signerOf(authority)
    const order = { field: 'Two', signer, facts: { timeMs: Date.now() } }
    const signed = await signLongTerm(await certified(), order, portsOf(authority))
    expect(codesOf(signed)).toEqual([])
  })

  test('the picture of a prepared field cannot change what a page shows elsewhere (shadow)', async () => {
    const shared = updated(empty, (update) => {
      const [page] = pagesOf(update)
      const field = formFields(update).find((each) => each.name === 'Two')
      const appearance = update.get(field?.dict, 'AP')
      const picture = appearance instanceof PDFDict ? appearance.get(PDFName.of('N')) : undefined
      const resources = update.get(page?.dict, 'Resources')
      if (resources instanceof PDFDict && page !== undefined) {
        resources.set(PDFName.of('XObject'), update.context.obj({ Shown: picture as PDFRef }))
        page.dict.set(PDFName.of('Resources'), resources)
        update.set(page.ref, page.dict)
      }
    })
    const { signer } = await signerOf(authority)
    const facts = { timeMs: Date.now() }
    const ports = portsOf(authority)
    const first = await signLongTerm(shared, { field: 'One', signer, facts }, ports)
    expect(codesOf(first)).toEqual([])
    const exchanged = updated(first, (update) => {
      const field = formFields(update).find((each) => each.name === 'Two')
      const appearance = update.get(field?.dict, 'AP')
      const picture = appearance instanceof PDFDict ? appearance.get(PDFName.of('N')) : undefined
      field?.dict.set(PDFName.of('V'), update.add(update.context.obj({ Type: 'Sig' })))
      if (field !== undefined) update.set(field.ref, field.dict)
      if (picture instanceof PDFRef)
        update.set(picture, PDFRawStream.of(update.context.obj({ Length: 3 }), Buffer.from('q Q')))
    })
    expect(PdfFile.open(exchanged).bytes.length).toBeGreaterThan(first.length)
    expect(codesOf(exchanged)).toContain('page_changed')
  })
})
