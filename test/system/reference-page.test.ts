/** The reference in a browser: every page for everybody, and calls sent with a key, under the pages' own policy. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, expectAccessible } from '../support/axe.ts'
import { DESKTOP, openBrowser, PHONE, type WatchedPage, watchedPage } from '../support/browser.ts'
import { OPERATIONS } from '../support/contract.ts'
import { startListening } from '../support/mcp.ts'

let running: Awaited<ReturnType<typeof startListening>>
let browser: Browser
let watched: WatchedPage
beforeAll(async () => {
  // The page is opened by another name than the one the service knows itself by.
  running = await startListening({ PARAPH_BASE_URL: 'https://paraph.example.com' })
  await running.service.services.start()
  browser = await openBrowser()
  watched = await watchedPage(browser, running.url, { viewport: DESKTOP })
})
afterAll(async () => {
  await watched.close()
  await browser.close()
  await running.close()
})

/** Opens everything that can be opened. */
const OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true })"

test('lists every described operation under the header of the site, in both languages', async () => {
  const { page } = watched
  for (const [language, title] of [
    ['en', 'API reference'],
    ['fr', 'Référence de l’API'],
  ]) {
    await page.goto(`${running.url}/docs?lang=${language}`)
    expect(await page.innerText('h1')).toBe(title)
    expect(await page.locator('.ref-list a').count()).toBe(OPERATIONS.length)
    expect(await page.locator('.brand a').getAttribute('href')).toMatch(/^\/(?:\?lang=\w+)?$/)
    await expectAccessible(page)
  }
  const first = page.locator('.ref-list a').first()
  const summary = await first.innerText()
  await first.click()
  await expect.poll(() => page.innerText('h1')).toBe(summary)
})

test('every operation has a page, and those of each tag are without a fault, with all of their fields open', async () => {
  const { page } = watched
  for (const { operation } of OPERATIONS) {
    const answer = await fetch(`${running.url}/docs/${operation.operationId}`)
    expect([operation.operationId, answer.status]).toEqual([operation.operationId, 200])
    expect(await answer.text()).toContain('data-try')
  }
  const faults: unknown[] = []
  const tags = new Map(OPERATIONS.map(({ operation }) => [operation.tags?.[0], operation]))
  for (const [index, operation] of [...tags.values()].entries()) {
    // Half of them as somebody on a phone at night sees them.
    const dark = index % 2 === 1
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await page.setViewportSize(dark ? PHONE : DESKTOP)
    await page.goto(`${running.url}/docs/${operation.operationId}?lang=${dark ? 'fr' : 'en'}`)
    await page.evaluate(OPENED)
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    for (const fault of [
      ...(await accessibilityFaults(page)),
      ...(Number(wide) > 0 ? ['too wide'] : []),
    ])
      faults.push([operation.operationId, fault])
  }
  expect(faults).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP)
})

test('sends calls with the key, which stays in the tab: one without a body, and a document with one click', async () => {
  const { page, faults } = watched
  const send = async (operationId: string) => {
    await page.goto(`${running.url}/docs/${operationId}?lang=en`)
    if ((await page.inputValue('#try-key')) === '') await page.fill('#try-key', running.key)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForSelector('[data-answer]:not([hidden])')
    await expectAccessible(page)
    return await page.innerText('[data-status]')
  }
  expect(await send('getUsage')).toMatch(/^200/)
  expect(await page.innerText('[data-text]')).toContain('"monthly"')
  expect(await send('render')).toMatch(/^200/)
  expect(await page.innerText('[data-text]')).toContain('content-type: application/pdf')
  expect(await page.getAttribute('[data-save]', 'download')).toBe('letter.pdf')
  expect(faults).toEqual([])
})
