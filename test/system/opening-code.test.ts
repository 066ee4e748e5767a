/** The page that asks for a code before a document is shown: from the link in the mail to the signature, as people see it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OTP } from '../../src/signing/authentication/otp.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { DESKTOP, PHONE, watchedPage } from '../support/browser.ts'
import { plainDocument } from '../support/pdf-samples.ts'
import { somebody, type WishedSigner } from '../support/signing-app.ts'

let browsed: BrowsedConsole
let key = ''
beforeAll(async () => {
  browsed = await startBrowsedConsole({ PARAPH_CA_AUTOMATIC: 'on', PARAPH_CA_KEY_POOL: '2' })
  key = await browsed.service.newKey('signature_pro')
})
afterAll(() => browsed.close())

const NAME = 'Contrat de travail – Zoé Łukasz'

async function asked(who: WishedSigner) {
  const made = await browsed.service.call('POST', '/api/v1/documents', {
    key,
    form: [
      ['file', { filename: 'Contrat.pdf', bytes: await (await plainDocument(2)).save() }],
      ['signers', JSON.stringify([who])],
      ['name', NAME],
      ['code_to_open', 'true'],
    ],
  })
  expect(made.status, made.bytes.toString()).toBe(201)
  const { token } = await browsed.personAt(who.email)
  return { id: made.json<{ id: string }>().id, link: `${browsed.origin}/sign/${token}` }
}

/** The newest code that came to a telephone or a mailbox. */
async function codeTo(to: string | undefined): Promise<string> {
  let code = ''
  const read = async () => {
    const sent = (await browsed.service.services.outbox?.list()) ?? []
    const texts = sent.filter((one) => one.to === to).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
    code = texts.find((one) => one !== undefined) ?? ''
    return code
  }
  await expect.poll(read).not.toBe('')
  return code
}

/** From the shown document to the signature, with another code. */
async function sign(page: Page, who: WishedSigner, phone: string | undefined): Promise<void> {
  await page.click('#read-next')
  await page.click('#agree-next')
  if (who.phone === undefined) {
    await page.waitForSelector('#phone-country option', { state: 'attached' })
    await page.selectOption('#phone-country', 'FR')
    await page.fill('#phone', phone ?? '')
  }
  await page.waitForTimeout(OTP.pauseMs)
  await page.click('#phone-send')
  await page.waitForSelector('#code:visible')
  await page.fill('#code', await codeTo(phone))
  await page.waitForSelector('input[value="typed"]')
  await page.check('input[value="typed"]')
  await page.fill('#typed', 'Zoé Łukasz')
  await page.click('#sign-submit')
  await page.waitForSelector('.outcome.success')
}

/** A folder for pictures of each step, for people to look at. */
const SHOTS = process.env.SHOTS

const LOOKS = [
  { locale: 'fr', viewport: PHONE, colorScheme: 'light', mailed: false },
  { locale: 'en', viewport: DESKTOP, colorScheme: 'dark', mailed: true },
  { locale: 'fr', viewport: DESKTOP, colorScheme: 'light', mailed: true },
  { locale: 'en', viewport: PHONE, colorScheme: 'dark', mailed: false },
] as const

test.each(LOOKS)(
  'from the link to the signature, $locale, $colorScheme, by mail: $mailed',
  async ({ locale, mailed, ...look }) => {
    const { phone, ...nobody } = somebody({ locale })
    const who = mailed ? nobody : { ...nobody, phone: phone ?? '' }
    const { id, link } = await asked(who)
    const { page, faults, close } = await watchedPage(browsed.browser, browsed.origin, look)
    let shot = 0
    const seen = async (what: string) => {
      expect(await accessibilityFaults(page), what).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      shot += 1
      const path = `${SHOTS}/${locale}-${look.viewport.width}-${shot}-${what}.png`
      if (SHOTS !== undefined) await page.screenshot({ path, fullPage: true })
    }
    await page.goto(link)
    expect(await page.locator('h1').innerText()).toContain(NAME)
    await seen('ask')
    expect(await page.locator('#open-ask p').first().innerText()).toMatch(
      mailed ? / (?:à|to) person\d+@example\.com\.$/ : / (?:au|to) \+33\D+\d\d\.$/,
    )
    await page.click('#ask-send')
    await page.waitForSelector('#code:visible')
    const code = await codeTo(mailed ? who.email : phone)
    await page.click('#code-check')
    await expect
      .poll(() => page.locator('#code-error').innerText())
      .toMatch(/6 (?:chiffres|digits)/)
    await page.fill('#code', code === '000000' ? '000001' : '000000')
    await page.click('#code-check')
    const medium = mailed ? /e-mail\. / : /SMS\. /
    await expect.poll(() => page.locator('#code-error').innerText()).toMatch(medium)
    expect(await page.locator('#code-error').innerText()).toMatch(/ 2 (?:essais|attempts)/)
    await seen('wrong')
    await page.click('#code-again')
    await page.waitForSelector('#enter-problem:visible')
    await seen('soon')
    await page.fill('#code', code)
    await page.click('#code-check')
    await page.waitForSelector('.sheet canvas')
    // The next click on the link in a mailbox, which is another site, asks for nothing.
    await page.goto('about:blank')
    await page.setContent(`<a href="${link}">link</a>`)
    await page.click('a')
    await page.waitForSelector('.sheet canvas')
    expect(await page.locator('#open-ask').count()).toBe(0)
    await sign(page, who, phone)
    await seen('signed')
    await expect
      .poll(async () =>
        (await browsed.service.call('GET', `/api/v1/documents/${id}`, { key })).json(),
      )
      .toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
    await page.context().clearCookies()
    await page.goto(link)
    await page.waitForSelector('#open-ask')
    expect(faults).toEqual([])
    await close()
  },
)
