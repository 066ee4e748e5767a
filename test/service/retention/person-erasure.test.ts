/** Somebody asks to be forgotten: what is listed first, what is erased, what stays, and what is never cancelled on the way. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import { OWN_TRAIL } from '../../../src/audit/trail.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { isSqlite } from '../../../src/database/conditions.ts'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { tablesWith } from '../../support/rows.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'
import { filesOf } from '../../support/storage.ts'

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

async function erase(email: string, ...flags: string[]) {
  const [out, notes]: [string[], string[]] = [[], []]
  const code = await runCommandLine(['person', 'erase', '--email', email, ...flags], {
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    config: () => signing.app.config,
  })
  return { code, out: out.join('\n'), notes: notes.join('\n') }
}

/** Files of the data folder whose bytes hold a text, database, log and outbox included; and tables that are elsewhere. */
async function placesWith(text: string): Promise<string[]> {
  const { db } = signing.services
  const tables = isSqlite(db) ? [] : await tablesWith(db, text)
  const folder = signing.app.folder
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(folder.length + 1))
  return [...tables, ...files]
}
const ownEntries = async () => (await signing.services.trails.read(OWN_TRAIL))?.entries ?? []
const codeOf = async (id: string, path = '') => {
  const answer = await signing.act('GET', id, path)
  return [answer.status, answer.json<{ code?: string }>().code]
}
const verifyAudit = async () => {
  const said: string[] = []
  const config = () => signing.app.config
  const tell = (line: string) => said.push(line)
  const code = await runCommandLine(['verify-audit'], { out: tell, note: tell, config })
  return [code, said.join('\n')]
}

test('of somebody who is not known there is nothing, and no trace is left of having looked', async () => {
  const shown = await erase('nobody@example.com')
  expect(shown).toEqual({
    code: 0,
    out: '',
    notes: 'Nothing is stored under this address.',
  })
  expect((await erase('nobody@example.com', '--yes')).code).toBe(0)
  expect(await ownEntries()).toEqual([])
  expect((await erase('nobody')).code).toBe(2)
})

describe('who was asked, and signed nothing', () => {
  const who = somebody({ email: 'Grace.Hopper@example.com', last_name: 'Hopperova' })
  const other = somebody()
  let id = ''
  let file = ''
  let hook = ''
  beforeAll(async () => {
    receiver.answer = (_message, response) => void response.writeHead(503).end()
    const json = { url: receiver.url }
    const added = await signing.app.call('POST', '/api/v1/webhooks', { key: signing.key, json })
    hook = added.json<{ id: string }>().id
    const pdf = await smallPdf()
    const made = await signing.create([who, other], {
      pdf,
      headers: { 'idempotency-key': 'once' },
    })
    id = made.id
    const person = await signing.person(who)
    await person.verify()
    file = sha256Hex(pdf)
  })

  test('while the request is open everything stays, and the command says how to end it', async () => {
    const { code, out, notes } = await erase(who.email, '--yes')
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(notes).toContain(`${id} is still pending: its sender (acc_`)
    expect((await signing.get(id)).status).toBe('pending')
    expect((await erase(who.email)).out).toMatch(/blocking erasure:\n {2}doc_/)
  })

  test('webhooks that still wait are not ended either', async () => {
    await signing.act('POST', id, '/cancel', {})
    await signing.work()
    // Only for as long as it takes: a command in this process would wait for it in vain.
    const { webhooks } = signing.services
    webhooks.start()
    await expect.poll(() => receiver.refused).toBeGreaterThan(0)
    await webhooks.close()
    const { code, notes } = await erase(who.email, '--yes')
    expect([code, notes]).toEqual([
      1,
      expect.stringMatching(/[1-9]\d* webhook deliveries about this person/),
    ])
    expect((await signing.get(id)).status).toBe('cancelled')
    const gone = await signing.app.call('DELETE', `/api/v1/webhooks/${hook}`, { key: signing.key })
    expect(gone.status).toBe(204)
  })

  test('once all has ended the list says what would go, and nothing has gone', async () => {
    const { code, out, notes } = await erase('grace.hopper@EXAMPLE.com')
    expect([code, notes]).toEqual([0, 'Nothing was changed; add --yes to erase.'])
    expect(out).toMatch(
      new RegExp(
        `would be erased: complete requests with files and audit trail:\\n  ${id}  cancelled \\d{4}-\\d\\d-\\d\\d, of acc_\\w+, 1 other person asked to sign`,
      ),
    )
    expect(out).toMatch(/ 1 code by SMS or e-mail\n/)
    expect(out).toMatch(/ \d+ webhook events with their deliveries\n/)
    expect(out).toMatch(/ 1 stored response to an API call\n/)
    expect(out).toMatch(/ \d messages of the development outbox/)
    expect((await signing.get(id)).status).toBe('cancelled')
    expect(await placesWith('Hopperova')).not.toEqual([])
  })

  test('with --yes it is erased, and no byte of the data folder names the person any more', async () => {
    const { code, notes } = await erase(who.email, '--yes')
    expect([code, notes]).toEqual([0, expect.not.stringContaining('in use')])
    await signing.work()
    expect(await codeOf(id)).toEqual([410, 'document_erased'])
    expect(await codeOf(id, '/audit')).toEqual([410, 'document_erased'])
    for (const name of [who.email, 'Hopperova', String(who.phone)])
      expect([name, await placesWith(name)]).toEqual([name, []])
    expect(await filesOf(signing.app)).not.toContain(file)
  })

  test('the trail of the service records that it happened, names nobody, and every trail is complete', async () => {
    const own = await signing.services.trails.read(OWN_TRAIL)
    expect(own?.entries.map(({ type, actor, data }) => [type, actor, data])).toEqual([
      [
        'trail.erased',
        'service',
        { reason: 'person', trail_id: id, entries: expect.any(Number), head: expect.any(String) },
      ],
      ['person.erased', 'operator', { requests: 1, kept: 0, evidence: false }],
    ])
    expect(chainFindings(own?.header as never, own?.entries ?? [])).toEqual([])
    expect(await verifyAudit()).toEqual([0, expect.stringContaining('1 more were erased')])
  })

  test('there is nothing left to do the next time', async () => {
    expect((await erase(who.email)).notes).toBe('Nothing is stored under this address.')
  })
})

describe('who has signed', () => {
  const who = somebody({ last_name: 'Lovelacova' })
  const other = somebody()
  let id = ''
  beforeAll(async () => {
    ;({ id } = await signing.create([who, other], { headers: { 'idempotency-key': 'twice' } }))
    await signing.finish(id, [who, other])
  })

  test('preserves the evidence, and erases all that is none', async () => {
    const { code, out } = await erase(who.email, '--yes')
    expect(code).toBe(0)
    expect(out).toMatch(
      new RegExp(
        `kept: evidence of signatures [^\\n]*17\\(3\\)\\(e\\)[^\\n]*\\n  ${id}  completed`,
      ),
    )
    expect(out).toMatch(
      /kept: certificates, because the authority [^\n]*\n {2}1 certificate in the name/,
    )
    expect(out).toMatch(
      /erased: other records:\n {2}1 code by SMS or e-mail\n {2}1 stored response/,
    )
    expect((await placesWith(who.email)).filter((path) => path.startsWith('outbox'))).toEqual([])
    const document = await signing.get(id)
    expect(document).toMatchObject({ status: 'completed', signers: [{ email: who.email }, {}] })
    for (const path of ['/signed', '/evidence', '/audit'])
      expect((await signing.act('GET', id, path)).status).toBe(200)
    expect((await ownEntries()).at(-1)).toMatchObject({
      type: 'person.erased',
      data: { requests: 0, kept: 1, evidence: false },
    })
    // The other one's codes are not ours to take.
    expect((await erase(other.email)).out).toMatch(/1 code by SMS or e-mail/)
  })

  test('loses the evidence too with --evidence; the certificate and the hash of the file stay', async () => {
    const signed = await signing.signedFile(id)
    const { code, out } = await erase(who.email, '--evidence', '--yes')
    expect([code, out]).toEqual([0, expect.stringContaining(`  ${id}  completed`)])
    await signing.work()
    expect(await codeOf(id, '/signed')).toEqual([410, 'document_erased'])
    expect(await codeOf(id, '/audit')).toEqual([410, 'document_erased'])
    expect(await filesOf(signing.app)).not.toContain(sha256Hex(signed))
    expect(await placesWith(String(who.phone))).toEqual([])
    const verified = await signing.app.call('POST', '/api/v1/verify', {
      form: [['file', { filename: 'a.pdf', bytes: signed, type: 'application/pdf' }]],
      key: signing.key,
    })
    expect(JSON.stringify(verified.json())).toContain(id)
    expect((await erase(who.email)).out).toMatch(/^kept: certificates, because the authority/)
    expect(await verifyAudit()).toEqual([0, expect.stringContaining('2 more were erased')])
  })
})

test('an account under the address is in the way, and what others wrote about somebody is only reported', async () => {
  const account = await signing.services.accounts.accounts.createAccount('sender@example.com')
  const { code, notes } = await erase('Sender@example.com', '--yes')
  expect([code, notes]).toEqual([
    1,
    expect.stringContaining(`Account ${account.id} uses this address: its owner must delete it`),
  ])
  const { id } = await signing.create([somebody()], {
    options: { message: 'Questions to linus@example.com, please.' },
  })
  expect((await erase('linus@example.com')).out).toContain(`ask their senders:\n  ${id}`)
})

test('a person who was replaced by another is found by the trail alone', async () => {
  const first = somebody()
  const { id, signers } = await signing.create([first])
  await signing.work()
  const second = somebody()
  const path = `/signers/${signers[0]?.id}`
  const { email } = second
  expect((await signing.act('PATCH', id, path, { email })).status).toBe(200)
  await signing.act('POST', id, '/cancel', {})
  await signing.work()
  expect((await erase(first.email, '--yes')).out).toContain(`  ${id}  cancelled`)
  expect(await placesWith(first.email)).toEqual([])
  expect(await verifyAudit()).toEqual([0, expect.stringContaining('3 more were erased')])
})

test('an address with capitals beyond ASCII is found as it was written', async () => {
  const who = somebody({ email: 'ÉLODIE@example.com' })
  const { id } = await signing.create([who])
  await (await signing.person(who)).decline()
  await signing.work()
  expect((await erase('ÉLODIE@Example.com', '--yes')).out).toContain(id)
  expect((await signing.act('GET', id)).status).toBe(410)
})
