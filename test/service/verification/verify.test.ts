/** POST /api/v1/verify and the page /verify, over the whole service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/kernel/clock.ts'
import { protectPdf } from '../../../src/pdf/protect.ts'
import type { Verification } from '../../../src/verification/schemas.ts'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { DAMAGED } from '../../support/damaged-pdfs.ts'
import { plainDocument, SAMPLES } from '../../support/pdf-samples.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'

let authority: TestAuthority
let service: TestApp
let trust: string
let signed: Buffer
let key = ''

beforeAll(async () => {
  authority = await startAuthority()
  signed = (await signedSteps(authority, await SAMPLES['a classic file']!(), { signers: 2 })).at(
    -1,
  )!
  trust = mkdtempSync(join(tmpdir(), 'paraph-trust-'))
  writeFileSync(join(trust, 'root.pem'), authority.root)
  service = await startTestApp({ PARAPH_TRUST_DIR: trust, PARAPH_VERIFY_WORKERS: '1' })
  key = await service.newKey('signature_business')
})
afterAll(async () => {
  await service.close()
  await authority.close()
  rmSync(trust, { recursive: true })
})

const fileForm = (bytes: Uint8Array, filename = 'contrat.pdf'): FormParts => [
  ['file', { filename, bytes, type: 'application/pdf' }],
]
const verify = async (bytes: Uint8Array, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/v1/verify', { key, form: fileForm(bytes), headers })
const page = async (bytes: Uint8Array, headers: Record<string, string> = {}, query = '') =>
  service.call('POST', `/verify${query}`, { form: fileForm(bytes), headers })

test('the page asks for the password of a locked file, and shows what it says with it', async () => {
  const locked = await protectPdf(await (await plainDocument()).save(), 's3cret')
  const refused = await page(locked)
  expect(refused.status).toBe(422)
  expect(refused.bytes.toString()).toContain('It opens only with its password.')
  expect(refused.bytes.toString()).toMatch(/<input id="password" name="password" type="password"/)
  const form: FormParts = [...fileForm(locked), ['password', 's3cret']]
  const shown = await service.call('POST', '/verify', { form })
  expect(shown.status).toBe(200)
  expect(shown.bytes.toString()).not.toContain('s3cret')
})

describe('POST /api/v1/verify', () => {
  test('reports who signed, when, at which level and what followed', async () => {
    const answer = await verify(signed)
    expect(answer.status).toBe(200)
    const found = answer.json<Verification>()
    expect(found).toMatchObject({
      valid: true,
      file: { name: 'contrat.pdf', size: signed.length, pages: 3 },
      ours: null,
      problems: [],
    })
    expect((await verify(signed, { 'accept-language': 'fr' })).json<Verification>().summary).toBe(
      'Le fichier porte 2 signatures valables de Zoé Łukasz 1 et Zoé Łukasz 2, et un cachet valable de Essai Seal 1, et n’a pas été modifié depuis.',
    )
    const [first] = found.signatures
    expect(first).toMatchObject({
      field: 'Signer1',
      kind: 'signature',
      signer: { name: 'Zoé Łukasz 1', email: 'zoe1@example.com' },
      intact: true,
      trusted: true,
      level: 'PAdES-BASELINE-LTA',
      covers_whole_file: false,
      problems: [],
    })
    expect(found.signatures.map(({ signer_kind: kind }) => kind)).toEqual([
      'natural_person',
      'natural_person',
      'legal_person',
      null,
    ])
    expect(first?.chain).toHaveLength(3)
    expect(first?.signed_at.proven).toMatch(/^20\d\d-/)
    expect(first?.changes_after.every(({ allowed }) => allowed)).toBe(true)
    expect(found.signatures.at(-1)).toMatchObject({
      kind: 'document_timestamp',
      level: null,
      covers_whole_file: true,
    })
  })

  test('says of a file without signatures that it has none, and is no error', async () => {
    const answer = await verify(await (await plainDocument()).save())
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      valid: false,
      signatures: [],
      problems: [{ code: 'no_signature' }],
    })
  })

  test('opens a damaged file that nobody signed as signing does, and repairs none that is signed', async () => {
    const read: string[] = []
    for (const [name, damaged] of Object.entries(DAMAGED)) {
      const pdf = await damaged()
      const unsigned = { verdict: 'unsigned', file: { pages: 2 } }
      expect([name, (await verify(pdf)).json()]).toMatchObject([name, unsigned])
      const marked = await verify(Buffer.concat([pdf, Buffer.from('\n% /ByteRange')]))
      if (marked.json<Verification>().verdict === 'unsigned') read.push(name)
    }
    // Which needs no repair: nothing names what is broken.
    expect(read).toEqual(['an unused object is broken'])
  })

  test('reads a file that is encrypted and opens without a password', async () => {
    const answer = await verify(await SAMPLES['encryption with an empty password']!())
    expect(answer.json()).toMatchObject({ verdict: 'unsigned', file: { pages: 2 } })
  })

  test('says of a changed file what was changed, after whose signature', async () => {
    const at = signed.indexOf('/MediaBox [')
    const changed = Buffer.from(signed)
    changed.write('1', at + '/MediaBox [ '.length)
    const found = (await verify(changed)).json<Verification>()
    expect(found.valid).toBe(false)
    expect(found.summary).toMatch(/^Do not rely on this file/)
    const codes = found.signatures.flatMap(({ problems }) => problems.map(({ code }) => code))
    // The first such text stands behind the signatures, under the last time-stamp alone.
    expect(codes).toContain('timestamp_mismatch')
    expect(codes).toContain('page_changed')
  })

  test('says that the signed bytes were altered', async () => {
    const changed = Buffer.from(signed)
    changed.write('6', signed.indexOf('%PDF-1.') + '%PDF-1.'.length)
    const found = (await verify(changed)).json<Verification>()
    expect(found.valid).toBe(false)
    for (const { kind, problems } of found.signatures)
      expect(problems.map(({ code }) => code)).toContain(
        kind === 'signature' ? 'document_altered' : 'timestamp_mismatch',
      )
  })

  test.each([
    ['a file that is no PDF', async () => Buffer.from('PK\u0003\u0004 hello'), 'pdf_invalid'],
    ['half a file', async () => signed.subarray(0, 20_000), 'pdf_invalid'],
    [
      'a file that asks for a password',
      async () => protectPdf(await (await plainDocument()).save(), 's3cret'),
      'pdf_encrypted',
    ],
    ['nothing', async () => Buffer.alloc(0), 'pdf_invalid'],
  ])('refuses %s', async (_name, make, code) => {
    const answer = await verify(await make())
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([422, code])
  })

  test('refuses a file above the plan’s size', async () => {
    const answer = await verify(Buffer.alloc(10 * 1_048_576 + 1))
    expect(answer.status).toBe(413)
  })

  test('does not trust a signature whose root is not in the folder, and says so', async () => {
    const stranger = await startAuthority(systemClock, 'Stranger')
    const plan = { signers: 1, seal: false }
    const steps = await signedSteps(stranger, await SAMPLES['object streams']!(), plan)
    await stranger.close()
    const found = (await verify(steps.at(-1)!)).json<Verification>()
    expect(found.valid).toBe(false)
    expect(found.summary).toContain('intact since it was signed, but no issuer trusted here')
    expect(found.signatures[0]).toMatchObject({ intact: true, trusted: false })
  })
})

describe('/verify', () => {
  test('is a page with a form, in the language of the browser, that loads nothing from elsewhere', async () => {
    const answer = await service.call('GET', '/verify', {
      headers: { 'accept-language': 'fr-CH, en;q=0.5' },
    })
    const html = answer.bytes.toString()
    expect(answer.status).toBe(200)
    expect(html).toContain('<html lang="fr" dir="ltr">')
    expect(html).toContain('Vérifier un document signé')
    expect(html).toContain('enctype="multipart/form-data"')
    expect(html).not.toMatch(/style=|https?:\/\//)
    // The place to drop a file needs one; without it the form works too.
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/verify-\w+\.js">$/),
    ])
    expect(html).toContain('Déposez le PDF ici')
    expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'")
    expect(html).not.toContain('href="/verify"')
    expect(html).toContain('href="/?lang=fr"')
    const english = await service.call('GET', '/verify?lang=en')
    expect(english.bytes.toString()).toContain('<html lang="en" dir="ltr">')
  })

  test('shows the result of a valid file', async () => {
    const answer = await page(signed, {}, '?lang=fr')
    const html = answer.bytes.toString()
    expect(answer.status).toBe(200)
    expect(html).toContain('2 signatures, 1 cachet, 1 horodatage du document.')
    expect(html).toContain('Cachet de')
    expect(html).toContain('PAdES-BASELINE-LTA')
    expect(html).not.toMatch(/style=/)
    // One sentence; whatever is said in detail can be opened.
    const [calm, detail] = html.split('<details class="findings">')
    expect(calm).toContain('Le fichier porte 2 signatures valables de ')
    expect(calm).not.toMatch(/class="signature|<h2|Empreinte/)
    expect(detail?.match(/class="signature good"/g)).toHaveLength(4)
  })

  test('escapes what somebody wrote into the file’s name', async () => {
    const form = fileForm(signed, '<b>x.pdf')
    const answer = await service.call('POST', '/verify', { form })
    expect(answer.bytes.toString()).toContain('&lt;b&gt;x.pdf')
  })

  test('says on the page why a file cannot be checked', async () => {
    const empty = await page(Buffer.alloc(0), { 'accept-language': 'fr' })
    expect([empty.status, empty.bytes.toString()]).toEqual([
      422,
      expect.stringContaining('Choisissez d’abord un fichier PDF.'),
    ])
    const large = await page(Buffer.alloc(10 * 1_048_576 + 1))
    expect([large.status, large.bytes.toString()]).toEqual([
      413,
      expect.stringContaining('It is larger than 10 MB.'),
    ])
    const other = await service.call('POST', '/verify', { json: {} })
    expect([other.status, other.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8'])
  })

  test('takes twenty files a minute from one network address', async () => {
    service.clock.move(61_000)
    const answers: number[] = []
    for (let count = 0; count < 21; count++)
      answers.push((await page(Buffer.from('no PDF'))).status)
    expect(answers).toEqual([...Array<number>(20).fill(422), 429])
    const last = await page(signed)
    expect(last.headers['retry-after']).toBeDefined()
    expect(last.bytes.toString()).toContain('Wait a minute')
  })
})
