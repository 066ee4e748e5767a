/** The signer's page in every language on a phone, and as it would be read from right to left. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES, type Language, languageFacts } from '../../src/kernel/languages.ts'
import { consentIn } from '../../src/signing/words/consent.ts'
import { textsIn } from '../../src/translations/texts.ts'
import { openBrowser, PHONE, type WatchedPage, watchedPage } from '../support/browser.ts'
import { isLong } from '../support/long-tests.ts'
import { openStage } from '../support/sign-stage.ts'

/** The narrowest phones in use. */
const NARROW = { width: 320, height: 640 }

let browser: Browser
let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  ;[browser, stage] = await Promise.all([openBrowser(), openStage()])
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

/** What is cut off or beyond the edges of the screen, as text. */
const OFF_SCREEN = `(() => {
  const width = document.documentElement.clientWidth
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.visually-hidden, .skip-link, .step-name, .sheets, [aria-hidden]') === null
  return [...document.querySelectorAll('header *, main *, footer *')]
    .filter((element) => shown(element) && element.getClientRects().length > 0)
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      const cut = element.matches('button, a, summary') && element.scrollWidth > element.clientWidth + 1
      return left < -1 || right > width + 1 || cut
    })
    .map((element) => element.tagName + ' ' + element.id + ' ' + element.textContent.slice(0, 60))
})()`

const offScreen = ({ page }: WatchedPage): Promise<string[]> => page.evaluate(OFF_SCREEN)

/** Shows a step that a person reaches later, with every form of it. */
const showStep = ({ page }: WatchedPage, step: string): Promise<void> =>
  page.evaluate(`(() => {
    for (const panel of document.querySelectorAll('[data-panel]')) panel.hidden = panel.dataset.panel !== '${step}'
    for (const form of document.querySelectorAll('#phone-form, #code-form, #phone-entry')) form.hidden = false
  })()`)

async function open(
  language: Language,
  viewport: typeof PHONE,
  changes = {},
): Promise<WatchedPage> {
  stage.reset(changes)
  stage.state.consent = consentIn(language, { delivery: 'email', authentication: 'sms' })
  const watched = await watchedPage(browser, stage.url, {
    viewport,
    locale: languageFacts(language).tag,
  })
  await watched.page.goto(stage.page(language))
  return watched
}

describe.each(isLong('languages') ? LANGUAGES : (['en', 'fr'] as const))('%s', (language) => {
  const words = textsIn(language).signing.pages.sign

  test('every step fits on a phone, also on a narrow one, and is in that language', async () => {
    for (const viewport of [PHONE, NARROW]) {
      const watched = await open(language, viewport)
      const { page } = watched
      await page.locator('#read-next').waitFor({ state: 'visible' })
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await page.locator('html').getAttribute('dir')).toBe('ltr')
      expect(await page.locator('#read-next').textContent()).toContain(words.read.next)
      expect(await offScreen(watched)).toEqual([])
      await page.locator('.language-menu summary').click()
      expect(await page.locator('.language-menu a').allTextContents()).toEqual(
        LANGUAGES.map((one) => languageFacts(one).name),
      )
      expect(await offScreen(watched)).toEqual([])
      await page.locator('.language-menu summary').click()
      await page.locator('#read-next').click()
      await page.locator('#agree-next').waitFor({ state: 'visible' })
      expect(await page.locator('.consent').textContent()).toContain(
        consentIn(language, { delivery: 'email', authentication: 'sms' }).text.slice(0, 40),
      )
      expect(await offScreen(watched)).toEqual([])
      for (const step of ['code', 'sign']) {
        await showStep(watched, step)
        expect(await offScreen(watched)).toEqual([])
      }
      expect(watched.faults).toEqual([])
      await watched.close()
    }
  })

  test('what comes after signing, and a link that is none, fit too', async () => {
    for (const next of ['signed', 'completed', 'blocked'] as const) {
      const watched = await open(language, NARROW, { next })
      expect(await watched.page.locator('main').textContent()).toContain(words.outcomes[next].title)
      expect(await offScreen(watched)).toEqual([])
      await watched.close()
    }
    const watched = await open(language, NARROW)
    stage.dead = 'unknown'
    await watched.page.goto(stage.page(language))
    expect(await watched.page.locator('main').textContent()).toContain(words.outcomes.unknown.title)
    expect(await offScreen(watched)).toEqual([])
    await watched.close()
  })
})

test('read from right to left, nothing is beyond an edge and the page is mirrored', async () => {
  for (const viewport of [PHONE, NARROW, { width: 1280, height: 800 }]) {
    const watched = await open('de', viewport)
    const { page } = watched
    await page.locator('#read-next').waitFor({ state: 'visible' })
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    expect(await offScreen(watched)).toEqual([])
    const [brand, menu] = await Promise.all([
      page.locator('.brand').boundingBox(),
      page.locator('.languages').boundingBox(),
    ])
    expect(brand?.x).toBeGreaterThan(menu?.x ?? Number.POSITIVE_INFINITY)
    await page.locator('.language-menu summary').click()
    expect(await offScreen(watched)).toEqual([])
    await watched.close()
  }
})
