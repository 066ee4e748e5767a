/** The list of requests as people use it: search, filters that come off again, selection, tags, by mouse and by keys. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { SigningApp } from '../support/signing-app.ts'

let browsed: BrowsedConsole
let page: Page
let program: SigningApp

const LIST = '/console/requests'
const visit = (path = LIST) => page.goto(`${browsed.origin}${path}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const shown = () => page.locator('.request-row h2 a').allInnerTexts()
const draft = (name: string, tags: string[], who = { email: 'ada@example.com' }) =>
  program.create([who], { options: { name, send: 'false', tags: JSON.stringify(tags) } })

/** Where TEST_PICTURES names a folder, what people see is kept there to be looked at. */
async function picture(name: string): Promise<void> {
  const folder = process.env.TEST_PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

beforeAll(async () => {
  browsed = await startBrowsedConsole({ PARAPH_CA_AUTOMATIC: 'on' })
  page = browsed.page
  const accountId = await browsed.logIn()
  const { keys } = browsed.service.services.accounts
  const input = { accountId, plan: 'signature_business', name: 'program', mode: 'live' } as const
  program = new SigningApp(browsed.service, (await keys.createKey(input)).secret)
  await draft('Bail été 2026', ['Bail', 'Paris'])
  await draft('Contrat Müller', ['VIP'], { email: 'jurgen.muller@example.com' })
  for (const name of ['Mandat A', 'Mandat B'])
    await program.create([{ email: 'eve@example.com' }], { options: { name } })
})
afterAll(() => browsed.close())

test('a search finds without accents, and each filter comes off by its chip', async () => {
  await visit()
  await expectAccessible(page)
  await picture('list')
  await page.getByRole('searchbox', { name: 'Search' }).fill('ete BAIL')
  await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual(['Bail été 2026'])
  await visit()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Draft' }).check()
  await page.getByLabel('Tag', { exact: true }).first().selectOption('VIP')
  await page.getByLabel('Order').selectOption('name')
  await press('Show')
  await expect.poll(shown).toEqual(['Contrat Müller'])
  await expectAccessible(page)
  await picture('filtered')
  await page.getByRole('link', { name: 'Tag VIP (remove this filter)' }).click()
  await expect.poll(shown).toEqual(['Bail été 2026', 'Contrat Müller'])
  await visit(`${LIST}?q=nothing+like+this`)
  expect(await page.innerText('.empty')).toContain('No request matches this search.')
  await expectAccessible(page)
  await picture('none')
})

test('selected requests get a tag, are cancelled after a question, and what failed is said', async () => {
  await visit()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect.poll(() => page.innerText('.picked')).toBe('4 selected')
  await page.getByRole('checkbox', { name: 'Select Bail été 2026' }).uncheck()
  await expect.poll(() => page.innerText('.picked')).toBe('3 selected')
  await picture('selected')
  await page.locator('#tagging summary').click()
  await page.getByRole('textbox', { name: 'Tag' }).fill('Sale')
  await expectAccessible(page)
  await press('Add tag')
  await expect
    .poll(() => page.locator('.rows .badge').allInnerTexts())
    .toEqual(['Done', 'Done', 'Done'])
  await expectAccessible(page)
  await picture('tagged')
  await visit(`${LIST}?tag=sale`)
  expect(await shown()).toHaveLength(3)

  for (const name of ['Mandat A', 'Contrat Müller'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await press('Remind')
  await expect.poll(() => page.locator('.rows').innerText()).toMatch(/Not possible/)
  await visit()
  await page.getByRole('checkbox', { name: 'Select Mandat A' }).focus()
  await page.keyboard.press('Space')
  await press('Cancel')
  await expect.poll(() => page.innerText('h1')).toBe('Cancel 1 request?')
  await expectAccessible(page)
  await picture('cancel')
  await press('Cancel these requests')
  await expect.poll(() => page.locator('.rows .badge').allInnerTexts()).toEqual(['Done'])
  await visit(`${LIST}?status=cancelled`)
  expect(await shown()).toEqual(['Mandat A'])
  await page.getByRole('checkbox', { name: 'Select Mandat A' }).check()
  await press('Download signed files')
  await expect
    .poll(() => page.innerText('.alert'))
    .toContain('None of these documents is completed')
})

test('tags of one request are edited on its page; the list is a CSV file', async () => {
  await visit()
  await page.getByRole('link', { name: 'Mandat B' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('Nord, Sud, nord')
  await press('Save tags')
  await expect.poll(() => page.locator('#live .tags li').allInnerTexts()).toEqual(['Nord', 'Sud'])
  await page.getByRole('textbox', { name: 'Tags' }).fill('x'.repeat(51))
  await press('Save tags')
  await expect.poll(() => page.innerText('#tag-list-error')).toContain('Up to 20 tags')
  await expectAccessible(page)
  await picture('tags')
  await visit(`${LIST}?tag=nord`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('requests.csv')
})

test.each([
  ['phone', { width: 375, height: 800 }, 'light', 'en'],
  ['dark', { width: 1280, height: 800 }, 'dark', 'en'],
  ['french', { width: 1280, height: 800 }, 'light', 'fr'],
  ['french phone', { width: 320, height: 800 }, 'dark', 'fr'],
] as const)('it reads as well: %s', async (name, size, colorScheme, lang) => {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
  await visit(`${LIST}?lang=${lang}&status=draft&status=pending`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(wide).toBeLessThanOrEqual(0)
  await picture(name)
  await expectAccessible(page)
})
