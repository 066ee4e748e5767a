/** A sender deletes a document: what goes, what stays, who may, and what a crash or a repeated call does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedLimits } from '../../../src/accounts/key-limits.ts'
import { chainFindings } from '../../../src/audit/chain.ts'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { strokePng } from '../../support/proof-facts.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import {
  messagesOf,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

let signing: SigningApp
let receiver: Receiver
beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_WEBHOOK_PRIVATE: 'on' })
  receiver = await startReceiver()
})
afterAll(async () => {
  await signing.close()
  await receiver.close()
})

const MINUTE_MS = 60_000
const remove = (id: string, key?: string) => signing.act('DELETE', id, '', undefined, key)
const cancel = (id: string) => signing.act('POST', id, '/cancel', {})
const codeOf = async (answer: ReturnType<SigningApp['act']>) => {
  const { status, json } = await answer
  return [status, json<{ code?: string }>().code]
}
const files = () => hashesIn(signing.services.signing.parts.blobs)
const mailsTo = async (email: string) =>
  (await messagesOf(signing.app)).filter(({ to }) => to === email).map(({ subject }) => subject)

/** Tables of a person's data in which a text is left. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = signing.services.signing.parts
  const tables = [
    ...([
      'signature_requests',
      'signers',
      'otp_codes',
      'idempotency_keys',
      'webhook_events',
    ] as const),
    ...(['webhook_endpoints', 'webhook_deliveries', 'erased_requests', 'renewed_files'] as const),
  ]
  const found: string[] = []
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute()
    if (JSON.stringify(rows).includes(text)) found.push(table)
  }
  return found
}

describe('a document in progress', () => {
  test('is not deleted: it is cancelled first, and whoever was asked hears of it before', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const refused = await remove(id)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'document_state_conflict' })
    expect(refused.json<{ detail: string }>().detail).toContain(`/api/v1/documents/${id}/cancel`)
    await signing.work()
    await cancel(id)
    const early = await remove(id)
    expect([early.status, early.headers['retry-after']]).toEqual([409, '5'])
    await signing.work()
    expect(await mailsTo(who.email)).toHaveLength(2)
    expect((await remove(id)).status).toBe(204)
    expect(await codeOf(remove(id))).toEqual([410, 'document_erased'])
    expect(await codeOf(signing.act('GET', id))).toEqual([410, 'document_erased'])
  })

  test('waits ten minutes for a mail server, not longer', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    await signing.work()
    await cancel(id)
    signing.app.clock.move(11 * MINUTE_MS)
    expect((await remove(id)).status).toBe(204)
    await signing.work()
    expect(await mailsTo(who.email), 'nothing is written about what is gone').toHaveLength(1)
  })

  test('of which everybody has signed is neither cancelled nor deleted, until it is sealed', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const person = await signing.person(who)
    await person.signWhole()
    const refused = await remove(id)
    // The seal may have been quicker.
    if (refused.status === 409)
      expect(refused.json<{ detail: string }>().detail).toMatch(/being sealed|being sent/)
    await signing.work()
    expect((await remove(id)).status).toBe(204)
  })
})

describe('a completed document', () => {
  const who = somebody()
  let id = ''
  let signed: Buffer
  let token = ''
  beforeAll(async () => {
    const webhook = { json: { url: receiver.url }, key: signing.key }
    expect((await signing.app.call('POST', '/api/v1/webhooks', webhook)).status).toBe(201)
    const options = { webhook_url: `${receiver.url}/of-this-one`, metadata: '{"deal": "Opale 7"}' }
    const headers = { 'idempotency-key': 'opale' }
    ;({ id } = await signing.create([who], { options, headers }))
    token = (await signing.person(who)).token
    await signing.finish(id, [who])
    signed = await signing.signedFile(id)
    // The receiver knows no secret and refuses what arrives: events wait for another try.
    await signing.services.webhooks.dispatcher.runDue()
    expect(receiver.refused).toBeGreaterThan(0)
    const holding = ['signers', 'idempotency_keys', 'webhook_events']
    expect(await tablesWith(who.email)).toEqual(expect.arrayContaining(holding))
    expect(await tablesWith('of-this-one')).toContain('webhook_endpoints')
    expect(await files()).toContain(sha256Hex(signed))
    const removed = await remove(id)
    expect([removed.status, removed.bytes.length]).toEqual([204, 0])
    await signing.work()
  }, 120_000)

  test('leaves neither file nor person, in no table and no event that waits', async () => {
    expect(await tablesWith(who.email)).toEqual([])
    expect(await tablesWith('Opale 7')).toEqual([])
    expect(await tablesWith('of-this-one')).toEqual([])
    expect(await files()).not.toContain(sha256Hex(signed))
  })

  test.each(['', '/file', '/signed', '/proof', '/evidence'])('GET …%s says so', async (path) => {
    expect(await codeOf(signing.act('GET', id, path))).toEqual([410, 'document_erased'])
  })

  test('is not listed any more, and the signer’s link leads nowhere', async () => {
    const listed = await signing.app.call('GET', '/api/v1/documents', { key: signing.key })
    expect(String(listed.bytes)).not.toContain(id)
    expect((await signing.app.call('GET', `/sign/${token}/state`)).status).toBe(404)
  })

  test('keeps its trail, which names the key that deleted it and still verifies', async () => {
    const trail = (await signing.act('GET', id, '/audit')).json() as {
      header: never
      entries: Array<{ type: string; actor: string; data: object }>
    }
    expect(chainFindings(trail.header, trail.entries as never)).toEqual([])
    expect(trail.entries.at(-1)).toMatchObject({
      type: 'document.erased',
      actor: expect.stringMatching(/^key:key_/),
      data: { reason: 'sender', status: 'completed', signed_sha256: sha256Hex(signed) },
    })
  })

  test('is still recognised by whoever holds the file', async () => {
    const verified = await signing.app.call('POST', '/api/v1/verify', {
      form: [['file', { filename: 'a.pdf', bytes: signed, type: 'application/pdf' }]],
      key: signing.key,
    })
    expect(String(verified.bytes)).toContain(id)
  })

  test('is not made a second time by a retry of the call that made it', async () => {
    const options = { webhook_url: `${receiver.url}/of-this-one`, metadata: '{"deal": "Opale 7"}' }
    const again = await signing.post([who], { options, headers: { 'idempotency-key': 'opale' } })
    expect([again.status, again.json<{ code: string }>().code]).toEqual([410, 'document_erased'])
  })

  test('no later event is told of it', async () => {
    const before = receiver.refused
    signing.app.clock.move(6 * 60 * MINUTE_MS)
    await signing.services.webhooks.dispatcher.runDue()
    expect(receiver.refused).toBe(before)
    expect(await tablesWith(id)).toEqual(['erased_requests'])
  })
})

test('the picture of a drawn signature goes with the document, before any daily sweep', async () => {
  const who = somebody()
  const { id } = await signing.create([who])
  const image = `data:image/png;base64,${strokePng().toString('base64')}`
  await (await signing.person(who)).signWhole({ kind: 'drawn', image })
  await signing.work()
  const { intent } = await signing.services.db
    .selectFrom('signers')
    .select('intent')
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  const { image_sha256: picture } = JSON.parse(intent ?? '{}') as { image_sha256: string }
  expect(await files()).toContain(picture)
  expect((await remove(id)).status).toBe(204)
  await signing.work()
  expect(await files()).not.toContain(picture)
})

test('a draft goes at once, with its file', async () => {
  const draft = await signing.create([somebody()], { options: { send: 'false', name: 'Draft 99' } })
  expect((await remove(draft.id)).status).toBe(204)
  await signing.work()
  expect(await tablesWith('Draft 99')).toEqual([])
  const trail = await signing.services.trails.read(draft.id)
  expect(trail?.entries.map(({ type }) => type)).toEqual([
    'document.created',
    'document.cancelled',
    'document.erased',
  ])
})

test('a file that another document has stays until the last of them goes', async () => {
  const options = { send: 'false' }
  const [one, other] = [
    await signing.create([somebody()], { options }),
    await signing.create([somebody()], { options }),
  ]
  await remove(one.id)
  await signing.work()
  expect((await signing.act('GET', other.id, '/file')).status).toBe(200)
})

test('a process that dies after the rows leaves the files to the job, which another one does', async () => {
  const { id } = await signing.create([somebody()], {
    options: { send: 'false', name: 'Alone' },
    pdf: Buffer.concat([await smallPdf(), Buffer.from('\n% alone\n')]),
  })
  const { original_sha256: hash } = await signing.services.signing.parts.db
    .selectFrom('signature_requests')
    .select('original_sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await remove(id)).status).toBe(204)
  expect((await signing.services.jobs.count()).waiting).toBeGreaterThan(0)
  await signing.work()
  expect(await files()).not.toContain(hash)
})

describe('who may', () => {
  test('neither another account nor a key of the other mode learns that there is anything', async () => {
    const { id } = await signing.create([somebody()], { options: { send: 'false' } })
    const stranger = await signing.app.newKey('signature_business')
    const { authenticator, keys } = signing.services.accounts
    const { account } = await authenticator.authenticate(signing.key)
    const input = {
      accountId: account.id,
      plan: 'signature_business',
      name: 't',
      mode: 'test' as const,
    }
    const test = (await keys.createKey(input)).secret
    for (const key of [stranger, test])
      expect(await codeOf(remove(id, key))).toEqual([404, 'document_not_found'])
    expect((await signing.get(id)).status).toBe('draft')
  })

  test('a key that may only write cannot; one with the scope can, and nothing else', async () => {
    const { id } = await signing.create([somebody()], { options: { send: 'false' } })
    const { authenticator, keys } = signing.services.accounts
    const { account } = await authenticator.authenticate(signing.key)
    const made = async (scope: string) => {
      const limits = checkedLimits({ scopes: [scope], addresses: [] })
      const how = { plan: 'signature_business', name: scope, mode: 'live' as const, limits }
      return (await keys.createKey({ accountId: account.id, ...how })).secret
    }
    const writing = await made('documents:write')
    expect(await codeOf(remove(id, writing))).toEqual([403, 'key_scope_missing'])
    const deleting = await made('documents:delete')
    expect(await codeOf(signing.act('GET', id, '', undefined, deleting))).toEqual([
      403,
      'key_scope_missing',
    ])
    expect((await remove(id, deleting)).status).toBe(204)
  })
})

test('ten at once: one deletes, the others are told that it is gone', async () => {
  const { id } = await signing.create([somebody()], { options: { send: 'false' } })
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([204, ...Array<number>(9).fill(410)])
})
