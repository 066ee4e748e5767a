import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { linkIn, PASSWORD } from '../support/console-visitor.ts'

const EMAIL = 'ada@lovelace.example'

let browsed: BrowsedConsole
let page: Page
let origin = ''

beforeAll(async () => {
  browsed = await startBrowsedConsole({
    PARAPH_CA_AUTOMATIC: 'on',
    // A machine that does other work at the same time is no fault of the console's.
    PARAPH_MERGE_TIMEOUT_MS: '60000',
  })
  ;({ page, origin } = browsed)
})
afterAll(() => browsed.close())

const visit = async (path: string): Promise<void> => {
  await page.goto(`${origin}${path}`)
}
const send = (label: string): Promise<void> => page.getByRole('button', { name: label }).click()

test('from signing up through the link in the mail to the first page', async () => {
  await visit('/console')
  expect(page.url()).toBe(`${origin}/console/log-in`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill('Password2026')
  await send('Create account')
  await expect.poll(() => page.innerText('#password-error')).toContain('too easy to guess')
  await expectAccessible(page)
  await page.getByLabel('Password').fill(PASSWORD)
  await send('Create account')
  await expect.poll(() => page.innerText('h1')).toBe('Check your inbox')
  await expectAccessible(page)
  await visit(await linkIn(browsed.service.services, EMAIL, 'confirm'))
  await expectAccessible(page)
  await send('Confirm and continue')
  await expect.poll(() => page.innerText('h1')).toBe('First steps')
  expect(await page.innerText('.flash')).toContain('Welcome')
  await expectAccessible(page)
})

test('to a key that works as the page says, and a PDF in the page', async () => {
  await page.getByRole('link', { name: 'Create a key' }).click()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('first')
  await send('Create the key')
  const key = await page.innerText('#secret')
  const command = await page.innerText('#curl-usage')
  expect(command).toContain(`-H "X-API-Key: ${key}"`)
  const answer = await fetch(`${origin}/usage`, { headers: { 'X-API-Key': key } })
  expect(answer.status).toBe(200)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'I have saved it' }).click()
  await page.locator('.act summary', { hasText: 'Rotate' }).click()
  await expectAccessible(page)

  await visit('/console')
  await page.getByLabel('Customer').fill('Ada Lovelace & Fils')
  await send('Render the PDF')
  await page.waitForSelector('#try-sheet canvas')
  await expect.poll(() => page.innerText('#try-status')).toMatch(/^Made in [\d.]+ s\.$/)
  // Both steps are ticked at once, and still when the page is opened again.
  const ticked = () => page.locator('.first-step.done h2').allInnerTexts()
  const done = [/Create an API key.*Done/s, /Render your first document.*Done/s]
  expect(await ticked()).toEqual(done.map((one) => expect.stringMatching(one)))
  await expectAccessible(page)
  await visit('/console')
  expect(await ticked()).toEqual(done.map((one) => expect.stringMatching(one)))
})

test('to a first signature request, whose link opens the signer’s page', async () => {
  await send('Send it to me')
  // The first time the TEST authority makes its keys.
  await page.waitForSelector('.flash', { timeout: 90_000 })
  await expect.poll(() => page.innerText('.flash')).toContain('test request has been sent')
  expect(await page.innerText('.last-request')).toContain('waiting for your signature')
  const find = async () =>
    (await browsed.service.services.outbox?.list())
      ?.map(({ text }) => /http:\/\/\S+\/sign\/[\w-]+/.exec(text)?.[0])
      .find(Boolean)
  await expect.poll(find).toBeTruthy()
  const link = await find()
  await page.goto(link ?? '')
  await expect.poll(() => page.innerText('body')).toContain('has no legal effect')
})

test('usage, settings and what is missing can be read by everybody, in both languages', async () => {
  const [key] = await browsed.service.services.accounts.keys.listKeys()
  const { db } = browsed.service.services
  for (const month of ['2026-03', '2026-10', new Date().toISOString().slice(0, 7)])
    await db
      .insertInto('quota_usage')
      .values({ key_id: key?.id ?? '', month, metric: 'documents', used: 12 })
      .execute()
  const SETTINGS = '/console/settings'
  const parts = ['brand', 'embedding', 'delete'].map((name) => `${SETTINGS}/${name}`)
  for (const path of ['/console/usage', SETTINGS, ...parts]) {
    await visit(path)
    await expectAccessible(page)
  }
  await visit(`${SETTINGS}/embedding`)
  await page.getByLabel('Origins of your pages').fill('https://*.example.com')
  await send('Save the origins')
  expect(await page.innerText('#origins-error')).toContain('is no origin')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await visit('/console/usage')
  const axis = await page.locator('.chart-axis').boundingBox()
  const most = await page.locator('.chart-axis text').last().boundingBox()
  expect(axis?.x).toBeGreaterThan(0)
  expect(most?.x).toBeGreaterThanOrEqual(axis?.x ?? Number.NaN)
  await page.setViewportSize(DESKTOP)
  await visit('/console/nothing')
  expect(await page.innerText('h1')).toBe('This page does not exist')
  await expectAccessible(page)
  await visit('/console/settings')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await send('Save the language')
  for (const path of ['/console', '/console/keys', '/console/usage', '/console/settings']) {
    await visit(path)
    expect(await page.getAttribute('html', 'lang')).toBe('fr')
  }
  expect(browsed.watched.faults, 'what a page must never do').toEqual([])
})

test('without JavaScript one can log in, make a key and get the PDF', async () => {
  const plain = await browsed.browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const quiet = await plain.newPage()
  await quiet.goto(`${origin}/console/keys`)
  await quiet.fill('#email', EMAIL)
  await quiet.fill('#password', PASSWORD)
  await quiet.click('main button')
  expect(quiet.url()).toBe(`${origin}/console/keys`)
  await quiet.fill('#name', 'sans script')
  await quiet.click('section:has(#create) button')
  expect(await quiet.innerText('#secret')).toMatch(/^pk_(live|test)_/)
  await quiet.goto(`${origin}/console`)
  const [download] = await Promise.all([
    quiet.waitForEvent('download'),
    quiet.click('#try-form button'),
  ])
  expect(download.suggestedFilename()).toBe('invoice.pdf')
  await plain.close()
})
