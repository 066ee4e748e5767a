/** A request template made in the developer area and sent to a hundred people of a list, in Chromium. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { GENEROUS_PLANS } from '../support/generous-plans.ts'
import { smallPdf } from '../support/signing-app.ts'

const PEOPLE = 100

let browsed: BrowsedConsole
let page: Page
let origin = ''
let accountId = ''
let folder = ''
let template = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-console-bulk-'))
  const plans = join(folder, 'plans.json')
  await writeFile(plans, JSON.stringify(GENEROUS_PLANS))
  browsed = await startBrowsedConsole({ PARAPH_CA_AUTOMATIC: 'on', PARAPH_PLANS_FILE: plans })
  ;({ page, origin } = browsed)
  accountId = await browsed.logIn()
  const { keys } = browsed.service.services.accounts
  await keys.createKey({ accountId, plan: 'abused', name: 'Office', mode: 'live' })
})
afterAll(async () => {
  await browsed.close()
  await rm(folder, { recursive: true, force: true })
})

const press = (label: string | RegExp): Promise<void> =>
  page.getByRole('button', { name: label }).click()

/** The page in both languages, at the widths of a phone and of a desktop: accessible, and nothing sticks out. */
async function looked(): Promise<void> {
  const path = page.url()
  for (const locale of ['fr', 'en']) {
    await page.locator(`.side .language-form button[value="${locale}"]`).click()
    await page.waitForSelector(`html[lang="${locale}"]`)
    expect(page.url()).toBe(path)
    await expectAccessible(page)
  }
}

const list = (rows: readonly string[], name = 'tenants.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['signer1.email;signer1.first_name;external_id', ...rows].join('\r\n')),
})
const people = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `p${at + 1}@list.example;Zoé ${at + 1};L-${at + 1}`)

test('a PDF with a place becomes a template', async () => {
  await page.goto(`${origin}/console/requests`)
  await page.goto(`${origin}/console/requests/new`)
  const file = {
    name: 'Lease.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await smallPdf()),
  }
  await page.setInputFiles('#file', file)
  await page.waitForSelector('.sheet-page canvas')
  await page.focus('.chip')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.field-box').count()).toBe(1)
  await press('Save as a template')
  await page.waitForURL(/\/templates\/rqt_/)
  template = page.url()
  await expectAccessible(page)
  await looked()
})

test('a list of a hundred people and three mistakes is checked, and then sent', async () => {
  const mailed = async () => (await browsed.service.services.outbox?.list()) ?? []
  // A second try sends to them again.
  const earlier = new Set((await mailed()).map(({ id }) => id))
  await page.goto(template)
  const rows = people(PEOPLE)
  rows.splice(10, 0, 'nobody;Bob;bad-1')
  rows.splice(50, 0, ';Cy;bad-2', `d@list.example;${'x'.repeat(300)};bad-3`)
  await page.setInputFiles('#rows', list(rows))
  await page.selectOption('#list-key', { label: 'Office · Abused · live' })
  await press('Check the list')
  await page.waitForURL(/\/bulk\/blk_/)
  const wrong = page.locator('table tbody tr')
  expect(await wrong.count()).toBe(3)
  await looked()
  await press(`Send ${PEOPLE} requests`)
  await expect
    .poll(() => page.innerText('#progress'), { timeout: 240_000 })
    .toBe(`${PEOPLE} of ${PEOPLE + 3} sent`)
  await expect.poll(() => page.innerText('main')).toContain('Completed')
  await looked()
  const link = page.getByRole('link', { name: 'Download the results (CSV)' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(PEOPLE + 4)
  expect(lines.filter((line) => line.includes(';sent;doc_'))).toHaveLength(PEOPLE)
  const mails = (await mailed()).filter(({ id }) => !earlier.has(id))
  const to = mails.filter(({ text }) => /\/sign\//.test(text)).map((mail) => mail.to)
  expect(to.sort()).toEqual(
    people(PEOPLE)
      .map((row) => row.split(';')[0])
      .sort(),
  )
}, 600_000)

test('of 10,000 rows the three bad ones are told', async () => {
  const rows = people(10_000)
  for (const at of [16, 4_999, 9_999]) rows[at] = 'nobody;Bob;bad'
  await page.goto(template)
  await page.setInputFiles('#rows', list(rows, 'many.csv'))
  await page.selectOption('#list-key', { label: 'Office · Abused · live' })
  await press('Check the list')
  await page.waitForURL(/\/bulk\/blk_/)
  const told = await page.locator('table tbody tr td:nth-child(2)').allInnerTexts()
  expect(told).toEqual(['18', '5001', '10001'])
  await looked()
  await press('Cancel the rest')
  await expect.poll(() => page.innerText('main')).toContain('Cancelled')
  expect(browsed.watched.faults).toEqual([])
}, 600_000)
