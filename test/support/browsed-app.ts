/** The service on a port of its own, and a Chromium that looks at it. */
import { expect } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { startTestApp, type TestSettings } from './app.ts'
import { DESKTOP, openBrowser, watchedPage } from './browser.ts'
import { member } from './console-visitor.ts'
import { cachedKeys } from './rsa-keys.ts'
import { freePort } from './server-process.ts'
import { Person } from './signing-app.ts'

/** Starts both. Close them in `afterAll`. */
export async function startBrowsedApp(settings: TestSettings = {}) {
  // The addresses in mails are known before the server listens.
  const port = await freePort()
  const ports = { clock: systemClock, makeKey: cachedKeys() }
  const service = await startTestApp({ PARAPH_PORT: String(port), ...settings }, ports)
  await service.services.start()
  await service.app.listen({ host: '127.0.0.1', port })
  const browser = await openBrowser()
  return {
    service,
    browser,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await browser.close()
      await service.close()
    },
  }
}

/** See {@link startBrowsedApp}. */
export type BrowsedApp = Awaited<ReturnType<typeof startBrowsedApp>>

/** The same with a page on a desktop, in English. */
export async function startBrowsedConsole(settings: TestSettings = {}) {
  const browsed = await startBrowsedApp(settings)
  const { service, browser, origin } = browsed
  const watched = await watchedPage(browser, origin, { viewport: DESKTOP, locale: 'en-GB' })
  return {
    ...browsed,
    watched,
    page: watched.page,
    /** Somebody new logs in; answers the id of their account. */
    async logIn(): Promise<string> {
      const { outbox, accounts } = service.services
      const { visitor, accountId } = await member({ app: service.app, outbox, accounts })
      const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: origin }))
      await watched.page.context().addCookies(cookies)
      return accountId
    },
    /** Whoever was sent a link last at an address. */
    async personAt(email: string, phone?: string): Promise<Person> {
      let token = ''
      await expect
        .poll(async () => {
          const mails = (await service.services.outbox?.list()) ?? []
          const mail = mails.find(({ to, text }) => to === email && /\/sign\//.test(text))
          token = /\/sign\/([a-z0-9-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
          return token
        })
        .not.toBe('')
      return new Person(service, { token, to: email, phone })
    },
    async close() {
      await watched.close()
      await browsed.close()
    },
  }
}

export type BrowsedConsole = Awaited<ReturnType<typeof startBrowsedConsole>>
