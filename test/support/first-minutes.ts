/**
 * Somebody in France who has never been here, in Chromium: from the first page over the mails, as the development
 * outbox shows them, to a first PDF and a first signed document. Only what people see is used.
 */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, watchedPage } from './browser.ts'
import { PASSWORD } from './console-visitor.ts'

/** How long it took from the first page on, in ms, and the file it ended with. */
export interface FirstMinutes {
  pdfMs: number
  signedMs: number
  /** Clicks until then: links, buttons, boxes and lists; fields are reached by the Tab key. */
  pdfClicks: number
  signedClicks: number
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
  await page.getByRole('link', { name: 'Créer un compte gratuit' }).click()
  await page.getByLabel('Adresse e-mail').fill(EMAIL)
  await page.getByLabel('Mot de passe').fill(PASSWORD)
  await page.getByRole('button', { name: 'Créer le compte' }).click()
  await page.waitForSelector('main a[href$="/dev/outbox"]')
  await followMail(page, origin, '/console/confirm/')
  await page.getByRole('button', { name: 'Confirmer et continuer' }).click()
  await page.getByRole('heading', { name: 'Premiers pas' }).waitFor()
}

async function makePdf(page: Page): Promise<void> {
  await page.getByLabel('Client').fill('Grace Hopper & Fils')
  await page.getByRole('button', { name: 'Produire le PDF' }).click()
  await page.waitForSelector('#try-sheet canvas', { timeout: WAIT_MS })
}

/** The code of a test request, as its page shows it. */
async function shownCode(page: Page): Promise<string> {
  await page.waitForSelector('#code:visible')
  const [code] = /\b\d{6}\b/.exec(await page.locator('#code-sent').innerText()) ?? []
  if (code === undefined) throw new Error('the page of a test request shows no code')
  return code
}

async function sign(page: Page): Promise<Buffer> {
  await page.waitForSelector('.sheet canvas', { timeout: WAIT_MS })
  await page.click('#read-next')
  await page.click('#agree-next')
  await page.waitForSelector('#phone-country option', { state: 'attached' })
  await page.fill('#phone', '06 12 34 56 78')
  await page.click('#phone-send')
  await page.fill('#code', await shownCode(page))
  await page.waitForSelector('#step-sign:visible')
  await page.getByLabel('Votre nom').fill('Grace Hopper')
  await page.click('#sign-submit')
  const link = page.getByRole('link', { name: 'Télécharger le document signé' })
  await link.waitFor({ timeout: AUTHORITY_MS })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return await readFile(await download.path())
}

/** Goes all the way on a service on which nobody has been before. */
export async function firstMinutes(browser: Browser, origin: string): Promise<FirstMinutes> {
  const { page, faults, close } = await watchedPage(browser, origin, {
    viewport: DESKTOP,
    locale: 'fr-FR',
  })
  let clicks = 0
  await page.context().exposeBinding('pressed', () => {
    clicks += 1
  })
  await page.context().addInitScript('addEventListener("pointerdown", () => pressed(), true)')
  const start = performance.now()
  await makeAccount(page, origin)
  await makePdf(page)
  const [pdfMs, pdfClicks] = [performance.now() - start, clicks]
  await page.getByRole('button', { name: 'Me l’envoyer' }).click()
  await page.waitForSelector('.flash', { timeout: AUTHORITY_MS })
  await followMail(page, origin, '/sign/')
  const signed = await sign(page)
  const signedMs = performance.now() - start
  await close()
  return { pdfMs, signedMs, pdfClicks, signedClicks: clicks, signed, faults }
}
