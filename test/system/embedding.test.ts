/**
 * Signing in a frame of another site, by the sample page of the guide as it stands: two host names, no third-party
 * cookie, a real Chromium.
 */
import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults } from '../support/axe.ts'
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH, DESKTOP, PHONE } from '../support/browser.ts'
import { type EmbeddingStage, startEmbeddingStage } from '../support/embedding-stage.ts'

let stage: EmbeddingStage
let browser: Browser

beforeAll(async () => {
  stage = await startEmbeddingStage()
  browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_ARGUMENTS, '--test-third-party-cookie-phaseout'],
  })
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})

interface Visit {
  context: BrowserContext
  page: Page
  /** The frame, once it shows the service. */
  frame(): Promise<Frame>
  events(): Promise<Record<string, string>[]>
  says(text: string): Promise<void>
  /** Cookies that went either way between the browser and the service, and scripts' errors. */
  faults: string[]
}

/** Somebody opens a page of a site that frames a link. */
async function visit(address: string, url: string, viewport = DESKTOP): Promise<Visit> {
  stage.given = url
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', async (response) => {
    if (!response.url().startsWith(stage.browsed.origin)) return
    const cookies = [
      await response.headerValue('set-cookie').catch(() => null),
      await response
        .request()
        .headerValue('cookie')
        .catch(() => null),
    ]
    for (const cookie of cookies) if (cookie !== null) faults.push(`cookie ${cookie}`)
    const referer = await response
      .request()
      .headerValue('referer')
      .catch(() => null)
    if (referer?.includes('/sign/')) faults.push(`referrer ${referer}`)
  })
  await page.goto(address)
  const ours = () =>
    page.frames().find((frame) => frame.url().startsWith(`${stage.browsed.origin}/sign/`))
  return {
    context,
    page,
    faults,
    async frame() {
      await expect.poll(() => ours() !== undefined, { timeout: 20_000 }).toBe(true)
      return ours() as Frame
    },
    events: () => page.evaluate('told') as Promise<Record<string, string>[]>,
    says: (text) =>
      expect.poll(() => page.locator('#status').innerText(), { timeout: 60_000 }).toBe(text),
  }
}

const typesOf = async ({ events }: Visit): Promise<string[]> =>
  (await events()).map(({ type = '' }) => type)

/** From the document to the pad. */
async function identify(frame: Frame): Promise<void> {
  await frame.waitForSelector('.sheet canvas', { timeout: 60_000 })
  await frame.click('#read-next')
  await frame.click('#agree-next')
  await frame.click('#phone-send')
  const sent = frame.locator('#code-sent')
  await expect.poll(() => sent.innerText()).toMatch(/\d{6}/)
  await frame.fill('#code', /\b\d{6}\b/.exec(await sent.innerText())?.[0] ?? '')
  await frame.waitForSelector('#step-sign:visible')
}

test('a person signs in a frame of another site without a cookie, and the page around is told', async () => {
  const { id, signer, url } = await stage.request()
  const seen = await visit(`${stage.home}/`, url)
  const frame = await seen.frame()
  await seen.says('Take your time to read.')
  expect(await accessibilityFaults(seen.page)).toEqual([])
  await identify(frame)
  await frame.click('#sign-submit')
  await seen.says('Thank you, you have signed.')
  const link = frame.getByRole('link', { name: 'Download the signed document' })
  await link.waitFor({ timeout: 90_000 })
  expect(await frame.locator('.outcome .actions a').count()).toBe(1)
  const [download] = await Promise.all([seen.page.waitForEvent('download'), link.click()])
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const told = await seen.events()
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['ready', 'opened', 'signed']))
  for (const event of told)
    expect(event).toEqual({
      source: 'paraph',
      type: event.type,
      document_id: id,
      signer_id: signer,
      origin: stage.browsed.origin,
    })
  expect(await seen.context.cookies()).toEqual([])
  expect(seen.faults).toEqual([])
  // The page around neither reads the frame nor its address.
  const peek = `(() => { try { return frames[0].location.href } catch (error) { return error.name } })()`
  expect(await seen.page.evaluate(peek)).toBe('SecurityError')
  await seen.context.close()
})

test('a frame that is loaded anew asks for a new code; declining is told', async () => {
  const { url } = await stage.request()
  const seen = await visit(`${stage.home}/`, url, PHONE)
  const frame = await seen.frame()
  await identify(frame)
  await frame.evaluate('location.reload()')
  await frame.waitForSelector('.sheet canvas')
  await frame.click('#read-next')
  await frame.waitForSelector('#step-agree:visible')
  await frame.click('#agree-back')
  await frame.click('#decline-open')
  await frame.fill('#decline-reason', 'The price is wrong.')
  await frame.click('#decline-confirm')
  await seen.says('You have declined.')
  expect((await typesOf(seen)).at(-1)).toBe('declined')
  expect(seen.faults).toEqual([])
  await seen.context.close()
})

test('a page of another origin gets a frame that the browser refuses, and is told nothing', async () => {
  const { url } = await stage.request()
  const seen = await visit(`${stage.foreign}/`, url)
  await seen.says('The document cannot be shown. Try again later.')
  expect(await seen.events()).toEqual([])
  const frames = seen.page.frames().map((frame) => frame.url())
  expect(frames.at(-1)).toContain('chrome-error://')
  await seen.context.close()
})

test('a link that is opened too late says so in the frame, and tells the page around', async () => {
  const { signer, url } = await stage.request()
  const { links } = stage.browsed.service.services.signing.parts
  const late = links.url({ id: signer, link_version: 1 }, stage.browsed.origin, {
    untilS: 1_750_000_000,
    embedOrigin: stage.home,
  })
  expect(late.replace(/-.*/, '')).toBe(url.replace(/-.*/, ''))
  const seen = await visit(`${stage.home}/`, late)
  await seen.says('This took too long. Reload the page.')
  const frame = await seen.frame()
  expect(await frame.locator('h1').innerText()).toContain('expired')
  expect(await seen.events()).toMatchObject([
    { type: 'ready' },
    { type: 'error', code: 'signing_url_expired' },
  ])
  await seen.context.close()
})

test('ordinary pages are shown in no frame, and a link for a frame is an ordinary page in a tab', async () => {
  const { url } = await stage.request()
  const tab = await visit(url, url)
  await tab.page.waitForSelector('.sheet canvas')
  const own = tab.page.url()
  expect(own).not.toMatch(/-e[0-9a-f]{48}/)
  await tab.context.close()
  for (const address of [own, `${stage.browsed.origin}/`, `${stage.browsed.origin}/verify`]) {
    const seen = await visit(`${stage.home}/bare`, address)
    await expect.poll(() => seen.page.frames().at(-1)?.url()).toContain('chrome-error://')
    await seen.context.close()
  }
})
