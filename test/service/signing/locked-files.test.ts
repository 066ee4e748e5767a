/** Files that open with a password only: signed and verified with it, and nobody keeps it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { protectPdf } from '../../../src/pdf/protect.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

const SECRET = 'Schlüssel-4711-zum-Öffnen'

let signing: SigningApp
let locked: Buffer
let plain: Uint8Array

beforeAll(async () => {
  signing = await startSigningApp()
  plain = await (await plainDocument(1)).save()
  locked = Buffer.from(await protectPdf(plain, SECRET))
})
afterAll(() => signing.close())

const withFile = (path: string, pdf: Uint8Array, parts: Record<string, string>) =>
  signing.app.call('POST', path, {
    key: signing.key,
    form: [['file', { filename: 'lease.pdf', bytes: pdf }], ...Object.entries(parts)],
  })
const signers = JSON.stringify([somebody()])
const roles = JSON.stringify([{ role: 'tenant' }])

/** Every way to send a file that is to be signed, or whose signatures are to be verified. */
const WAYS: readonly [
  string,
  (pdf: Uint8Array, password?: string) => ReturnType<typeof withFile>,
][] = [
  ['/api/v1/documents', { signers }],
  ['/create-signature-request', { signers }],
  ['/api/v1/request-templates', { name: 'Lease', roles }],
  ['/api/v1/verify', {}],
].map(([path, parts]) => [
  String(path),
  (pdf, password) =>
    withFile(String(path), pdf, {
      ...(parts as Record<string, string>),
      ...(password !== undefined && { password }),
    }),
])

describe.each(WAYS)('%s', (_path, send) => {
  test('takes a locked file with its password', async () => {
    expect([200, 201]).toContain((await send(locked, SECRET)).status)
  })

  test.each([
    ['none', undefined, 'required', /"password"/],
    ['a wrong one', 'Schlüssel', 'password_wrong', /this password/],
  ])('names the part when the password is %s', async (_name, password, code, detail) => {
    const answer = await send(locked, password)
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'pdf_encrypted',
      errors: [{ pointer: '/password', code, detail: expect.stringMatching(detail) }],
    })
    expect(answer.bytes.toString()).not.toContain(password ?? SECRET)
  })

  test('takes a file that needs no password although one is given', async () => {
    expect([200, 201]).toContain((await send(plain, SECRET)).status)
  })
})

test('a locked file is decrypted for signing, its sender informed, and signed to the end', async () => {
  const who = somebody()
  const made = await signing.create([who], { pdf: locked, options: { password: SECRET } })
  expect(made.warnings?.[0]).toMatchObject({ code: 'decrypted', pointer: '/file' })
  const original = await signing.act('GET', made.id, '/file')
  expect(pdfText(original.bytes)).toEqual(pdfText(plain))
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})

test('a draft of a locked file is sent later, without its password', async () => {
  const who = somebody()
  const files = [{ filename: 'annex.pdf', bytes: locked }]
  const options = { password: SECRET, send: 'false' }
  const made = await signing.create([who], { pdf: locked, files, options })
  const warnings = made.warnings as Array<{ code: string; pointer: string }>
  const decrypted = warnings.filter(({ code }) => code === 'decrypted')
  expect(decrypted.map(({ pointer }) => pointer)).toEqual(['/file', '/files/0'])
  expect((await signing.act('POST', made.id, '/send')).status).toBe(200)
  expect(await signing.finish(made.id, [who])).toMatchObject({ status: 'completed' })
})

test('a request is made of a template of a locked file', async () => {
  const send = WAYS.find(([path]) => path === '/api/v1/request-templates')?.[1]
  const template = (await send?.(locked, SECRET))?.json<{ id: string }>()
  const made = await signing.app.call(
    'POST',
    `/api/v1/request-templates/${template?.id}/documents`,
    { key: signing.key, json: { signers: [{ ...somebody(), role: 'tenant' }] } },
  )
  expect(made.status).toBe(201)
})

test('nothing that the service stores or answers has the password', async () => {
  const files = readdirSync(signing.app.folder, { recursive: true, withFileTypes: true })
  const holding = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(Buffer.from(SECRET)))
  expect(files.length).toBeGreaterThan(5)
  expect(holding).toEqual([])
})
