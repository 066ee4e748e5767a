/** Forms and tagged documents through the whole service, then filled in or kept alive behind the seal. */
import { writeFile } from 'node:fs/promises'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPdf } from '../../src/pdf/opening.ts'
import { WholePdf } from '../../src/pdf/whole-pdf.ts'
import { bareAnnotations } from '../support/bare-annotations.ts'
import { FORMS } from '../support/form-samples.ts'
import { renderedLetter } from '../support/host-samples.ts'
import { dssSaysChanged, filledIn, LATER_FILLINGS } from '../support/later-filling.ts'
import { lastHolds, pyHanko, signWithPyHanko } from '../support/pyhanko.ts'
import { addArchiveTimestamp } from '../support/signature-steps.ts'
import { somebody } from '../support/signing-app.ts'
import { openStage, type Stage, signThrough, verified } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 600_000
const FORM = 'shapes without appearances beside fields and scripts'

let stage: Stage
let form: Buffer

beforeAll(async () => {
  stage = await openStage()
  form = (await signThrough(stage, await FORMS[FORM](), 2)).pdf
}, TIMEOUT_MS)
afterAll(() => stage.close())

async function expectAccepted(pdf: Buffer): Promise<void> {
  const { problems, signatures } = await stage.judges.pades(pdf, stage.roots)
  expect(problems).toEqual([])
  expect(signatures.flatMap(({ warnings }) => warnings)).toEqual([])
  expect(new Set(signatures.map(({ indication }) => indication))).toEqual(new Set(['TOTAL_PASSED']))
}

describe('a completed form', () => {
  test('is accepted by both judges, the last seal allowing validation data only', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await expectAccepted(form)
    const { signatures } = await pyHanko(form, stage.roots)
    expect(signatures.filter(({ holds, docmdp }) => !holds || docmdp !== true)).toEqual([])
    expect(signatures.at(-1)).toMatchObject({ changes: 'LTA_UPDATES' })
  })

  test('stays so when its archive time-stamp is renewed', { timeout: TIMEOUT_MS }, async () => {
    const { pki } = stage.signing.services
    const seal = (await pki.authority.key('seal')).facts.certificate
    const renewed = await addArchiveTimestamp(form, pki, [seal])
    await expectAccepted(renewed)
    const { signatures } = await pyHanko(renewed, stage.roots)
    expect(signatures.filter(({ holds, docmdp }) => !holds || docmdp !== true)).toEqual([])
  })

  test('that is filled in behind the seal is called changed by both judges', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const copies = LATER_FILLINGS.map(([, fill]) => fill(form))
    const holds = await lastHolds(copies, stage.roots)
    const said = []
    for (const [index, copy] of copies.entries()) {
      const dss = await dssSaysChanged(stage.judges, copy, stage.roots)
      said.push({ name: LATER_FILLINGS[index]?.[0], dss, pyHanko: holds[index] === false })
    }
    expect(said).toEqual(LATER_FILLINGS.map(([name]) => ({ name, dss: true, pyHanko: true })))
  })
})

test('annotations of every kind without an appearance are accepted, and look as before to each signer', {
  timeout: TIMEOUT_MS,
}, async () => {
  await expectAccepted((await signThrough(stage, await bareAnnotations(), 2)).pdf)
})

/** Its members in another order, the named ones first. */
function reordered(dict: PDFDict, ...first: string[]): void {
  const members = dict.entries()
  const isFirst = ([key]: [PDFName, unknown]): boolean => first.includes(key.decodeText())
  const rest = members.filter((each) => !isFirst(each))
  for (const [key] of members) dict.delete(key)
  for (const [key, value] of [...members.filter(isFirst), ...rest]) dict.set(key, value)
}

/** As other programs may write it: the structure before the pages, and its elements before how they are found. */
async function elementsFirst(pdf: Uint8Array): Promise<Buffer> {
  const { file } = await openPdf(pdf)
  const whole = new WholePdf(file)
  const tree = whole.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  reordered(tree, 'Type', 'K')
  reordered(whole.catalog, 'Type', 'StructTreeRoot')
  expect(whole.catalog.keys().map(String)[1]).toBe('/StructTreeRoot')
  expect(tree.keys().map(String)[1]).toBe('/K')
  return whole.save({ classic: false })
}

test('a tagged document of any program has no field taken for a change of its structure', {
  timeout: TIMEOUT_MS,
}, async () => {
  const tagged = await elementsFirst(await renderedLetter(stage.signing, 'pdfua'))
  await expectAccepted((await signThrough(stage, tagged, 2)).pdf)
})

describe('a form that somebody else has signed, whose fields stay as they are', () => {
  let completed: Buffer
  beforeAll(async () => {
    const theirs = await signWithPyHanko(
      await FORMS['fields of every type with their appearances'](),
      stage.stranger,
    )
    completed = (await signThrough(stage, theirs, 2)).pdf
  }, TIMEOUT_MS)

  test('holds for both judges, every signature of it', { timeout: TIMEOUT_MS }, async () => {
    const { signatures } = await pyHanko(completed, stage.roots)
    expect(signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
    expect(signatures).toHaveLength(4)
    const dss = await stage.judges.pades(completed, stage.roots)
    expect(dss.signatures.filter(({ intact }) => !intact)).toEqual([])
    expect(dss.problems).toEqual([])
  })

  test('is called changed by both judges and by us once a field is filled in behind the seal', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const changed = filledIn(completed, 'price', '100000 EUR')
    expect(await lastHolds([completed, changed], stage.roots)).toEqual([true, false])
    expect(await dssSaysChanged(stage.judges, changed, stage.roots)).toBe(true)
    const { signatures } = (await verified(stage, changed)).json<{
      signatures: { problems: { code: string }[] }[]
    }>()
    const codes = signatures.flatMap(({ problems }) => problems.map(({ code }) => code))
    expect(codes).toContain('form_value_replaced')
  })
})

const at = (row: number, more: object, x = 60) => ({ page: 1, x, y: 60 + row * 36, ...more })
const when = (field: string, more: object = {}) => ({
  visible_if: { conditions: [{ field, operator: 'checked', ...more }] },
})
/** Every kind of field, each only if a box is ticked, with a total and initials. */
const ruled = (x: number, more: object = {}) => [
  at(0, { type: 'checkbox', name: 'more', required: false }, x),
  at(1, { type: 'text', name: 'text', ...when('more', more) }, x),
  at(2, { type: 'checkbox', name: 'box', required: false, ...when('more', more) }, x),
  at(3, { type: 'checkbox', name: 'ticked', ...when('more', more) }, x),
  at(4, { type: 'radio', name: 'radio', options: ['A', 'B'], ...when('more', more) }, x),
  at(5, { type: 'radio', name: 'none', options: ['C', 'D'], required: false, ...when('more') }, x),
  at(6, { type: 'number', name: 'rent' }, x),
  at(7, { type: 'number', name: 'total', formula: 'round([rent] * 12, 2)' }, x),
  at(8, { type: 'initials', name: 'initials', ...when('more', more) }, x),
  at(
    9,
    { type: 'text', name: 'fixed', value: 'Ref. 1', read_only: true, ...when('more', more) },
    x,
  ),
  { type: 'initials', name: 'everywhere', pages: 'all', x, y: 20 },
  at(10, {}, x),
]

test('conditions, computed values and drawn initials of two people are accepted by both judges', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const people = [
    somebody({ fields: ruled(60), order: 1, role: 'first' }),
    somebody({ fields: ruled(320), order: 2, role: 'second' }),
  ]
  const document = await PDFDocument.create()
  for (let page = 0; page < 3; page += 1) document.addPage([595, 842])
  const { id } = await signing.create(people, { pdf: await document.save() })
  const initials_strokes = [
    [0, 60, 20, 10, 40, 0, 60, 30, 80, 60],
    [120, 20],
  ]
  const shown = { more: true, text: 'x', ticked: true, radio: 'B', initials: 'ZŁ' }
  const rest = { rent: 912.5, everywhere: 'ZŁ' }
  for (const [index, who] of people.entries()) {
    const values = { ...(index === 0 ? shown : {}), ...rest }
    await (await signing.person(who)).signWhole({
      ...{ kind: 'typed', text: 'Zoé', values },
      initials_strokes,
    })
  }
  await signing.work()
  const pdf = await signing.signedFile(id)
  if (process.env.KEEP_RULED !== undefined) await writeFile(process.env.KEEP_RULED, pdf)
  await expectAccepted(pdf)
  const { signatures } = await pyHanko(pdf, stage.roots)
  expect(signatures.filter(({ holds, docmdp }) => !holds || docmdp !== true)).toEqual([])
  expect(signatures.at(-1)).toMatchObject({ changes: 'LTA_UPDATES' })
})
