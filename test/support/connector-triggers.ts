/** What the triggers of all connectors do with one signed document. */
import { expect } from 'vitest'
import { type ConnectorStage, isPdf } from './connector-stage.ts'
import type { MakeApp } from './make-app.ts'
import type { Received } from './receiver.ts'
import { somebody } from './signing-app.ts'
import { rawRequestOf } from './zapier.ts'

type Json = Record<string, unknown>

const types = ['document.completed']

export async function followSigned(make: MakeApp, stage: ConnectorStage): Promise<void> {
  const { n8n, zapier } = stage
  const address = (name: string) => `${stage.receiver.url}/${name}`
  expect(await n8n.hook('checkExists', address('n8n'), types)).toBe(false)
  expect(await n8n.hook('create', address('n8n'), types)).toBe(true)
  expect(await n8n.hook('checkExists', address('n8n'), types)).toBe(true)
  const completed = zapier.app.triggers.document_completed?.operation
  const subscribeData = await zapier.run<Json>(completed?.performSubscribe, {
    targetUrl: address('zapier'),
  })
  const attached = { webhook: { url: address('make') }, parameters: { events: types } }
  const kept = await make.run('webhook', 'events', attached, 'attach')

  const who = somebody()
  const { id } = await stage.service.create([who])
  await (await stage.service.person(who)).signWhole()
  // The service does its jobs by itself.
  const status = async () => (await stage.service.get(id)).status
  await expect.poll(status).toBe('completed')
  await expect.poll(() => stage.delivered.length).toBe(3)
  const to = (name: string) =>
    stage.delivered.find(({ path }) => path.endsWith(`/${name}`)) as Received

  const n8nGot = to('n8n')
  const started = await n8n.deliver(n8nGot.headers, n8nGot.body)
  expect(started).toMatchObject({ status: 200, items: [{ json: { type: types[0] } }] })
  const forged = { status: 401, items: [] }
  expect(await n8n.deliver(n8nGot.headers, `${n8nGot.body} `)).toEqual(forged)
  const old = { ...n8nGot.headers, 'webhook-timestamp': '1700000000' }
  expect(await n8n.deliver(old, n8nGot.body)).toEqual(forged)
  const [signed] = await n8n.run({
    ...{ resource: 'signatureRequest', operation: 'download', documentId: id, file: 'signed' },
  })
  isPdf(signed?.binary?.data?.data)

  const rawRequest = rawRequestOf(to('zapier'))
  const [event] = await zapier.run<Json[]>(completed?.perform, { rawRequest, subscribeData })
  const { document } = event as { document: Json }
  expect(event).toMatchObject({ document_id: id, document: { id, status: 'completed' } })
  isPdf(await zapier.fetched(document.signed_file))
  expect((await zapier.fetched(document.evidence_file)).subarray(0, 2).toString()).toBe('PK')
  const lie = {
    rawRequest: { ...rawRequest, content: rawRequest.content.replace('completed', 'declined') },
  }
  await expect(zapier.run(completed?.perform, { ...lie, subscribeData })).rejects.toThrow(/sign/)
  const [listed] = await zapier.run<Json[]>(completed?.performList)
  expect(Object.keys(listed ?? {})).toEqual(Object.keys(event ?? {}))

  const bundle = make.hooked(JSON.parse(to('make').body))
  expect(bundle).toBeDefined()
  expect(make.hooked({ type: 'webhook.test' })).toBeUndefined()
  const watched = await make.run('module', 'watchEvents', { payload: bundle })
  expect(watched).toMatchObject({ type: types[0], document: { id, status: 'completed' } })

  expect(await n8n.hook('delete', address('n8n'), types)).toBe(true)
  expect(n8n.kept).toEqual({})
  await zapier.run(completed?.performUnsubscribe, { subscribeData })
  await make.run('webhook', 'events', { webhook: kept }, 'detach')
  const left = await stage.service.app.call('GET', '/api/v1/webhooks', { key: stage.key })
  expect(left.json<{ webhooks: unknown[] }>().webhooks).toEqual([])
}
