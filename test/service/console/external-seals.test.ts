/** What members see of the external seals that the operator configured for their organisation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleForms } from '../../support/console-forms.ts'
import { member, newMember, textOf } from '../../support/console-visitor.ts'
import { type ExternalProvider, startExternalProvider } from '../../support/external-provider.ts'
import { giveSeal, placeAt } from '../../support/external-seals.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

const PAGE = '/console/settings/outer-seals'
let provider: ExternalProvider
let signing: SigningApp

beforeAll(async () => {
  provider = await startExternalProvider()
  signing = await startSigningApp()
  await signing.services.jobs.start()
})
afterAll(async () => {
  await signing.close()
  await provider.close()
})

test('the page says whose seal it is, what its certificate claims, and what stands in its way', async () => {
  const { visited } = new ConsoleForms(signing)
  const owner = await member(visited)
  const read = async () => textOf(await owner.visitor.get(PAGE))
  expect((await owner.visitor.get('/console/settings')).bytes.toString()).toContain(PAGE)
  expect(await read()).toContain('No outer seal')

  const { accountId } = owner
  await giveSeal(signing, { accountId, place: placeAt(provider, 'seal') })
  const inUse = await read()
  expect(inUse).toContain('Dupont SA seal')
  expect(inUse).toContain('Tiers Qualified CA')
  expect(inUse).toContain('qualified electronic seal – not checked against a trusted list here')
  expect(inUse).toContain(provider.certificateOf('seal').fingerprint)
  expect(inUse).toContain('In use')
  expect(inUse).not.toContain('Last error')
  expect(textOf(await owner.visitor.get(`${PAGE}?lang=fr`))).toContain(
    'cachet électronique qualifié',
  )

  const { keys } = signing.services.accounts
  const created = { accountId, plan: 'signature_business', name: 'live', mode: 'live' } as const
  const { secret: key } = await keys.createKey(created)
  provider.spoil('error')
  const person = somebody()
  const { id } = await signing.create([person], { key })
  await (await signing.person(person)).signWhole()
  await expect.poll(read, { timeout: 60_000 }).toContain('Documents wait')
  const waiting = await owner.visitor.get(PAGE)
  expect(textOf(waiting)).toMatch(/Documents without their seal 1 Last error .* status 500/)
  expect(waiting.bytes.toString()).toContain(`href="/console/requests/${id}"`)

  // Who may not read the settings does not see them, and another organisation has its own.
  const sender = await newMember(visited, owner, 'sender')
  expect((await sender.visitor.get(PAGE)).status).toBe(403)
  const other = await member(visited)
  expect(textOf(await other.visitor.get(PAGE))).toContain('No outer seal')
})
