/**
 * Somebody who has never been here, in Chromium: from the first page over the mails, as the development outbox
 * shows them, to a first PDF and a first signed document. Only what people see is used.
 */
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DESKTOP, watchedPage } from './browser.ts'
import { PASSWORD } from './console-visitor.ts'

/** How long it took from the first page on, in ms, and what came of it. */
export interface FirstMinutes {
  pdfMs: number
  signedMs: number
  signed: Buffer
  /** What a page must never do. */
  faults: readonly string[]
}

const EMAIL = 'grace@hopper.example'
const WAIT_MS = 60_000
/** The first test request waits until the TEST authority has made its keys. */
const AUTHORITY_MS = 180_000

/** Follows a link of the newest mail that has one. */
async function followMail(page: Page, origin: string, part: string): Promise<void> {
  const link = page.locator(`a[href*="${part}"]`).first()
  const until = performance.now() + WAIT_MS
  do await page.goto(`${origin}/dev/outbox`)
  while ((await link.count()) === 0 && performance.now() < until)
  await link.click()
}

async function makeAccount(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'Create a free account' }).click()
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await followMail(page, origin, '/console/confirm/')
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
}

async function makePdf(page: Page): Promise<void> {
  await page.getByLabel('Customer').fill('Grace Hopper & Sons')
  await page.getByRole('button', { name: 'Render the PDF' }).click()
  await page.waitForSelector('#try-sheet canvas', { timeout: WAIT_MS })
}

/** The code of a test request stands on its page in the console. */
async function codeOf(context: BrowserContext, origin: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${origin}/console/requests`)
  await page.locator('.request-row a').first().click()
  const code = await page.locator('code.code').innerText()
  await page.close()
  return code
}

async function sign(page: Page, origin: string): Promise<Buffer> {
  await page.waitForSelector('.sheet canvas', { timeout: WAIT_MS })
  await page.click('#read-next')
  await page.check('#agree-check')
  await page.click('#agree-next')
  await page.waitForSelector('#phone-country option', { state: 'attached' })
  await page.fill('#phone', '+33 6 12 34 56 78')
  await page.click('#phone-send')
  await page.waitForSelector('#code:visible')
  await page.fill('#code', await codeOf(page.context(), origin))
  await page.click('#code-check')
  await page.waitForSelector('#step-sign:visible')
  await page.check('input[value="typed"]')
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.click('#sign-submit')
  const link = page.getByRole('link', { name: 'Download the signed document' })
  await link.waitFor({ timeout: AUTHORITY_MS })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return await readFile(await download.path())
}

/** Goes all the way on a service on which nobody has been before. */
export async function firstMinutes(browser: Browser, origin: string): Promise<FirstMinutes> {
  const { page, faults, close } = await watchedPage(browser, origin, {
    viewport: DESKTOP,
    locale: 'en-GB',
  })
  const start = performance.now()
  await makeAccount(page, origin)
  await makePdf(page)
  const pdfMs = performance.now() - start
  await page.getByRole('button', { name: 'Send it to me' }).click()
  await page.waitForSelector('.flash', { timeout: AUTHORITY_MS })
  await followMail(page, origin, '/sign/')
  const signed = await sign(page, origin)
  const signedMs = performance.now() - start
  await close()
  return { pdfMs, signedMs, signed, faults }
}
