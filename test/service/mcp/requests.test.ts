/** Signature requests by agents: several files in one, and finding them again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docxWith } from '../../support/docx-package.ts'
import { Agent, startListening } from '../../support/mcp.ts'
import { smallPdf } from '../../support/signing-app.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

let server: Awaited<ReturnType<typeof startListening>>
let agent: Agent
beforeAll(async () => {
  server = await startListening()
  agent = await Agent.connect('2025-11-25 over HTTP', server)
})
afterAll(async () => {
  await agent.close()
  await server.close()
})

test('sends several files in one request, and finds it by words, states, tags and metadata', async () => {
  const pdf = base64(await smallPdf())
  const project = 'Opale'
  const more_files = [{ base64: pdf, name: 'annexe.pdf' }]
  const asked = {
    more_files,
    name: 'Bail été',
    signers: [{ email: 'ada@example.com', fields: [{ page: 1, x: 60, y: 60 }] }],
    tags: ['Location'],
    metadata: { project },
    send: false,
  }
  const made = await agent.call('create_signature_request', { ...asked, file_base64: pdf })
  expect(made.data.files).toMatchObject([{ number: 1 }, { number: 2, filename: 'annexe.pdf' }])
  const words = { template_base64: base64(docxWith('Lease. {signature:tenant}')) }
  const signers = [{ email: 'ada@example.com', role: 'tenant' }]
  const rendered = await agent.call('create_signature_request', { ...asked, ...words, signers })
  expect(rendered.data.files).toMatchObject([{ pages: 1 }, { filename: 'annexe.pdf' }])
  const wrong = { ...asked, file_base64: pdf, more_files: [{ name: 'a.pdf' }] }
  const refused = await agent.call('create_signature_request', wrong)
  expect(refused).toMatchObject({ isError: true })
  expect(refused.text).toContain('Give more_files[0]')
  const query = { q: 'BAIL ete', status: ['draft', 'pending'], tag: ['location'] }
  const by = async (metadata: object) => {
    const more = { sort: 'created_at', metadata }
    const { data } = await agent.call('list_signature_requests', { ...query, ...more })
    return (data.documents as Array<{ id: string }>).map(({ id }) => id)
  }
  expect(await by({ project })).toEqual([made.data.id, rendered.data.id])
  expect(await by({ project: 'Opal' })).toEqual([])
})

test('changes a request that is under way, and reactivates one that has expired', async () => {
  const file_base64 = base64(await smallPdf())
  const signers = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }]
  const made = await agent.call('create_signature_request', { file_base64, signers })
  const document_id = made.data.id
  const [first] = made.data.signers as Array<{ id: string }>
  const changed = await agent.call('update_signature_request', {
    document_id,
    name: 'Lease, second draft',
    tags: ['Lyon'],
    signers: [{ id: first?.id, remove: true }, { email: 'eve@example.com' }],
  })
  expect(changed.data).toMatchObject({
    name: 'Lease, second draft',
    tags: ['Lyon'],
    status: 'pending',
  })
  expect((changed.data.signers as Array<{ email: string }>).map(({ email }) => email)).toEqual([
    'bob@example.com',
    'eve@example.com',
  ])
  const wrong = await agent.call('update_signature_request', {
    document_id,
    signers: [{ id: first?.id, first_name: 'Ada' }],
  })
  expect(wrong).toMatchObject({ isError: true, data: { code: 'validation_failed' } })
  expect(wrong.text).toContain('/signers/0/id')
  const early = await agent.call('reactivate_signature_request', { document_id })
  expect(early).toMatchObject({ isError: true, data: { code: 'document_state_conflict' } })
})
