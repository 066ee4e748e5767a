/** A signer's authenticator app on a phone: registered after the code by SMS, then its codes in place of those. */
import { mkdirSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser, PHONE, watchedPage } from '../support/browser.ts'
import { freePort } from '../support/server-process.ts'
import { type SigningApp, somebody, startSigningApp } from '../support/signing-app.ts'

let signing: SigningApp
let browser: Browser
let origin = ''

beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  signing = await startSigningApp(
    {
      PARAPH_PORT: String(port),
      PARAPH_BASE_URL: origin,
      PARAPH_SIGNER_AUTHENTICATION: 'sms,totp',
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

/** Where screenshots go that somebody looks at; nowhere by default. */
const SHOTS = process.env.SIGNER_TOTP_SHOTS

test.each([
  [
    'en',
    {
      read: 'I have read it: continue',
      agree: 'Agree and continue',
      send: 'Send me the code',
      code: '6-digit code',
      open: 'Open my authenticator app',
      wrong: 'This is not the code that the app shows now',
      done: 'Code of the app confirmed.',
    },
  ],
  [
    'fr',
    {
      read: 'J’ai lu : continuer',
      agree: 'Accepter et continuer',
      send: 'M’envoyer le code',
      code: 'Code à 6 chiffres',
      open: 'Ouvrir mon application d’authentification',
      wrong: 'Ce n’est pas le code que l’application affiche maintenant',
      done: 'Code de l’application confirmé.',
    },
  ],
] as const)(
  'an app is registered after the code, and its code asked for at the next document (%s)',
  async (locale, words) => {
    const watched = await watchedPage(browser, origin, {
      viewport: PHONE,
      locale: locale === 'fr' ? 'fr-FR' : 'en-GB',
    })
    const { page } = watched
    const shot = async (name: string) => {
      if (SHOTS === undefined) return
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: `${SHOTS}/${locale}-${name}.png`, fullPage: true })
    }
    const click = (name: string) => page.getByRole('button', { name }).click()
    const who = somebody({ authentication: 'totp', locale })
    const toCode = async () => {
      const person = await signing.person(who)
      await page.goto(`${origin}/sign/${person.token}`)
      await click(words.read)
      await click(words.agree)
      return person
    }
    await signing.create([who])
    const person = await toCode()
    await click(words.send)
    await page.getByLabel(words.code).waitFor()
    await page.getByLabel(words.code).fill(await person.readCode())
    const link = page.getByRole('link', { name: words.open })
    await link.waitFor()
    await page.locator('#totp-qr svg[role="img"]').waitFor()
    await expectAccessible(page)
    await shot('1-register')
    const shown = (await page.innerText('#totp-secret')).replaceAll(/\s/g, '')
    const uri = new URL((await link.getAttribute('href')) ?? '')
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      shown,
    ])
    const totp = new TOTP({ secret: Secret.fromBase32(shown) })
    const right = new Set(
      [-1, 0, 1, 2].map((n) => totp.generate({ timestamp: systemClock.now() + n * 30_000 })),
    )
    const wrong = ['000000', '111111', '222222'].find((code) => !right.has(code)) ?? ''
    await page.getByLabel(words.code).fill(wrong)
    await expect.poll(() => page.innerText('#code-error')).toContain(words.wrong)
    await expectAccessible(page)
    await shot('2-wrong')
    // A page that is loaded anew gives the app the same secret.
    await page.reload()
    await click(words.read)
    await click(words.agree)
    await expect.poll(() => page.innerText('#totp-secret')).toContain(shown.slice(0, 4))
    const first = totp.generate({ timestamp: systemClock.now() })
    await page.getByLabel(words.code).fill(first)
    await expect.poll(() => page.innerText('[data-panel="sign"]')).toContain(words.done)
    await shot('3-sign')

    await signing.create([who])
    await toCode()
    await page.getByLabel(words.code).waitFor()
    expect(await page.getByRole('button', { name: words.send }).isVisible()).toBe(false)
    expect(await page.locator('#totp-new').isVisible()).toBe(false)
    await expectAccessible(page)
    await shot('4-ask')
    // The code of the registration was taken; the next one has not been.
    await page.getByLabel(words.code).fill(first)
    await expect.poll(() => page.innerText('#code-error')).toContain(words.wrong)
    const next = totp.generate({ timestamp: systemClock.now() + 30_000 })
    await page.getByLabel(words.code).fill(next)
    await expect.poll(() => page.innerText('[data-panel="sign"]')).toContain(words.done)
    await watched.page.context().close()
  },
)
