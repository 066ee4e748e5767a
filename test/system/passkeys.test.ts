/** Passkeys as people use them: Chromium with an authenticator of its own (WebDriver's virtual authenticator). */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser, PHONE, type WatchedPage, watchedPage } from '../support/browser.ts'
import { member, PASSWORD } from '../support/console-visitor.ts'
import { freePort } from '../support/server-process.ts'

let service: TestApp
let browser: Browser
let watched: WatchedPage
let page: Page
let origin = ''
let email = ''

beforeAll(async () => {
  const port = await freePort()
  // Browsers bind passkeys to a host name; an address has none.
  origin = `http://localhost:${port}`
  service = await startTestApp(
    { PARAPH_PORT: String(port), PARAPH_BASE_URL: origin },
    { clock: systemClock },
  )
  await service.services.start()
  await service.app.listen({ host: '127.0.0.1', port })
  browser = await openBrowser()
  watched = await watchedPage(browser, origin, { viewport: PHONE, locale: 'en-GB' })
  ;({ page } = watched)
  const { outbox, accounts } = service.services
  const made = await member({ app: service.app, outbox, accounts })
  ;({ email } = made)
  const cookies = [...made.visitor.cookies].map(([name, value]) => ({ name, value, url: origin }))
  await page.context().addCookies(cookies)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(async () => {
  await watched.close()
  await browser.close()
  await service.close()
})

const send = (label: string): Promise<void> => page.getByRole('button', { name: label }).click()

test('a passkey is made in the settings, with recovery codes', async () => {
  await page.goto(`${origin}/console/settings`)
  await send('Add a passkey')
  await expect.poll(() => page.innerText('h1')).toBe('Add a passkey')
  await expectAccessible(page)
  await page.getByLabel('Name of the passkey').fill('My phone')
  await send('Create the passkey')
  await expect.poll(() => page.innerText('h1')).toBe('Your recovery codes')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect.poll(() => page.innerText('[aria-labelledby="factors"]')).toContain('My phone')
  await expectAccessible(page)
})

test('and is asked for after the password', async () => {
  await page.context().clearCookies()
  await page.goto(`${origin}/console/log-in`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await send('Log in')
  await expect.poll(() => page.innerText('h1')).toBe('Second factor')
  await expectAccessible(page)
  await page.goto(`${origin}/console/settings`)
  expect(page.url()).toContain('/console/log-in')
  await page.goto(`${origin}/console/log-in/second`)
  await send('Use a passkey')
  await expect.poll(() => page.innerText('h1')).toBe('First steps')
  await page.goto(`${origin}/console/settings`)
  await expect.poll(() => page.innerText('[aria-labelledby="factors"]')).toContain('last used')
})

test('an authenticator app is shown as a code to scan', async () => {
  await send('Set up an authenticator app')
  await page.waitForSelector('svg.qr')
  await expectAccessible(page)
  expect(watched.faults).toEqual([])
})
