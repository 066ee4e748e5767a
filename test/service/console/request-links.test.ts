/** Where the developer area shows the link of a signer: on the page of a test request, and nowhere else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleForms, jsonOf, type Member, SIGNER } from '../../support/console-forms.ts'
import { member, textOf } from '../../support/console-visitor.ts'
import { messagesOf, type SigningApp, startSigningApp } from '../../support/signing-app.ts'

let service: SigningApp
let forms: ConsoleForms
let owner: Member

beforeAll(async () => {
  service = await startSigningApp()
  await service.services.jobs.start()
  forms = new ConsoleForms(service)
  owner = await member(forms.visited)
})
afterAll(() => service.close())

/** A request to an address of its own, since another try's mail has another link; and what its link ends with. */
async function requested(fields: Record<string, string> = {}) {
  const email = `link${Math.random()}@example.com`
  const path = await forms.composed(owner, { fields, signers: [{ ...SIGNER, email }] })
  const mail = async () => (await messagesOf(service.app)).find(({ to }) => to === email)
  await expect.poll(mail).toBeDefined()
  const token = /\/sign\/([\w-]+)/.exec((await mail())?.text ?? '')?.[1] ?? ''
  expect(token.length).toBeGreaterThan(20)
  return { path, token }
}

const pageOf = async (path: string): Promise<string> =>
  (await owner.visitor.get(path)).bytes.toString()

test('the page of a test request shows signers, trail, chain and links', async () => {
  const { path, token } = await requested()
  const read = async () => textOf(await owner.visitor.get(path))
  await expect.poll(read).toContain('An e-mail to Ada Lovelace was stored, not sent (test key)')
  const words = await read()
  expect(words).toContain('Waiting for signatures')
  expect(words).toContain('Ada Lovelace was invited')
  expect(words).toContain('The chain is intact: 4')
  expect(await pageOf(path)).toContain(`/sign/${token}`)
  for (const at of ['/console/requests', `${path}/files/audit`, `${path}/version`])
    expect(await pageOf(at), at).not.toContain(token)
  const french = await owner.visitor.get(`${path}?lang=fr`)
  expect(textOf(french)).toContain('La chaîne est intacte : 4 entrées')
  expect(words).toContain('it is shown on a page added at the end')
  expect(textOf(french)).toContain('elle se voit sur une page ajoutée à la fin')
  expect(jsonOf(await owner.visitor.get(`${path}/version`))).toEqual({
    version: 'pending 4',
    over: false,
  })
})

test('nothing about a live request shows a link', async () => {
  const { accountId } = owner
  const { keys } = service.services.accounts
  await keys.createKey({ accountId, name: 'shop', plan: 'free', mode: 'live' })
  const [live] = (await forms.keysOffered(owner)).filter(({ label }) => label.includes('live'))
  const { path, token } = await requested({ key: live?.id ?? '' })
  const page = await pageOf(path)
  expect(page).toContain('Ada Lovelace')
  expect(page).not.toMatch(/\/sign\/[0-9a-z]{26}-/)
  for (const at of [path, `${path}?lang=fr`, '/console/requests', `${path}/files/audit`])
    expect(await pageOf(at), at).not.toContain(token)
})
