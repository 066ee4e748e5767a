import { PDFArray, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { DAMAGED } from '../../support/damaged-pdfs.ts'
import { FORMS } from '../../support/form-samples.ts'
import { addForeignSignature, encryptedPdf, signedByOthers } from '../../support/odd-uploads.ts'
import { signedSteps, startAuthority } from '../../support/signing.ts'
import {
  type SeenDocument,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

test('a file with a signature of one zero byte is signed to the end, and its evidence can be fetched', async () => {
  const who = somebody()
  const { id } = await signing.create([who], { pdf: await signedByOthers('00') })
  expect(await signing.finish(id, [who])).toMatchObject({ status: 'completed' })
  const evidence = await signing.act('GET', id, '/evidence')
  expect(evidence.status).toBe(200)
})

test('a field over a signature that is in the file is refused with its place', async () => {
  const pdf = await signedByOthers('ab'.repeat(2_000), [60, 500, 260, 560])
  const over = { ...somebody(), fields: [{ page: 1, x: 200, y: 320 }] }
  const refused = await signing.post([over], { pdf })
  expect(refused.status).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'validation_failed',
    errors: [
      {
        pointer: '/signers/0/fields/0',
        detail: expect.stringMatching(/"Theirs", page 1, x 60, y 282, 200 × 60 points.*beside it/),
      },
    ],
  })
  const beside = { ...somebody(), fields: [{ page: 1, x: 300, y: 282 }] }
  expect((await signing.post([beside], { pdf })).status).toBe(201)
})

test('an encrypted file that is signed already is refused before anything is sent', async () => {
  const pdf = await encryptedPdf('AES-256', (document) =>
    addForeignSignature(document, 'ab'.repeat(2_000)),
  )
  const list = () => signing.app.call('GET', '/api/v1/documents?limit=1', { key: signing.key })
  const before = (await list()).json<{ documents: unknown[] }>().documents
  const answer = await signing.post([somebody()], { pdf })
  expect([answer.status, answer.json<{ code: string }>().code]).toEqual([422, 'pdf_not_signable'])
  expect((await list()).json<{ documents: unknown[] }>().documents).toEqual(before)
})

test('a damaged file is repaired, the sender informed, and signed to the end', async () => {
  const who = somebody()
  const pdf = await DAMAGED['startxref leads elsewhere']?.()
  const made = await signing.create([who], { ...(pdf !== undefined && { pdf }) })
  expect(made.warnings?.[0]).toMatchObject({ code: 'repaired', pointer: '/file' })
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})

test('a form with scripts is flattened, the sender informed, and signed to the end', async () => {
  const who = somebody()
  const pdf = await FORMS['a JavaScript number format, a script and an action at opening']()
  const made = await signing.create([who], { pdf })
  const codes = (made.warnings as Array<{ code: string }>).map(({ code }) => code)
  expect(codes).toEqual(
    expect.arrayContaining(['fields_flattened', 'javascript_removed', 'actions_removed']),
  )
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})

test('what only a printer shows is gone before anybody signs, named by page and kind', async () => {
  const who = somebody()
  const document = await PDFDocument.create()
  document.addPage().drawText('100 EUR')
  document.addPage([300, 200]).node.set(
    PDFName.of('Annots'),
    document.context.obj([
      {
        Type: 'Annot',
        Subtype: 'Stamp',
        Rect: [0, 0, 99, 99],
        F: 4 | 32,
        NM: PDFString.of('9000'),
      },
    ] as never),
  )
  const made = await signing.create([who], { pdf: await document.save() })
  expect(made.warnings).toContainEqual({
    code: 'hidden_annotations_removed',
    pointer: '/file',
    detail: expect.stringContaining('Found: page 2: Stamp.'),
    places: [{ page: 2, kind: 'Stamp' }],
  })
  const inFrench = await signing.app.call('GET', `/api/v1/documents/${made.id}`, {
    key: signing.key,
    headers: { 'accept-language': 'fr' },
  })
  expect(JSON.stringify(inFrench.json())).toContain('Trouvé : page 2 : Stamp.')
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})

test('a signed file that looks different on paper is refused by its page', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  addForeignSignature(document, '00')
  const { context } = document
  const N = context.register(
    context.stream('1 0 0 rg 0 0 99 99 re f', { Subtype: 'Form', BBox: [0, 0, 99, 99] }),
  )
  const stamp = { Type: 'Annot', Subtype: 'Stamp', Rect: [0, 0, 99, 99], F: 4 | 32, AP: { N } }
  page.node.lookup(PDFName.of('Annots'), PDFArray).push(context.obj(stamp))
  const pdf = await document.save({ useObjectStreams: false })
  const refused = await signing.post([somebody()], { pdf })
  expect(refused.status).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'pdf_not_signable',
    detail: expect.stringContaining('page 1 looks different on a screen and in print'),
  })
})

test('what the sender is informed of is in the language of each call, with the same codes', async () => {
  const pdf = await FORMS['an XFA form beside the fields']()
  const { id, warnings } = await signing.create([somebody()], { pdf })
  const inFrench = await signing.app.call('GET', `/api/v1/documents/${id}`, {
    key: signing.key,
    headers: { 'accept-language': 'fr' },
  })
  expect(inFrench.headers['content-language']).toBe('fr')
  const [english, french] = [warnings, inFrench.json<SeenDocument>().warnings].map((list) =>
    (list as Array<{ code: string; detail: string }>).map(({ code, detail }) => ({ code, detail })),
  )
  expect(french?.map(({ code }) => code)).toEqual(english?.map(({ code }) => code))
  const said = (list: typeof english) => list?.find(({ code }) => code === 'xfa_removed')?.detail
  expect(said(english)).toContain('XFA form of the document is removed')
  expect(said(french)).toContain('formulaire XFA')
})

test('a form with an XFA form beside its pages is accepted, however its fields are placed', async () => {
  const pdf = await FORMS['an XFA form beside the fields']()
  const given = { ...somebody(), fields: [{ page: 1, x: 200, y: 20 }] }
  const byText = { ...somebody(), fields: [{ anchor: 'Offer' }] }
  for (const who of [somebody(), given, byText]) {
    const made = await signing.create([who], { pdf })
    const codes = (made.warnings as Array<{ code: string }>).map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['fields_flattened', 'xfa_removed']))
  }
})

test('an encrypted file is decrypted, the sender informed, and signed to the end', async () => {
  const who = somebody()
  const made = await signing.create([who], { pdf: await encryptedPdf('AES-128') })
  expect(made.warnings?.[0]).toMatchObject({ code: 'decrypted', pointer: '/file' })
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})

describe('a file that its author certified and allowed to be signed', () => {
  const certified = async (): Promise<Uint8Array> => {
    const author = await startAuthority()
    const steps = await signedSteps(author, await smallPdf(), {
      signers: 1,
      certify: true,
      seal: false,
    })
    await author.close()
    return steps.at(-1) ?? new Uint8Array()
  }

  test('is signed without anything new on its pages, and its certification holds', async () => {
    const who = somebody()
    const made = await signing.create([who], { pdf: await certified() })
    expect(made.warnings).toMatchObject([{ code: 'place_invisible' }])
    expect(await signing.finish(made.id, [who])).toMatchObject({
      status: 'completed',
      level: 'PAdES-BASELINE-LTA',
    })
    const { signatures } = verifyPdf(await signing.signedFile(made.id), {
      roots: [],
      nowMs: signing.app.clock.now(),
    })
    const codes = signatures.flatMap(({ problems }) => problems.map(({ code }) => code))
    // No authority was given to trust; of changes, locks or the certification there is no word.
    for (const code of codes) expect(code).toMatch(/untrusted|revocation_unknown/)

    const again = await signing.post([somebody()], { pdf: await signing.signedFile(made.id) })
    expect(again.json()).toMatchObject({
      code: 'pdf_not_signable',
      detail: expect.stringContaining('it is finished'),
    })
  })

  test('is refused where a place on a page was asked for, with what to do', async () => {
    const who = { ...somebody(), fields: [{ page: 1, x: 60, y: 300 }] }
    const answer = await signing.post([who], { pdf: await certified() })
    expect(answer.json()).toMatchObject({
      code: 'pdf_not_signable',
      detail: expect.stringMatching(/certified.*leave out the "fields"/),
    })
  })
})
