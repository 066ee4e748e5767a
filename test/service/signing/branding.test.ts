/** What signers see of an account: on their pages, in their mails, in the proof; and nobody else's. */
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrast } from '../../../src/signing/branding/colors.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

const PATH = '/api/v1/account/brand'
const NONE = {
  name: null,
  color: null,
  reply_to: null,
  host: null,
  logo: null,
  colors: null,
  hosts: [],
}

/** A filled square with a comment in it, as a data URI. */
function logo(side = 64, shade = 40): string {
  const png = new PNG({ width: side, height: side })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([shade, 90, 160, 255], at)
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`
}

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

let accounts = 0
async function account() {
  accounts += 1
  const email = `agency${accounts}@example.com`
  const { id } = await signing.services.accounts.accounts.createAccount(email)
  const key = await signing.app.keyFor(id, 'signature_business', 'live')
  return {
    id,
    email,
    key,
    get: async () => (await signing.app.call('GET', PATH, { key })).json<Record<string, unknown>>(),
    put: (brand: object) => signing.app.call('PUT', PATH, { key, json: brand }),
    async invite() {
      const signer = somebody({ locale: 'fr' })
      const { id: request } = await signing.create([signer], { key })
      const person = await signing.person(signer)
      const mail = (await messagesOf(signing.app)).find(({ to }) => to === signer.email)
      if (mail === undefined) throw new Error('nobody was invited')
      return { request, signer, person, mail }
    },
  }
}

describe('the brand of an account', () => {
  test('is what its signers see instead of a mail address: in the mail, on the page, in the proof', async () => {
    const owner = await account()
    const { signHosts } = signing.app.config.sending
    ;(signHosts as Map<string, string[]>).set(owner.id, ['sign.dupont.example'])
    const set = await owner.put({
      name: 'Agence Dupont',
      color: '#FFD400',
      reply_to: 'contrats@dupont.example',
      host: 'sign.dupont.example',
      logo: logo(600),
    })
    expect(set.status, String(set.bytes)).toBe(200)
    const brand = await owner.get()
    expect(brand).toMatchObject({ name: 'Agence Dupont', color: '#ffd400' })
    const { light } = brand.colors as { light: { accent: string; on_accent: string } }
    expect(contrast(light.accent, light.on_accent)).toBeGreaterThanOrEqual(4.5)

    const { request, person, mail } = await owner.invite()
    expect(mail.subject).toMatch(/^Agence Dupont vous demande de signer «\scontrat\s»$/)
    expect(mail.fromName).toMatch(/^Agence Dupont via \S/)
    expect(mail.replyTo).toBe('contrats@dupont.example')
    expect(mail.text).toContain(`https://sign.dupont.example/sign/${person.token}`)
    expect(mail.html).toContain(`background:${light.accent}`)
    expect(mail.html).toContain('alt="Agence Dupont"')
    // A carrier gets the picture as a part of the mail; the outbox has no such parts.
    expect(mail.html).toMatch(/<img src="data:image\/png;base64,iVBOR[\w+/]+=*"/)
    expect(`${mail.text} ${mail.html}`).not.toContain(owner.email)

    const page = String((await person.call('GET', '?lang=fr')).bytes)
    expect(page).toContain('Agence Dupont vous demande votre signature')
    expect(page).toContain(`/sign/${person.token}/logo.png`)
    expect(page).not.toContain(owner.email)
    const picture = await person.call('GET', '/logo.png')
    expect(picture.headers['content-type']).toBe('image/png')
    expect(PNG.sync.read(picture.bytes)).toMatchObject({ width: 160, height: 160 })
    const styles = await person.call('GET', '/brand.css')
    expect(String(styles.bytes)).toContain(`--accent:${light.accent}`)

    await person.signWhole()
    await signing.work()
    expect((await signing.act('GET', request, '', undefined, owner.key)).json()).toMatchObject({
      status: 'completed',
    })
    const proof = (await signing.act('GET', request, '/proof', undefined, owner.key)).bytes
    expect(pdfText(proof).join(' ')).toContain('Agence Dupont')
    const bare = await account()
    const other = await bare.invite()
    await other.person.signWhole()
    await signing.work()
    const plain = (await signing.act('GET', other.request, '/proof', undefined, bare.key)).bytes
    const images = (pdf: Buffer) => pdf.toString('latin1').split('/Subtype /Image').length
    expect(images(proof)).toBeGreaterThan(images(plain))
  })

  test('is never seen by another account or its signers, and a request may name another sender', async () => {
    const [owner, other] = [await account(), await account()]
    await owner.put({ name: 'Agence Bleue', color: '#0b6e4f', logo: logo() })
    expect(await other.get()).toEqual(NONE)
    const { person, mail } = await other.invite()
    const page = String((await person.call('GET', '')).bytes)
    expect(page + mail.html).not.toMatch(/Agence Bleue|logo\.png|brand\.css|cid:/)
    for (const file of ['/logo.png', '/brand.css'])
      expect((await person.call('GET', file)).status).toBe(404)
    const signer = somebody()
    await signing.create([signer], { key: owner.key, options: { sender: 'Camille Dupont' } })
    await signing.work()
    const own = (await messagesOf(signing.app)).find(({ to }) => to === signer.email)
    expect(own?.fromName).toContain('Camille Dupont')
    expect(own?.text).not.toContain('Agence Bleue')
  })

  test('is set for requests of test keys alone by a test key, and for all by a live one', async () => {
    const owner = await account()
    const test = await signing.app.keyFor(owner.id, 'signature_business', 'test')
    const nameOf = async (key: string) =>
      (await signing.app.call('GET', PATH, { key })).json<{ name: string }>().name
    await owner.put({ name: 'Agence Grise' })
    expect([await nameOf(owner.key), await nameOf(test)]).toEqual(['Agence Grise', 'Agence Grise'])
    await signing.app.call('PUT', PATH, { key: test, json: { name: 'Essai' } })
    expect([await nameOf(owner.key), await nameOf(test)]).toEqual(['Agence Grise', 'Essai'])
    expect((await owner.invite()).mail.fromName).toContain('Agence Grise')
  })

  const wide = new PNG({ width: 2_001, height: 2 })
  const blank = new PNG({ width: 20, height: 20 })
  const uri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
  const whole = PNG.sync.write(new PNG({ width: 40, height: 40 }))
  const REFUSED: [string, object, string][] = [
    [
      'a script as a logo',
      { logo: uri('image/svg+xml', Buffer.from('<svg onload="x"/>')) },
      'image_invalid',
    ],
    ['a logo elsewhere', { logo: 'https://evil.example/logo.png' }, 'validation_failed'],
    ['a text as a logo', { logo: uri('image/png', Buffer.from('hello')) }, 'image_invalid'],
    ['a cut logo', { logo: uri('image/png', whole.subarray(0, 60)) }, 'image_invalid'],
    [
      'a logo of too many pixels',
      { logo: uri('image/png', PNG.sync.write(wide)) },
      'image_invalid',
    ],
    ['an invisible logo', { logo: uri('image/png', PNG.sync.write(blank)) }, 'image_invalid'],
    [
      'a large logo',
      { logo: uri('image/png', Buffer.concat([whole, Buffer.alloc(200_000)])) },
      'image_invalid',
    ],
    ['a name that is impersonated', { name: 'PayPal' }, 'validation_failed'],
    ['a name with a link', { name: 'Gagnez sur evil.example/x' }, 'validation_failed'],
    ['the address of somebody else as a name', { name: 'boss@bank.example' }, 'validation_failed'],
    [
      'a header in the reply address',
      { reply_to: 'a@example.com\r\nBcc: b@example.com' },
      'validation_failed',
    ],
    ['a style in the colour', { color: 'red;}' }, 'validation_failed'],
    ['a host name of somebody else', { host: 'sign.dupont.example' }, 'validation_failed'],
    ['something unknown', { slogan: 'x' }, 'validation_failed'],
  ]
  test('is refused where it would harm, by the name of the member, and nothing changes', async () => {
    const owner = await account()
    await owner.put({ name: 'Agence Rouge' })
    const before = await owner.get()
    for (const [what, given, code] of REFUSED) {
      const answer = await owner.put({ name: 'Agence Verte', ...given })
      const problem = answer.json<{ code: string; errors?: { pointer: string }[] }>()
      expect([what, problem.code]).toEqual([what, code])
      if (code !== 'image_invalid')
        expect(problem.errors?.[0]?.pointer, what).toMatch(
          /^\/(?:name|reply_to|color|host|logo|slogan)?$/,
        )
      expect(await owner.get()).toEqual(before)
    }
  })

  test('is in the export of the account and goes with it; a name that the operator takes back is used no more', async () => {
    const owner = await account()
    const hosts = signing.app.config.sending.signHosts as Map<string, string[]>
    hosts.set(owner.id, ['sign.own.example'])
    await owner.put({ name: 'Agence Noire', host: 'sign.own.example', logo: logo() })
    const before = await owner.invite()
    expect(before.mail.text).toContain('https://sign.own.example/sign/')
    hosts.delete(owner.id)
    const after = await owner.invite()
    expect(after.mail.text).toContain(`${signing.app.config.server.signUrl}/sign/`)
    const kinds = signing.services.console.parts.accountData
    const files = (await Promise.all(kinds.map((kind) => kind.export(owner.id)))).flat()
    const exported = files.find(({ path }) => path === 'brand.json')
    expect(String(Buffer.from(exported?.bytes ?? []))).toContain('Agence Noire')
    for (const kind of kinds) await kind.erase(owner.id)
    expect(await owner.get()).toEqual(NONE)
  })
})
