/** Cookies go over TLS alone wherever the page came by it, as far as a trusted proxy says so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'

const cookiesOf = async (
  { app }: ConsoleApp,
  headers: Record<string, string>,
): Promise<string[]> => {
  const { headers: sent } = await app.inject({ url: '/console/log-in', headers })
  return [sent['set-cookie'] ?? []].flat()
}
const BY_TLS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

describe.each([
  ['a trusted proxy', { PARAPH_TRUSTED_PROXIES: '1' }, true],
  ['no proxy that is trusted', {}, false],
])('behind %s', (_name, settings, believed) => {
  let service: ConsoleApp
  beforeAll(async () => {
    service = await startConsoleApp(settings)
  })
  afterAll(() => service.close())

  test(`X-Forwarded-Proto: https ${believed ? 'makes' : 'does not make'} every cookie Secure`, async () => {
    const cookies = await cookiesOf(service, BY_TLS)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies)
      expect([/; Secure/.test(cookie), cookie.startsWith('__Host-')]).toEqual([believed, believed])
  })

  test('a page that came without TLS gets cookies that it can send back', async () => {
    for (const cookie of await cookiesOf(service, {})) expect(cookie).not.toContain('Secure')
  })
})
