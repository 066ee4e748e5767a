/** The signer's page on a phone: hooks that open it anew for each test, and the steps that tests share. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { SignerState } from '../../src/signing/signers/schemas.ts'
import { openBrowser, PHONE, type WatchedPage, watchedPage } from './browser.ts'
import { openStage, type Stage, sentCode, signerState } from './sign-stage.ts'

/** What a test has; `page` and `watched` are new for each. */
export interface SignerPages {
  stage: Stage
  browser: Browser
  watched: WatchedPage
  page: Page
}

/** Registers the hooks. @param use called before each test */
export function signerPages(use: (opened: SignerPages) => void) {
  let stage: Stage
  let browser: Browser
  let watched: WatchedPage
  let page: Page

  beforeAll(async () => {
    ;[stage, browser] = await Promise.all([openStage(), openBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await stage.close()
  })
  beforeEach(async () => {
    stage.reset()
    watched = await watchedPage(browser, stage.url, { viewport: PHONE, hasTouch: true })
    page = watched.page
    use({ stage, browser, watched, page })
  })
  afterEach(async () => {
    expect(watched.faults, 'what a page must never do').toEqual([])
    await watched.close()
  })

  async function load(changes: Partial<SignerState> = {}, lang = 'fr'): Promise<void> {
    stage.state = { ...signerState(), ...changes }
    await page.goto(stage.page(lang))
  }
  return {
    laterIso: (): string => sentCode().expires_at,
    text: (selector: string): Promise<string> => page.locator(selector).innerText(),
    calls: (call: string): unknown[] =>
      stage.calls.filter((act) => act.call === call).map(({ body }) => body),
    load,
    async toCode(): Promise<void> {
      await page.click('#read-next')
      await page.click('#agree-next')
    },
    async toSign(): Promise<void> {
      await load({ next: 'sign', verified_until: sentCode().expires_at })
      await page.click('#read-next')
    },
  }
}
