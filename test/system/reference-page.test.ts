/** The reference page in a browser: with a key, its "Execute" calls the service, under its own policy. */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type WatchedPage, watchedPage } from '../support/browser.ts'
import { startListening } from '../support/mcp.ts'

const TEMPLATES = join(import.meta.dirname, '../../templates')

let running: Awaited<ReturnType<typeof startListening>>
let browser: Browser
let watched: WatchedPage
beforeAll(async () => {
  // The page is opened by another name than the one the service knows itself by.
  running = await startListening({ PARAPH_BASE_URL: 'https://paraph.example.com' })
  await running.service.services.start()
  browser = await openBrowser()
  watched = await watchedPage(browser, running.url, { viewport: { width: 1280, height: 1600 } })
})
afterAll(async () => {
  await watched.close()
  await browser.close()
  await running.close()
})

test('sends calls with the key: one without a body, and a template with its data', async () => {
  const { page, faults } = watched
  await page.goto(`${running.url}/docs`)
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.locator('.auth-container input').fill(running.key)
  await page.locator('.auth-container').getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close' }).click()

  const usage = page.locator('#operations-Account-getUsage')
  await usage.locator('.opblock-summary-control').click()
  await usage.getByRole('button', { name: 'Execute' }).click()
  await expect
    .poll(() => usage.locator('.live-responses-table .response-col_status').allInnerTexts())
    .toContainEqual(expect.stringMatching(/^200/))
  expect(await usage.locator('.live-responses-table').innerText()).toContain('"monthly"')

  const render = page.locator('#operations-Documents-render')
  await render.locator('.opblock-summary-control').click()
  await render.locator('input[type=file]').first().setInputFiles(join(TEMPLATES, 'letter.docx'))
  await render.getByRole('button', { name: 'Execute' }).click()
  await expect
    .poll(() => render.locator('.live-responses-table').innerText())
    .toContain('content-type: application/pdf')
  expect(faults).toEqual([])
})
