import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { type Answer, member, textOf } from '../../support/console-visitor.ts'

const PAGE = '/console/settings/brand'
let service: TestApp
let owner: Awaited<ReturnType<typeof member>>
let other: Awaited<ReturnType<typeof member>>

beforeAll(async () => {
  service = await startTestApp()
  const { app, services } = service
  await services.jobs.start()
  const visited = { app, outbox: services.outbox, accounts: services.accounts }
  owner = await member(visited)
  other = await member(visited)
})
afterAll(() => service.close())

const FIELDS = { name: 'Agence Dupont', color: '#0b6e4f', reply_to: '', host: '' }
async function save(given: object, logo?: Uint8Array): Promise<Answer> {
  const csrf = await owner.visitor.token(PAGE)
  const texts = Object.entries({ csrf, ...FIELDS, ...given }) as [string, string][]
  const files: FormParts =
    logo === undefined ? [] : [['logo', { filename: 'logo.png', bytes: logo }]]
  return await owner.visitor.upload(PAGE, [...texts, ...files])
}
const logoOf = async (who: typeof owner): Promise<Answer> => who.visitor.get(`${PAGE}/logo.png`)

test('a brand is set on its page, shown to its account alone, and its logo stays until it is removed', async () => {
  const png = new PNG({ width: 30, height: 10 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([11, 110, 79, 255], at)
  const saved = await save({}, PNG.sync.write(png))
  expect([saved.status, saved.headers.location]).toEqual([303, PAGE])
  expect((await owner.visitor.get(PAGE)).bytes.toString()).toContain('value="Agence Dupont"')
  expect((await logoOf(owner)).headers['content-type']).toBe('image/png')
  expect((await save({ name: 'Agence Martin' })).status).toBe(303)
  expect((await logoOf(owner)).status).toBe(200)
  expect((await logoOf(other)).status).toBe(404)
  expect((await other.visitor.get(PAGE)).bytes.toString()).not.toContain('Agence')
  expect((await save({ remove_logo: 'yes' })).status).toBe(303)
  expect((await logoOf(owner)).status).toBe(404)
})

test('what is refused is said on the page, and what was entered is still there', async () => {
  const refusals: [object, string][] = [
    [{ name: 'PayPal' }, 'impersonated'],
    [{ color: 'green' }, '#0b6e4f'],
    [{ reply_to: 'nobody' }, 'reply_to'],
  ]
  for (const [given, said] of refusals) {
    const refused = await save(given)
    expect(refused.status).toBe(422)
    expect(textOf(refused)).toContain('The brand was not saved')
    expect(textOf(refused)).toContain(said)
    expect(refused.bytes.toString()).toContain(`value="${Object.values(given)[0]}"`)
  }
  expect((await save({}, Buffer.from('not a picture'))).status).toBe(422)
})
