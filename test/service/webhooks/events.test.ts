import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReceiving, type Receiving } from './fixture.ts'

let opened: Receiving
let world: Receiving['world']

beforeEach(async () => {
  opened = await openReceiving()
  ;({ world } = opened)
})
afterEach(() => opened.close())

type Query = Partial<Parameters<Receiving['world']['telling']['webhooks']['events']>[1]>
const events = (query: Query = {}, owner = world.owner) =>
  world.telling.webhooks.events(owner, { limit: 100, ...query })
const types = async (query: Query = {}, owner = world.owner) =>
  (await events(query, owner)).events.map(({ type }) => type)
const happen = async (...names: string[]) => {
  for (const name of names) await world.append('doc_a', `document.${name}`)
  await opened.run()
}
const UNKNOWN = `evt_${'0'.repeat(26)}`

test('an event is listed with the id and the very body that a webhook gets', async () => {
  await opened.add()
  world.facts.set('doc_a', { metadata: { 10: 'ü', 9: [1e21, -0.5], b: '\u{1F600} "' } })
  await happen('sent')
  await world.telling.webhooks.test(world.owner, (await opened.add()).id)
  const [delivered] = opened.receiver.received
  expect((await events()).events).toEqual([
    {
      id: delivered?.id,
      type: 'document.sent',
      document_id: 'doc_a',
      created_at: expect.stringMatching(/Z$/),
      body: delivered?.body,
    },
  ])
})

test('events are listed without any webhook, and what is internal is not', async () => {
  await happen('created', 'sent')
  await world.append('doc_a', 'message.sent')
  await opened.run()
  expect(await types()).toEqual(['document.sent', 'document.created'])
})

test('other accounts and keys of the other mode see nothing of them, by no cursor either', async () => {
  await happen('created')
  const stranger = await world.caller('signature_pro')
  const tester = { ...world.owner, key: { ...world.owner.key, mode: 'test' as const } }
  const [mine] = (await events()).events
  for (const query of [{}, { after: UNKNOWN }, { cursor: mine?.id }, { documentId: 'doc_a' }])
    expect([await types(query, stranger), await types(query, tester)]).toEqual([[], []])
  await world.document('doc_test')
  await world.append('doc_test', 'document.sent')
  await opened.run()
  expect(await types({}, tester)).toEqual(['document.sent'])
  expect(await types()).toEqual(['document.created'])
})

test('pages walk back with cursor and forward with after, and meet each event once', async () => {
  await happen('created', 'sent', 'completed', 'cancelled', 'expired')
  const [back, forward]: [string[], string[]] = [[], []]
  for (let cursor: string | undefined; ; ) {
    const page = await events({ limit: 2, cursor })
    back.push(...page.events.map(({ id }) => id))
    cursor = page.next_cursor
    if (cursor === undefined) break
  }
  for (let after: string | undefined = UNKNOWN; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof events>> = await events({ limit: 2, after })
    forward.push(...page.events.map(({ id }) => id))
    after = page.next_cursor
  }
  expect(new Set(back).size).toBe(5)
  expect(forward).toEqual([...back].reverse())
  expect((await events({ after: back[0] })).events).toEqual([])
  await expect(events({ after: back[0], cursor: back[0] })).rejects.toThrow(/either/)
})

test('they keep the order in which they happened when the clock goes back', async () => {
  await happen('created')
  const [first] = (await events()).events
  world.clock.advance(-3600)
  await happen('sent')
  expect(await types({ after: first?.id })).toEqual(['document.sent'])
  expect(await types()).toEqual(['document.sent', 'document.created'])
})

test('after an event that is no longer stored the list begins with the next', async () => {
  await happen('created')
  world.clock.advance(1)
  await world.append('doc_b', 'document.created')
  await opened.run()
  world.clock.advance(1)
  await happen('sent')
  const gone = (await events({ documentId: 'doc_b' })).events[0]?.id
  await world.db.deleteFrom('webhook_events').where('document_id', '=', 'doc_b').execute()
  expect(await types({ after: gone })).toEqual(['document.sent'])
  expect(await types({ cursor: gone })).toEqual(['document.created'])
})

test('they are narrowed by type and by request', async () => {
  await happen('created', 'sent')
  await world.append('doc_b', 'document.sent')
  await opened.run()
  expect(await types({ type: 'document.sent' })).toHaveLength(2)
  expect(await types({ type: 'document.sent', documentId: 'doc_b' })).toHaveLength(1)
  expect(await types({ documentId: 'doc_a', after: UNKNOWN })).toEqual([
    'document.created',
    'document.sent',
  ])
})
