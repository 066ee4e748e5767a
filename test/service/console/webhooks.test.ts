import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { csrfIn, member, textOf, Visitor } from '../../support/console-visitor.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'

let app: ConsoleApp
let owner: Awaited<ReturnType<typeof member>>
let receiver: Receiver

beforeAll(async () => {
  app = await startConsoleApp({ PARAPH_WEBHOOK_PRIVATE: 'on' })
  owner = await member(app)
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})

const LIST = '/console/webhooks'
const add = (who: typeof owner, fields: Record<string, string>) =>
  who.visitor.submit(LIST, LIST, { which: 'all', description: '', ...fields })
const idIn = (page: string): string => /\/console\/webhooks\/(whk_\w+)/.exec(page)?.[1] ?? ''
const secretIn = (page: string): string => /whsec_[A-Za-z0-9+/=]+/.exec(page)?.[0] ?? ''

async function added(who = owner, url = receiver.url): Promise<string> {
  const page = (await add(who, { url })).bytes.toString()
  receiver.secrets.push(secretIn(page))
  return idIn(page)
}

describe('a webhook', () => {
  test('is added, shows its secret once, is tested, changed, rotated, disabled and deleted', async () => {
    expect(textOf(await owner.visitor.get(LIST))).toContain('No webhooks yet')
    const made = await add(owner, { url: receiver.url, description: 'shop' })
    expect(made.status).toBe(200)
    const secret = secretIn(made.bytes.toString())
    const id = idIn(made.bytes.toString())
    const path = `${LIST}/${id}`
    receiver.secrets.push(secret)
    for (const at of [LIST, path]) {
      const page = (await owner.visitor.get(at)).bytes.toString()
      expect(page).not.toContain(secret)
      expect(page).toContain('shop')
    }
    const tested = await owner.visitor.submit(path, `${path}/test`)
    const delivery = String(tested.headers.location)
    expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test'])
    const shown = textOf(await owner.visitor.get(delivery))
    for (const part of [
      'Delivered',
      'HTTP 204',
      receiver.received[0]?.id ?? 'no id',
      'webhook-id:',
    ])
      expect(shown).toContain(part)

    const edit = { url: receiver.url, which: 'some', 'signer.signed': 'yes', description: '' }
    expect((await owner.visitor.submit(path, `${path}/edit`, edit)).status).toBe(303)
    const edited = textOf(await owner.visitor.get(path))
    expect(edited).toContain('signer.signed')
    expect(edited).not.toContain('shop')
    const none = await owner.visitor.submit(path, `${path}/edit`, {
      url: receiver.url,
      which: 'some',
    })
    expect(none.status).toBe(422)
    expect(textOf(none)).toContain('Choose at least one event')

    const rotated = await owner.visitor.submit(path, `${path}/rotate`)
    const fresh = secretIn(rotated.bytes.toString())
    expect(fresh).not.toBe(secret)
    expect(textOf(rotated)).toContain('The old one is also valid until')

    await owner.visitor.submit(path, `${path}/disable`)
    expect(textOf(await owner.visitor.get(path))).toContain('Disabled, by you')
    const replay = `${delivery}/replay`
    expect((await owner.visitor.submit(path, replay)).status, 'while disabled').toBe(422)
    await owner.visitor.submit(path, `${path}/enable`)
    const again = await owner.visitor.submit(path, replay)
    const repeated = String(again.headers.location)
    const followed = await owner.visitor.get(repeated)
    expect(textOf(followed)).toContain('Repeats')
    const html = followed.bytes.toString()
    expect(html).toContain(`data-live="${repeated}" data-version="pending 0"`)
    const version = JSON.parse((await owner.visitor.get(`${repeated}/version`)).bytes.toString())
    expect(version).toEqual({ version: 'pending 0', over: false })

    await owner.visitor.submit(path, `${path}/delete`)
    expect((await owner.visitor.get(path)).status, 'not without the tick').toBe(200)
    const gone = await owner.visitor.submit(path, `${path}/delete`, { sure: 'yes' })
    expect(gone.headers.location).toBe(LIST)
    expect((await owner.visitor.get(path)).status).toBe(404)
  })

  test('may be in the own network where the operator allows it, and the form says so', async () => {
    expect(textOf(await owner.visitor.get(LIST))).toContain('http:// works too')
  })

  test('a form sent twice adds one; the eleventh is refused before it is tried', async () => {
    const who = await member(app)
    const page = (await who.visitor.get(LIST)).bytes.toString()
    const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const fields = { csrf: csrfIn(page), form, url: receiver.url, which: 'all', description: '' }
    expect((await who.visitor.post(LIST, fields)).status).toBe(200)
    expect((await who.visitor.post(LIST, fields)).status).toBe(303)
    for (let count = 1; count < 10; count += 1) await add(who, { url: receiver.url })
    const full = await who.visitor.get(LIST)
    expect(textOf(full)).toContain('10 of this kind already, the maximum')
    expect(full.bytes.toString().match(/<li class="key">/g)?.length).toBe(10)
    expect((await add(who, { url: receiver.url })).status).toBe(422)
  })

  test('is made for live or for test keys, in English and French, each with room for ten', async () => {
    const who = await member(app)
    const shown = textOf(await who.visitor.get(LIST))
    for (const words of ['Requests made with', 'Live keys', 'Test keys'])
      expect(shown).toContain(words)
    const french = textOf(await who.visitor.get(`${LIST}?lang=fr`))
    for (const words of ['Demandes créées avec', 'Clés réelles', 'Clés de test'])
      expect(french).toContain(words)
    await add(who, { url: receiver.url, mode: 'test' })
    await add(who, { url: receiver.url })
    const modes = (await app.db.selectFrom('webhook_endpoints').selectAll().execute())
      .filter(({ account_id }) => account_id === who.accountId)
      .map(({ mode }) => mode)
    expect(modes.toSorted()).toEqual(['live', 'test'])
    for (let count = 1; count < 10; count += 1) await add(who, { url: receiver.url })
    const full = await who.visitor.get(LIST)
    expect(full.bytes.toString()).toMatch(/name="mode" value="live"[^>]*disabled/)
    expect((await add(who, { url: receiver.url })).status).toBe(422)
    expect((await add(who, { url: receiver.url, mode: 'test' })).status).toBe(200)
  })

  test('is tried, sent again and changed so often in a minute, then no more', async () => {
    const narrow = await startConsoleApp({
      PARAPH_WEBHOOK_PRIVATE: 'on',
      PARAPH_CHANGES_PER_MINUTE: '3',
    })
    try {
      const who = await member(narrow)
      const id = idIn((await add(who, { url: receiver.url })).bytes.toString())
      const path = `${LIST}/${id}`
      const tested = await who.visitor.submit(path, `${path}/test`)
      const replay = `${String(tested.headers.location)}/replay`
      expect((await who.visitor.submit(path, replay)).status).toBe(303)
      const before = receiver.received.length
      for (const act of [`${path}/test`, replay, `${path}/edit`, `${path}/rotate`, LIST]) {
        const refused = await who.visitor.submit(LIST, act, { url: receiver.url, which: 'all' })
        expect([refused.status, Number(refused.headers['retry-after']) > 0], act).toEqual([
          429,
          true,
        ])
      }
      expect(receiver.received).toHaveLength(before)
      narrow.clock.move(61_000)
      expect((await who.visitor.submit(path, `${path}/test`)).status).toBe(303)
    } finally {
      await narrow.close()
    }
  })

  test('of another account is not there, and nothing happens to it', async () => {
    const id = await added()
    const stranger = await member(app)
    const path = `${LIST}/${id}`
    const tested = String((await owner.visitor.submit(path, `${path}/test`)).headers.location)
    for (const at of [path, tested, `${tested}/version`])
      expect((await stranger.visitor.get(at)).status).toBe(404)
    const acts = ['edit', 'enable', 'disable', 'delete', 'rotate', 'test']
    const before = receiver.received.length
    for (const at of [...acts.map((act) => `${path}/${act}`), `${tested}/replay`]) {
      const fields = { sure: 'yes', url: receiver.url, which: 'all' }
      expect((await stranger.visitor.submit(LIST, at, fields)).status, at).toBe(404)
    }
    expect(receiver.received.length).toBe(before)
    expect(textOf(await owner.visitor.get(path))).toContain('Active')
  })

  test('takes no form from elsewhere', async () => {
    const id = await added()
    const csrf = csrfIn((await owner.visitor.get(LIST)).bytes.toString())
    const acts = [
      'edit',
      'enable',
      'disable',
      'delete',
      'rotate',
      'test',
      'deliveries/dlv_x/replay',
    ]
    for (const path of [LIST, ...acts.map((act) => `${LIST}/${id}/${act}`)]) {
      const fields = { url: receiver.url, which: 'all', sure: 'yes', form: 'x' }
      expect((await owner.visitor.post(path, fields)).status, path).toBe(403)
      const site = { 'sec-fetch-site': 'cross-site' }
      expect((await owner.visitor.post(path, { ...fields, csrf }, site)).status, path).toBe(403)
      expect((await new Visitor(app).post(path, { ...fields, csrf })).status, path).toBe(403)
    }
  })

  test('its note is text, and so is what a receiver answers', async () => {
    receiver.answer = (_message, response) =>
      void response.writeHead(500).end('<img src=x onerror=alert(1)>')
    const markup = `"><img src=x onerror=alert(1)>`
    const page = (await add(owner, { url: `${receiver.url}?a=%22%3E`, description: markup })).bytes
    const path = `${LIST}/${idIn(page.toString())}`
    const tested = String((await owner.visitor.submit(path, `${path}/test`)).headers.location)
    for (const at of [LIST, path, tested]) {
      const shown = (await owner.visitor.get(at)).bytes.toString()
      expect(shown, at).not.toContain('<img')
    }
    expect((await owner.visitor.get(tested)).bytes.toString()).toContain('&lt;img')
    receiver.answer = (_message, response) => void response.writeHead(204).end()
  })
})

describe('an address that leads nowhere good', () => {
  test.each([
    ['nothing', 'such as https://example.com/hooks', 'telle que https://exemple.fr/hooks'],
    ['http://example.com/hooks', 'must begin with https://', 'doit commencer par https://'],
    ['https://127.0.0.1/hooks', 'private networks are refused', 'réseaux privés sont refusées'],
    ['https://169.254.169.254/latest', 'private networks are refused', 'réseaux privés'],
    ['https://[::ffff:10.0.0.1]/', 'private networks are refused', 'réseaux privés'],
    ['https://localhost/hooks', 'not a public host name', 'pas un nom d’hôte public'],
    ['https://a:b@example.com/', 'Leave out user name', 'Retirez nom d’utilisateur'],
    ['https://example.com/#x', 'the part after #', 'la partie après #'],
    ['https://example.com:22/', 'not for web servers', 'pas celui d’un serveur web'],
    [`https://example.com/${'x'.repeat(3_000)}`, 'at most 2,048', 'au plus 2 048'],
  ])('%s is refused at the field, in plain words', async (url, english, french) => {
    const strict = await strictApp()
    const fields = { url, which: 'all', description: '' }
    for (const [lang, words] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      const page = (await strict.visitor.get(LIST)).bytes.toString()
      const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const sent = { ...fields, csrf: csrfIn(page), form }
      const answer = await strict.visitor.post(`${LIST}?lang=${lang}`, sent)
      expect(answer.status).toBe(422)
      expect(textOf(answer)).toContain(words)
      expect(answer.bytes.toString()).toMatch(/id="url-new"[^>]*aria-invalid="true"/)
    }
  })

  test('elsewhere the form says that it is on the public internet', async () => {
    const { visitor } = await strictApp()
    expect(textOf(await visitor.get(LIST))).toContain('is on the public internet')
  })

  let running: Promise<{ app: ConsoleApp; visitor: Visitor }> | undefined
  const strictApp = () => {
    running ??= (async () => {
      const strict = await startConsoleApp()
      return { app: strict, visitor: (await member(strict)).visitor }
    })()
    return running
  }
  afterAll(async () => (await running)?.app.close())
})
