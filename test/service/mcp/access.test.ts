import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docxWith } from '../../support/docx-package.ts'
import { Agent, startListening } from '../../support/mcp.ts'
import { smallPdf } from '../../support/signing-app.ts'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
}
const CALL = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: given },
})

let server: Awaited<ReturnType<typeof startListening>>
beforeAll(async () => {
  server = await startListening()
})
afterAll(() => server.close())

/** fetch sets Origin and Host by itself; this sends what it is given. */
function send(body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  const given = { accept: 'application/json, text/event-stream', ...headers }
  return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>(
    (done, failed) => {
      const sent = httpRequest(new URL('/mcp', server.url), {
        method,
        headers: {
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          'x-api-key': server.key,
          ...given,
        },
      })
      sent.once('error', failed)
      sent.once('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.once('end', () => {
          const body = Buffer.concat(chunks).toString()
          done({ status: answer.statusCode ?? 0, body, headers: answer.headers })
        })
      })
      sent.end(method === 'POST' ? JSON.stringify(body) : undefined)
    },
  )
}

describe('/mcp', () => {
  test('wants a key before anything else', async () => {
    for (const key of ['', 'pk_live_wrong']) {
      const refused = await send(INITIALIZE, { 'x-api-key': key })
      expect(refused.status).toBe(401)
      expect(refused.headers['www-authenticate']).toContain('X-API-Key')
    }
    await expect(
      Agent.connect('2025-11-25 over HTTP', { url: server.url, key: 'pk_live_wrong' }),
    ).rejects.toThrow()
  })

  test('answers programs and its own pages, and no page of another origin', async () => {
    for (const origin of [undefined, server.url, 'http://localhost:3000'])
      expect((await send(INITIALIZE, origin === undefined ? {} : { origin })).status).toBe(200)
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      const refused = await send(INITIALIZE, { origin })
      expect(refused.status, origin).toBe(403)
      expect(JSON.parse(refused.body)).toMatchObject({ code: 'origin_refused' })
    }
  })

  test('keeps no session: no stream to open, none to end, and any request stands alone', async () => {
    expect((await send(undefined, {}, 'GET')).status).toBe(405)
    expect((await send(undefined, {}, 'DELETE')).status).toBe(405)
    const answer = await send(CALL('get_usage', {}))
    expect(answer.status).toBe(200)
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('refuses what is no message, whatever its shape', async () => {
    for (const body of [{}, { jsonrpc: '1.0' }, { jsonrpc: '2.0', id: 1, method: 7 }, [INITIALIZE]])
      expect([400, 422]).toContain((await send(body)).status)
    const large = await send(CALL('verify_pdf', { file_base64: 'A'.repeat(36_000_000) }))
    expect(large.status).toBe(413)
    expect((await send(CALL('get_usage', {}), { accept: 'text/html' })).status).toBe(406)
  })

  test('counts each call as what it is, with the rate and the quota of its key', async () => {
    const key = await server.service.app.newKey('free')
    const agent = await Agent.connect('2026-07-28 over HTTP', { url: server.url, key })
    const template_base64 = docxWith('Hello {name}').toString('base64')
    const input = { template_base64, template_name: 'a.docx', data: { name: 'Ada' } }
    for (let times = 0; times < 5; times += 1)
      expect((await agent.call('render_document', input)).isError).toBe(false)
    const sixth = await agent.call('render_document', input)
    expect(sixth.data).toMatchObject({
      code: 'rate_limited',
      retry_after_seconds: expect.any(Number),
    })
    expect(sixth.text).toContain('Call again after')
    const usage = await agent.call('get_usage')
    expect(usage.data).toMatchObject({ monthly: { documents: { used: 5, reserved: 0 } } })
    // Lists and guides cost the plan nothing.
    await agent.client.listTools()
    await agent.close()
  })

  test('cannot do what the plan lacks, nor see what another account has', async () => {
    const key = await server.service.app.newKey('documents_unlimited')
    const agent = await Agent.connect('2026-07-28 over HTTP', { url: server.url, key })
    const lacking = await agent.call('list_signature_requests')
    expect(lacking.data).toMatchObject({ code: 'plan_lacks_interface' })
    await agent.close()

    const owner = await Agent.connect('2026-07-28 over HTTP', server)
    const draft = await owner.call('create_signature_request', {
      file_base64: Buffer.from(await smallPdf()).toString('base64'),
      signers: [{ email: 'one@example.com' }],
      send: false,
    })
    const document_id = draft.data.id
    const stranger = await Agent.connect('2026-07-28 over HTTP', {
      url: server.url,
      key: await server.service.app.newKey('wide'),
    })
    for (const name of ['get_signature_request', 'cancel_signature_request', 'get_signature_trail'])
      expect((await stranger.call(name, { document_id })).data.code).toBe('document_not_found')
    await expect(stranger.read(`paraph://documents/${document_id}/file`)).rejects.toThrow(
      'document_not_found',
    )
    await stranger.close()
    await owner.close()
  })

  test('writes the program and the address behind a call into the trail', async () => {
    const headers = { 'user-agent': 'desk-program/3' }
    const agent = await Agent.connect('2025-11-25 over HTTP', server, headers)
    const draft = await agent.call('create_signature_request', {
      file_base64: Buffer.from(await smallPdf()).toString('base64'),
      signers: [{ email: 'two@example.com' }],
      send: false,
    })
    const trail = await agent.call('get_signature_trail', { document_id: draft.data.id })
    expect(trail.data.entries).toMatchObject([{ ip: '127.0.0.1', ua: 'desk-program/3' }])
    await agent.close()
  })
})
