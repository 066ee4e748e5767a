/** A signer on a phone goes to the provider of their certificate and back, twice, in a real browser. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { type BrowsedApp, startBrowsedApp } from '../support/browsed-app.ts'
import { PHONE, watchedPage } from '../support/browser.ts'
import type { CertificateProvider } from '../support/certificate-provider.ts'
import { type ExternalProvider, startExternalProvider } from '../support/external-provider.ts'
import { connectService, inFrontOf, SERVICE } from '../support/own-certificates.ts'
import { plainDocument } from '../support/pdf-samples.ts'
import { messagesOf } from '../support/signing-app.ts'

let browsed: BrowsedApp
let service: TestApp
let browser: Browser
let provider: ExternalProvider
let front: CertificateProvider
let key = ''

beforeAll(async () => {
  provider = await startExternalProvider()
  front = await inFrontOf(provider)
  browsed = await startBrowsedApp({ PARAPH_CA_AUTOMATIC: 'on' })
  ;({ service, browser } = browsed)
  const email = 'sender-of-certificates@example.com'
  key = await service.newKey('signature_pro', email)
  const account = await service.services.accounts.accounts.findAccount(email)
  const accountId = account?.id ?? ''
  await connectService(service, front, [provider.root], { accountId })
})
afterAll(async () => {
  await browsed.close()
  await front.close()
  await provider.close()
})

/** What the newest message to somebody contains. */
async function newest(to: string, wanted: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const messages = await messagesOf(service)
      const message = messages.find((each) => each.to === to && wanted.test(each.text))
      found = wanted.exec(message?.text ?? '')?.[0]
      return found
    })
    .toBeTruthy()
  return found ?? ''
}

test('a signer chooses a certificate and authorises the signature at its provider', async () => {
  front.holds('person', 'p384')
  const made = await service.call('POST', '/api/v1/documents', {
    key,
    form: [
      ['file', { filename: 'Contrat.pdf', bytes: await (await plainDocument(1)).save() }],
      [
        'signers',
        JSON.stringify([
          {
            email: 'jeanne@example.com',
            first_name: 'Jeanne',
            last_name: 'Martin',
            locale: 'en',
            phone: '+33612345601',
            certificate: { service: SERVICE },
          },
        ]),
      ],
    ],
  })
  expect(made.status, made.bytes.toString()).toBe(201)
  const { id } = made.json<{ id: string }>()
  const viewer = await watchedPage(browser, browsed.origin, { viewport: PHONE, locale: 'en-GB' })
  const { page } = viewer
  await page.goto(await newest('jeanne@example.com', /http:\/\/\S+\/sign\/[\w-]+/))
  await page.waitForSelector('.sheet canvas')
  await page.click('#read-next')
  expect(await page.locator('.consent').innerText()).toContain('Tiers QTSP')
  await page.click('#agree-next')
  await page.click('#phone-send')
  await page.waitForSelector('#code:visible')
  await page.fill('#code', await newest('+33612345601', /\b\d{6}\b/))
  await page.waitForSelector('#step-sign:visible')
  await page.click('input[value=typed]', { force: true })
  await page.fill('#typed', 'Jeanne Martin')
  expect(await page.locator('#sign-submit').innerText()).toBe('Continue to Tiers QTSP')
  await page.click('#sign-submit')
  await page.waitForSelector('#certificate-form:visible', { timeout: 60_000 })
  const choices = page.locator('.certificate')
  expect(await choices.count()).toBe(2)
  expect(await choices.first().innerText()).toContain('Tiers Qualified CA')
  expect(await choices.first().innerText()).toContain('does not contain your name')
  // Nothing of the way is left in the address.
  expect(new URL(page.url()).search).toBe('')
  await page.click('#certificate-go')
  await page.waitForSelector('.outcome.success', { timeout: 90_000 })
  // The browser goes to one foreign address, and to nothing else.
  const pages = `request to ${front.origin}/oauth2/authorize?`
  expect(viewer.faults.filter((fault) => !fault.startsWith(pages))).toEqual([])
  expect(viewer.faults).toHaveLength(2)
  await viewer.close()
  await expect
    .poll(
      async () =>
        (await service.call('GET', `/api/v1/documents/${id}`, { key })).json<{ status: string }>()
          .status,
      { timeout: 90_000 },
    )
    .toBe('completed')
})

test('whoever comes to the page of return alone is told what to do', async () => {
  const viewer = await watchedPage(browser, browsed.origin, { viewport: PHONE, locale: 'de-DE' })
  await viewer.page.goto(`${browsed.origin}/certificate-return?code=secret&state=secret`)
  await viewer.page.waitForSelector('#lost:visible')
  expect(await viewer.page.locator('#lost').innerText()).toContain('Nichts wurde unterschrieben')
  expect(new URL(viewer.page.url()).search).toBe('')
  await viewer.close()
})
