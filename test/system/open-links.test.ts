/** The page of an open link on a phone: from the address on a poster to one's own document. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedApp, startBrowsedApp } from '../support/browsed-app.ts'
import { PHONE, watchedPage } from '../support/browser.ts'
import { templateId } from '../support/bulk.ts'
import { openLink } from '../support/open-links.ts'
import { messagesOf, SigningApp } from '../support/signing-app.ts'

let browsed: BrowsedApp
let signing: SigningApp

beforeAll(async () => {
  browsed = await startBrowsedApp({ PARAPH_CA_AUTOMATIC: 'on' })
  signing = new SigningApp(browsed.service, await browsed.service.newKey('signature_business'))
})
afterAll(() => browsed.close())

const EMAIL = 'zoe@example.com'
const mailedCode = async (): Promise<string> => {
  let code = ''
  await expect
    .poll(async () => {
      const mails = await messagesOf(browsed.service)
      code = /^\d{6}$/m.exec(mails.find(({ to }) => to === EMAIL)?.text ?? '')?.[0] ?? ''
      return code
    })
    .not.toBe('')
  return code
}

test('a visitor confirms an address on a phone and comes to a document of their own', async () => {
  const link = await openLink(signing, await templateId(signing), { invitation_code: 'Rosebud' })
  const watched = await watchedPage(browsed.browser, browsed.origin, {
    viewport: PHONE,
    locale: 'fr-FR',
  })
  const { page } = watched
  await page.goto(`${browsed.origin}${new URL(link.url).pathname}`)
  expect(await page.textContent('h1')).toBe('Signer « Lease »')
  const widths = 'document.documentElement.scrollWidth <= window.innerWidth'
  expect(await page.evaluate(`window.innerWidth === ${PHONE.width} && ${widths}`)).toBe(true)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await page.click('#start-send')
  expect(await page.textContent('#email-error')).toContain('adresse e-mail')
  await page.fill('#email', EMAIL)
  await page.fill('#first_name', 'Zoé')
  await page.fill('#last_name', 'Łukasz')
  await page.fill('#invitation_code', 'Roseraie')
  await page.click('#start-send')
  await page.waitForSelector('#invitation_code-error:not([hidden])')
  await page.fill('#invitation_code', 'Rosebud')
  await page.click('#start-send')
  await page.waitForSelector('#code-form:not([hidden])')
  expect(await page.textContent('#code-sent')).toContain(EMAIL)
  await expectAccessible(page)
  await page.fill('#code', '000000')
  await page.click('#code-check')
  await page.waitForSelector('#code-problem:not([hidden])')
  await page.fill('#code', await mailedCode())
  await page.click('#code-check')
  await page.waitForURL(/\/sign\//)
  await page.waitForSelector('#read-next')
  expect(await page.textContent('.sign-title h1')).toBe('Lease')
  expect(watched.faults).toEqual([])
  await watched.close()
})

test('a closed link says so, in each language', async () => {
  const template = await templateId(signing)
  const link = await openLink(signing, template)
  await browsed.service.call('PATCH', `/api/v1/request-templates/${template}/links/${link.id}`, {
    key: signing.key,
    json: { closed: true },
  })
  const path = new URL(link.url).pathname
  const titles = await Promise.all(
    ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl'].map(async (lang) => {
      const answer = await browsed.service.call('GET', `${path}?lang=${lang}`)
      expect(answer.status).toBe(410)
      return /<h1>([^<]+)<\/h1>/.exec(answer.bytes.toString())?.[1]
    }),
  )
  expect(new Set(titles).size).toBe(8)
})
