/** Request templates that hold several files, and what is made of them: single requests and bulk sends. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkOf, type SeenTemplate, sendList, TENANT } from '../../support/bulk.ts'
import { annex, sha256 } from '../../support/several-files.ts'
import {
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  smallPdf,
  startSigningApp,
} from '../../support/signing-app.ts'

type Part = readonly [string, string | { filename: string; bytes: Uint8Array }]
type Template = SeenTemplate & {
  sha256?: string
  files?: Array<{ number: number; filename: string; pages: number; sha256: string }>
}
type Document = SeenDocument & { files?: Array<{ filename: string; sha256: string }> }

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const PATH = '/api/v1/request-templates'
const ROLES = [
  {
    ...TENANT,
    fields: [...TENANT.fields, { file_number: 2, page: 3, x: 60, y: 60, width: 180, height: 60 }],
  },
]
const create = async (parts: readonly Part[], roles: unknown = ROLES, key = signing.key) =>
  signing.app.call('POST', PATH, {
    key,
    form: [['name', 'Lease'], ['roles', JSON.stringify(roles)], ...parts],
  })
const lease = async () => ['file', { filename: 'lease.pdf', bytes: await smallPdf() }] as const
const further = async (pages: number) => ['files', await annex(pages)] as const
const heldFiles = async () => {
  const found: string[] = []
  for await (const hash of signing.services.signing.parts.blobs.list()) found.push(hash)
  return found
}
const found = async (path: string) => signing.app.call('GET', path, { key: signing.key })

test('a template keeps several PDFs in their order; each can be fetched, and all go with it', async () => {
  const made = await create([await lease(), await further(3), await further(1)])
  expect(made.status).toBe(201)
  const template = made.json<Template>()
  expect(template.files).toMatchObject([
    { number: 1, filename: 'lease.pdf', pages: 1, sha256: template.sha256 },
    { number: 2, filename: 'annexe-3.pdf', pages: 3 },
    { number: 3, filename: 'annexe-1.pdf', pages: 1 },
  ])
  const second = await found(`${PATH}/${template.id}/file?file_number=2`)
  expect(sha256(second.bytes)).toBe(template.files?.[1]?.sha256)
  expect((await found(`${PATH}/${template.id}/file?file_number=4`)).status).toBe(422)
  const listed = (await found(PATH)).json<{ request_templates: Template[] }>()
  expect(listed.request_templates[0]).toEqual(template)
  // Its places stay checked against every file.
  const change = (page: number) =>
    signing.app.call('PATCH', `${PATH}/${template.id}`, {
      key: signing.key,
      json: {
        roles: [
          {
            role: 'tenant',
            fields: [{ file_number: 3, page, x: 9, y: 9, width: 99, height: 40 }],
          },
        ],
      },
    })
  expect((await change(1)).status).toBe(200)
  const refused = await change(2)
  expect(refused.status).toBe(422)
  expect(refused.json<SeenProblem>().errors?.[0]?.pointer).toBe('/roles/0/fields/0')
  const hashes = template.files?.map((file) => file.sha256) ?? []
  const removed = await signing.app.call('DELETE', `${PATH}/${template.id}`, { key: signing.key })
  expect(removed.status).toBe(204)
  const held = await heldFiles()
  expect(hashes.filter((hash) => held.includes(hash))).toEqual([])
})

test('a request and each row of a bulk send have all files, also once the template is gone', async () => {
  const template = (await create([await lease(), await further(3)])).json<Template>()
  const signers = [{ role: 'tenant', email: 'one@files.example', values: { flat: '1' } }]
  const used = await signing.app.call('POST', `${PATH}/${template.id}/documents`, {
    key: signing.key,
    json: { signers },
  })
  expect(used.status).toBe(201)
  const hashes = template.files?.map((file) => file.sha256)
  const files = (document: Document) => document.files?.map((file) => file.sha256)
  expect(files(used.json<Document>())).toEqual(hashes)

  const list = 'tenant.email,tenant.flat\nada@files.example,1\nbob@files.example,2\n'
  const bulk = (await sendList(signing, template.id, list)).json<{ id: string }>()
  await signing.app.call('DELETE', `${PATH}/${template.id}`, { key: signing.key })
  await signing.work()
  expect((await bulkOf(signing, bulk.id)).rows).toMatchObject({ sent: 2, failed: 0 })
  const { documents } = (await found('/api/v1/documents?limit=2')).json<{ documents: Document[] }>()
  for (const { id } of documents)
    expect(files((await found(`/api/v1/documents/${id}`)).json<Document>())).toEqual(hashes)
  // Once the list is erased, its files are those of its requests only.
  expect(await signing.services.bulk.bulkSends.erase('9999-01-01T00:00:00.000Z', 9)).toBe(1)
  expect(await heldFiles()).toEqual(expect.arrayContaining(hashes ?? []))
})

test('too many, broken or foreign files are refused by name, and leave nothing behind', async () => {
  const held = (await heldFiles()).length
  const many = await Promise.all(Array.from({ length: 10 }, () => further(1)))
  const text = ['files', { filename: 'notes.pdf', bytes: Buffer.from('notes') }] as const
  const cases: [string, readonly Part[], number, string][] = [
    ['too many', [await lease(), ...many], 422, '/files'],
    ['no PDF', [await lease(), await further(3), text], 422, '/files/1'],
    ['no document', [await further(3)], 422, '/file'],
    ['two documents', [await lease(), ['template_id', 'tpl_1']], 422, '/template_id'],
    ['a place in no file', [await lease()], 422, '/roles/0/fields/2/file_number'],
  ]
  for (const [what, parts, status, pointer] of cases) {
    const answer = await create(parts)
    expect([what, answer.status]).toEqual([what, status])
    expect([what, answer.json<SeenProblem>().errors?.[0]?.pointer]).toEqual([what, pointer])
  }
  expect(await heldFiles()).toHaveLength(held)
  const template = (await create([await lease(), await further(3)])).json<Template>()
  const stranger = await signing.app.newKey('signature_free')
  const file = `${PATH}/${template.id}/file?file_number=2`
  expect((await signing.app.call('GET', file, { key: stranger })).status).toBe(404)
})

test('a Word template is followed by PDFs', async () => {
  const account = await signing.services.accounts.accounts.createAccount('word@example.com')
  const key = await signing.app.keyFor(account.id, 'free')
  const word = readFileSync('templates/contract.docx')
  const stored = await signing.app.call('POST', '/templates', {
    key,
    form: [['template', { filename: 'contract.docx', bytes: word }]],
  })
  const { id } = stored.json<{ id: string }>()
  const roles = [{ role: 'provider' }, { role: 'client' }]
  const made = await create([['template_id', id], await further(3)], roles, key)
  expect(made.status).toBe(201)
  const { id: template, files, source } = made.json<Template>()
  expect({ source, files }).toMatchObject({ source: 'word', files: [{ number: 2, pages: 3 }] })
  const get = (path: string) => signing.app.call('GET', `${PATH}/${template}${path}`, { key })
  expect((await get('/file')).status).toBe(422)
  const second = await get('/file?file_number=2')
  expect(sha256(second.bytes)).toBe(files?.[0]?.sha256)
  const used = await signing.app.call('POST', `${PATH}/${template}/documents`, {
    key,
    json: {
      signers: [
        { role: 'provider', email: 'p@files.example' },
        { role: 'client', email: 'c@files.example' },
      ],
      data: JSON.parse(readFileSync('templates/contract.json', 'utf8')),
    },
  })
  expect(used.status).toBe(201)
  expect(used.json<Document>().files).toHaveLength(2)
})
