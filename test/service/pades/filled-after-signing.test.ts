/** What is filled in, drawn anew or laid over a page after somebody signed is reported with its old and new value. */
import {
  PDFArray,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
} from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Certificate } from '../../../src/pades/certificate.ts'
import { verdictOfFile } from '../../../src/pades/verdicts.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { dictOf } from '../../../src/pdf/pdf-file.ts'
import type { PdfUpdate } from '../../../src/pdf/pdf-update.ts'
import { stream, updated } from '../../support/attacks.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { addArchiveTimestamp, signLongTerm } from '../../support/signature-steps.ts'
import { startAuthority, type TestAuthority } from '../../support/signing.ts'

let authority: TestAuthority
let roots: Certificate[]
let empty: Buffer

const key = (text: string) => PDFName.of(text)
const fieldIn = (update: PdfUpdate, name: string) => {
  const found = formFields(update).find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no field ${name}`)
  return found
}
/** Where a field is seen; pdf-lib writes it apart from its field. */
function widgetIn(update: PdfUpdate, field: PDFDict): { ref: PDFRef; dict: PDFDict } {
  const kids = update.get(field, 'Kids')
  const ref = kids instanceof PDFArray ? kids.get(0) : undefined
  const dict = dictOf(update.resolve(ref))
  if (!(ref instanceof PDFRef) || dict === undefined) throw new Error('the field has no widget')
  return { ref, dict }
}
const ports = () => ({ timestamps: authority.pki.tsa, revocation: authority.pki.revocation })

async function signIn(pdf: Buffer, field: string, certify = false): Promise<Buffer> {
  const { pki } = authority
  const person = {
    givenName: 'Zoé',
    surname: 'Łukasz',
    email: 'z@example.com',
    country: 'FR',
    serialNumber: 'S',
  }
  const reservation = await pki.authority.reserveSigner(person)
  const signer = await pki.authority.issueSigner(reservation, await pki.keyPool.take())
  return signLongTerm(pdf, { field, signer, facts: { timeMs: Date.now(), certify } }, ports())
}

/** What locks the form when the field is signed. */
const withLock = (pdf: Buffer, field: string, lock: object): Buffer =>
  updated(pdf, (update) => {
    const { dict, ref } = fieldIn(update, field)
    dict.set(key('Lock'), update.context.obj({ Type: 'SigFieldLock', ...lock }))
    update.set(ref, dict)
  })

interface Filling {
  field: string
  value?: string
  /** Content of the new appearance; left out: as it was. */
  draws?: string
  also?: (dict: PDFDict) => void
}
const filled = (pdf: Buffer, { field, value, draws, also }: Filling): Buffer =>
  updated(pdf, (update) => {
    const { dict, ref } = fieldIn(update, field)
    if (value !== undefined) dict.set(key('V'), PDFHexString.fromText(value))
    if (value !== undefined) update.set(ref, dict)
    if (draws === undefined && also === undefined) return
    const widget = widgetIn(update, dict)
    if (draws !== undefined) {
      const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 50] }
      const normal = update.add(stream(update, draws, form))
      widget.dict.set(key('AP'), update.context.obj({ N: normal }))
    }
    also?.(widget.dict)
    update.set(widget.ref, widget.dict)
  })

const found = (pdf: Buffer) => {
  const result = verifyPdf(pdf, { roots, nowMs: Date.now() })
  const [first] = result.signatures
  return {
    verdict: verdictOfFile(result),
    problems: [...result.problems, ...result.signatures.flatMap(({ problems }) => problems)].map(
      ({ code }) => code,
    ),
    changes: (first?.changes ?? []).filter(({ kind }) => kind === 'form' || kind === 'forbidden'),
  }
}

beforeAll(async () => {
  authority = await startAuthority()
  roots = [(await authority.pki.authority.key('root')).facts.certificate]
  const opened = await openPdf(await (await plainDocument()).save({ useObjectStreams: false }))
  const box = { x: 20, y: 20, width: 100, height: 40 }
  const fields = ['One', 'Two'].map((name, at) => ({ name, page: at, box }))
  // Behind the preparation, which would flatten them: the form of a file that another service prepared.
  const document = await PDFDocument.load(
    layOut(opened, { reservedPages: [], fields, attachments: [] }),
  )
  const form = document.getForm()
  const page = document.getPage(0)
  form.createTextField('Amount').addToPage(page, { x: 50, y: 500, borderWidth: 0 })
  const price = form.createTextField('Price')
  price.setText('100')
  price.addToPage(page, { x: 50, y: 400, borderWidth: 0 })
  const laid = Buffer.from(await document.save({ useObjectStreams: false }))
  // Invisible, as an attacker leaves it for later: nothing is drawn and nothing lies behind it.
  empty = updated(laid, (update) => {
    const { dict, ref } = widgetIn(update, fieldIn(update, 'Amount').dict)
    for (const each of ['AP', 'MK']) dict.delete(key(each))
    update.set(ref, dict)
  })
})
afterAll(() => authority.close())

test('a value filled in after a signature is reported with the field, and the value before and after', async () => {
  const { verdict, changes } = found(
    filled(await signIn(empty, 'One', true), { field: 'Amount', value: '5' }),
  )
  expect(verdict).toBe('valid')
  expect(changes).toMatchObject([{ code: 'form_filled', field: 'Amount', before: '', after: '5' }])
  expect(changes[0]?.what).toContain('“5”')
})

test('a value replaced after a signature is reported with both values', async () => {
  const replaced = { field: 'Price', value: '100000' }
  const { verdict, changes } = found(filled(await signIn(empty, 'One'), replaced))
  expect(verdict).toBe('changed')
  expect(changes).toMatchObject([
    { code: 'form_value_replaced', field: 'Price', before: '100', after: '100000' },
  ])
})

describe('a form that a signature locks', () => {
  test.each<[string, object]>([
    ['every field', { Action: 'All' }],
    ['this field', { Action: 'Include', Fields: [PDFHexString.fromText('Amount')] }],
    ['all but another field', { Action: 'Exclude', Fields: [PDFHexString.fromText('Price')] }],
  ])('is changed by who fills it in (%s)', async (_name, lock) => {
    const signed = await signIn(withLock(empty, 'One', lock), 'One')
    const { verdict, problems } = found(filled(signed, { field: 'Amount', value: '5' }))
    expect(problems).toContain('field_locked')
    expect(verdict).toBe('changed')
  })

  test('leaves other fields open where it names only some', async () => {
    const lock = { Action: 'Include', Fields: [PDFHexString.fromText('Price')] }
    const signed = await signIn(withLock(empty, 'One', lock), 'One')
    expect(found(filled(signed, { field: 'Amount', value: '5' })).verdict).toBe('valid')
  })

  test('is changed by who signs in it afterwards', async () => {
    const signed = await signIn(withLock(empty, 'One', { Action: 'All' }), 'One')
    expect(found(await signIn(signed, 'Two')).problems).toContain('field_locked')
  })
})

describe('a signature that allows no more changes (P 1 of its lock)', () => {
  const sealed = async () =>
    signIn(await signIn(withLock(empty, 'Two', { Action: 'All', P: 1 }), 'One', true), 'Two')

  test('stays valid with validation data and time-stamps renewed', async () => {
    const { signer } = await authority.pki.authority.key('timestamp')
    const once = await addArchiveTimestamp(await sealed(), ports(), [signer.certificate])
    const twice = await addArchiveTimestamp(once, ports(), [signer.certificate])
    expect(found(twice)).toMatchObject({ verdict: 'valid', problems: [] })
  })

  test('is changed by who fills in a field, though an earlier one allowed it', async () => {
    const { verdict, problems } = found(filled(await sealed(), { field: 'Amount', value: '5' }))
    expect(verdict).toBe('changed')
    expect(problems).toContain('field_locked')
  })
})

describe('what a field shows', () => {
  const TEXT = (text: string) => `/Tx BMC BT /Helv 12 Tf (${text}) Tj ET EMC`

  test('another text over the same value is a change, and both texts are reported', async () => {
    const shows = { field: 'Price', draws: TEXT('100000') }
    const { verdict, changes } = found(filled(await signIn(empty, 'One', true), shows))
    expect(verdict).toBe('changed')
    expect(changes).toMatchObject([
      { code: 'field_appearance_changed', field: 'Price', after: '100000' },
    ])
  })

  test('an invisible field that comes to show a text of its own is a change', async () => {
    const shows = { field: 'Amount', draws: TEXT('The buyer pays nothing') }
    const { verdict, changes } = found(filled(await signIn(empty, 'One', true), shows))
    expect(verdict).toBe('changed')
    expect(changes[0]).toMatchObject({ field: 'Amount', after: 'The buyer pays nothing' })
  })

  test('an invisible field that comes to cover the page behind its value is a change', async () => {
    const covers = { field: 'Amount', value: 'x', draws: `1 g 0 0 200 50 re f ${TEXT('x')}` }
    const { verdict, problems } = found(filled(await signIn(empty, 'One', true), covers))
    expect(verdict).toBe('changed')
    expect(problems).toContain('field_covers_page')
  })

  test('a field that was hidden must not be shown', async () => {
    const hidden = updated(empty, (update) => {
      const { dict, ref } = widgetIn(update, fieldIn(update, 'Price').dict)
      dict.set(key('F'), update.context.obj(2))
      update.set(ref, dict)
    })
    const shown = (dict: PDFDict) => dict.set(key('F'), PDFNumber.of(4))
    const pdf = filled(await signIn(hidden, 'One', true), { field: 'Price', also: shown })
    expect(found(pdf).problems).toContain('field_changed')
  })

  test('the same text drawn anew is reported, and no change of what was signed', async () => {
    const drawn = filled(empty, { field: 'Price', draws: TEXT('100') })
    const again = { field: 'Price', draws: `q ${TEXT('100')} Q` }
    const { verdict, changes } = found(filled(await signIn(drawn, 'One', true), again))
    expect(changes.map(({ code }) => code)).toEqual(['field_redrawn'])
    expect(verdict).toBe('valid')
  })
})

test('a new signature field over an old one hides who signed there', async () => {
  const over = updated(await signIn(empty, 'One'), (update) => {
    const { dict } = fieldIn(update, 'One')
    const copy = update.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig' }) as PDFDict
    for (const each of ['Rect', 'P']) copy.set(key(each), dict.get(key(each)) as never)
    copy.set(key('T'), PDFHexString.fromText('Over'))
    const ref = update.add(copy)
    const form = dictOf(update.get(update.catalogRef, 'AcroForm'))
    const list = update.get(form, 'Fields') as never as { push(item: unknown): void }
    list.push(ref)
    const catalog = dictOf(update.resolve(update.catalogRef)) as PDFDict
    const held = catalog.get(key('AcroForm'))
    if (held !== form && form !== undefined) update.set(held as never, form)
    else update.set(update.catalogRef, catalog)
    const page = dict.get(key('P')) as never
    const pageDict = dictOf(update.resolve(page)) as PDFDict
    const annotations = update.get(pageDict, 'Annots') as never as { push(item: unknown): void }
    annotations.push(ref)
    pageDict.set(key('Annots'), annotations as never)
    update.set(page, pageDict)
  })
  expect(found(over).problems).toContain('field_covered')
})
