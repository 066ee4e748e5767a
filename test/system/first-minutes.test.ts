/** How long it takes is measured by `npm run bench -- newcomer`. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { firstMinutes } from '../support/first-minutes.ts'
import { dataFolder, freePort, ServerProcess } from '../support/server-process.ts'

let folder: Awaited<ReturnType<typeof dataFolder>>
let server: ServerProcess
let browser: Browser

beforeAll(async () => {
  folder = await dataFolder()
  server = await new ServerProcess(await freePort(), { PARAPH_DATA_DIR: folder.path }).ready()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await folder.remove()
})

test('from the first page to a first PDF and a first signed document, by what people see', async () => {
  const { signed, faults } = await firstMinutes(browser, server.url)
  const body = new FormData()
  body.set('file', new Blob([Uint8Array.from(signed)], { type: 'application/pdf' }), 'signed.pdf')
  const page = await fetch(`${server.url}/verify`, { method: 'POST', body })
  const verdict = await page.text()
  // The person, the seals and the archive time-stamp; nobody trusts the authority that signs tests.
  expect(verdict.split('The signed part is intact').length).toBeGreaterThan(3)
  expect(verdict).toContain('TEST Paraph')
  expect(faults).toEqual([])
}, 400_000)
