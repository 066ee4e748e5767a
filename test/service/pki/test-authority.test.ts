/** The TEST authority is ready for the first call with a test key, whenever that comes. */
import { expect, test, vi } from 'vitest'
import { startTestApp } from '../../support/app.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { SigningApp, somebody } from '../../support/signing-app.ts'

test('it is created at the start, after the real one, without a call', {
  timeout: 60_000,
}, async () => {
  const app = await startTestApp({ PARAPH_CA_AUTOMATIC: 'on' }, { makeKey: cachedKeys() })
  const { pki, testPki } = app.services
  await vi.waitUntil(() => testPki.authority.state.status === 'ready', { timeout: 50_000 })
  expect(pki.authority.state.status).toBe('ready')
  await app.close()
})

test('a first call waits while its keys are generated', { timeout: 60_000 }, async () => {
  const make = cachedKeys()
  let generate = (): void => undefined
  const generating = new Promise<void>((resolve) => {
    generate = resolve
  })
  let asked = 0
  const makeKey = async () => {
    asked += 1
    await generating
    return await make()
  }
  const app = await startTestApp({}, { makeKey })
  const signing = new SigningApp(app, '')
  const account = await app.services.accounts.accounts.createAccount('developer@example.com')
  const input = { accountId: account.id, plan: 'free', name: 'try', mode: 'test' as const }
  const { secret: key } = await app.services.accounts.keys.createKey(input)
  const sent = signing.post([somebody()], { key })
  await vi.waitUntil(() => asked > 0, { timeout: 20_000 })
  expect(app.services.testPki.authority.state.status).toBe('starting')
  generate()
  expect((await sent).status).toBe(201)
  await app.close()
})
