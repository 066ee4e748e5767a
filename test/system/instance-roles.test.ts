/** Two instances that share the work by roles: one renders, the other does everything else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormParts, multipart } from '../support/app.ts'
import { type Cluster, type Node, startCluster } from '../support/cluster.ts'
import { ClusterLoad } from '../support/cluster-load.ts'
import { docxWith } from '../support/docx-package.ts'

const ROLES = ['render', 'sign,web,jobs'] as const
const LETTER: FormParts = [
  [
    'template',
    { filename: 'a.docx', bytes: docxWith('Dear {name}, sign here: {signature:signer1}') },
  ],
  ['data', '{"name":"Ada"}'],
]
const SIGNER = { email: 'ada@example.com', phone: '+33612009999', first_name: 'Ada' }

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster(ROLES)
}, 300_000)
afterAll(() => cluster.close())

/** The instance with a role, by its own port. */
function originOf(role: string): string {
  const index = ROLES.findIndex((roles) => roles.split(',').includes(role))
  return `http://127.0.0.1:${(cluster.parts.nodes[index] as Node).port}`
}

async function post(origin: string, path: string, form: FormParts) {
  const { body, contentType } = multipart(form)
  const headers = { 'x-api-key': cluster.parts.key, 'content-type': contentType }
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function partsOf(
  origin: string,
): Promise<Record<string, { status: string; detail?: string }>> {
  const answer = await fetch(`${origin}/health/ready`)
  return ((await answer.json()) as { parts: Record<string, { status: string; detail?: string }> })
    .parts
}

test('each answers the calls of its roles alone, and all together do everything', async () => {
  const [render, sign] = [originOf('render'), originOf('sign')]
  // Before any document: the second has no LibreOffice running.
  expect((await partsOf(sign)).office?.detail).toContain('PARAPH_ROLES')
  expect((await partsOf(render)).jobs).toEqual({ status: 'up' })

  const page = await post(render, '/render', LETTER)
  expect([page.status, page.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const wrong = await post(sign, '/render', LETTER)
  expect([wrong.status, JSON.parse(wrong.bytes.toString()).code]).toEqual([421, 'not_served_here'])
  for (const [origin, path, status] of [
    [render, '/console/log-in', 421],
    [render, '/', 421],
    [render, '/api/v1/documents', 421],
    [render, '/usage', 200],
    [render, '/openapi.yaml', 200],
    [sign, '/', 200],
    [sign, '/api/v1/documents', 200],
    [sign, '/usage', 200],
    [sign, '/openapi.yaml', 200],
    [sign, '/templates', 421],
  ] as const) {
    const answer = await fetch(`${origin}${path}`, { headers: { 'x-api-key': cluster.parts.key } })
    await answer.arrayBuffer()
    expect([path, answer.status]).toEqual([path, status])
  }
}, 60_000)

test('a signature request from a Word template has LibreOffice started where it is signed', async () => {
  const sign = originOf('sign')
  const form: FormParts = [...LETTER, ['signers', JSON.stringify([SIGNER])]]
  const created = await post(sign, '/create-signature-request', form)
  expect([created.status, created.bytes.toString()]).toEqual([201, expect.stringContaining('doc_')])
  expect((await partsOf(sign)).office?.detail).toMatch(/^LibreOffice \d/)
}, 120_000)

test('requests are sealed by the instance that does the jobs', async () => {
  const load = new ClusterLoad(cluster, { origin: originOf('sign') })
  await load.document()
  expect(load.wrong).toEqual([])
  const completed = "SELECT id FROM signature_requests WHERE status = 'completed'"
  await expect.poll(() => cluster.rows(completed), { timeout: 60_000 }).toHaveLength(1)
}, 120_000)
