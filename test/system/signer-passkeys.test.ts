/** A signer's passkey in Chromium with an authenticator of its own, on a phone: created after the code, then in its place. */
import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser, PHONE, type WatchedPage, watchedPage } from '../support/browser.ts'
import { freePort } from '../support/server-process.ts'
import { type SigningApp, somebody, startSigningApp } from '../support/signing-app.ts'

let signing: SigningApp
let browser: Browser
let origin = ''

beforeAll(async () => {
  const port = await freePort()
  // Browsers bind passkeys to a host name; an address has none.
  origin = `http://localhost:${port}`
  signing = await startSigningApp(
    {
      PARAPH_PORT: String(port),
      PARAPH_BASE_URL: origin,
      PARAPH_SIGNER_AUTHENTICATION: 'sms,passkey,email',
    },
    { clock: systemClock },
  )
  await signing.app.app.listen({ host: '127.0.0.1', port })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await signing.close()
})

async function visit(locale: string): Promise<WatchedPage> {
  const watched = await watchedPage(browser, origin, { viewport: PHONE, locale })
  const devtools = await watched.page.context().newCDPSession(watched.page)
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
  return watched
}

/** Where screenshots go that somebody looks at; nowhere by default. */
const SHOTS = process.env.SIGNER_PASSKEY_SHOTS

test.each([
  [
    'en',
    {
      read: 'I have read it: continue',
      agree: 'Agree and continue',
      send: 'Send me the code',
      code: '6-digit code',
      create: 'Create a passkey',
      use: 'Use my passkey',
      done: 'Passkey confirmed.',
    },
  ],
  [
    'fr',
    {
      read: 'J’ai lu : continuer',
      agree: 'Accepter et continuer',
      send: 'M’envoyer le code',
      code: 'Code à 6 chiffres',
      create: 'Créer une clé d’accès',
      use: 'Utiliser ma clé d’accès',
      done: 'Clé d’accès confirmée.',
    },
  ],
] as const)(
  'a passkey is created after the code, and asked for at the next document (%s)',
  async (locale, words) => {
    const watched = await visit(locale === 'fr' ? 'fr-FR' : 'en-GB')
    const { page } = watched
    const shot = async (name: string) => {
      if (SHOTS === undefined) return
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: `${SHOTS}/${locale}-${name}.png`, fullPage: true })
    }
    const click = (name: string) => page.getByRole('button', { name }).click()
    const who = somebody({ authentication: 'passkey', locale })
    const toCode = async () => {
      const person = await signing.person(who)
      await page.goto(`${origin}/sign/${person.token}`)
      await click(words.read)
      await click(words.agree)
      return person
    }
    await signing.create([who])
    const person = await toCode()
    await expectAccessible(page)
    await shot('1-code')
    await click(words.send)
    await page.getByLabel(words.code).waitFor()
    await page.getByLabel(words.code).fill(await person.readCode())
    await page.getByRole('button', { name: words.create }).waitFor()
    await expectAccessible(page)
    await shot('2-create')
    await click(words.create)
    await expect.poll(() => page.innerText('[data-panel="sign"]')).toContain(words.done)
    await shot('3-sign')

    await signing.create([who])
    await toCode()
    await page.getByRole('button', { name: words.use }).waitFor()
    expect(await page.getByRole('button', { name: words.send }).isVisible()).toBe(false)
    await expectAccessible(page)
    await shot('4-use')
    await click(words.use)
    await expect.poll(() => page.innerText('[data-panel="sign"]')).toContain(words.done)
    await watched.close()
  },
)

test('a code by e-mail, on the same page', async () => {
  const watched = await visit('en-GB')
  const { page } = watched
  const { phone: _phone, ...who } = somebody({ authentication: 'email', locale: 'en' })
  await signing.create([who])
  const person = await signing.person(who)
  await page.goto(`${origin}/sign/${person.token}`)
  await page.getByRole('button', { name: 'I have read it: continue' }).click()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect.poll(() => page.innerText('[data-panel="code"]')).toContain(who.email)
  expect(await page.innerText('[data-panel="code"]')).not.toMatch(/SMS|mobile/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me the code' }).click()
  await page.getByLabel('6-digit code').waitFor()
  await page.getByLabel('6-digit code').fill(await person.readMailedCode())
  await expect.poll(() => page.innerText('[data-panel="sign"]')).toContain('Code confirmed.')
  await watched.close()
})
