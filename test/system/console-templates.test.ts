import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { docx, p } from '../support/docx-builder.ts'
import { pdfText } from '../support/pdf-text.ts'
import { smallFont } from '../support/small-font.ts'

let browsed: BrowsedConsole
let page: Page
let origin = ''
let folder = ''

const LETTER = [p('Dear {client.name},'), p('{#lines}'), p('{label}: {price}'), p('{/lines}')]

/** Writes a Word file and answers its path. */
async function wordFile(name: string, body: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, docx(body))
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-desk-'))
  // A machine that does other work at the same time is no fault of the console's.
  browsed = await startBrowsedConsole({
    PARAPH_MERGE_TIMEOUT_MS: '60000',
    PARAPH_INVOICE_TIMEOUT_MS: '60000',
  })
  ;({ page, origin } = browsed)
  const accountId = await browsed.logIn()
  // The free plan's five documents a minute are fewer than this file makes.
  const key = { accountId, plan: 'documents_unlimited', name: 'large', mode: 'live' } as const
  await browsed.service.services.accounts.keys.createKey(key)
})
afterAll(async () => {
  await browsed.close()
  await rm(folder, { recursive: true, force: true })
})

const press = (name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** The file that the page offers. */
async function made(): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#try-download')])
  return await readFile(await download.path())
}

test('a mistake in a template is shown where it is, and the corrected template is stored', async () => {
  await page.goto(`${origin}/console/templates`)
  expect(await page.innerText('.empty')).toContain('No template yet')
  await expectAccessible(page)
  const broken = [p('Dear {client.name,'), p('{#lines}'), p('{label}'), p('{price | currancy}')]
  await page.setInputFiles('#template', await wordFile('letter.docx', broken))
  await press('Check and save')
  await page.waitForSelector('#faults')
  const faults = await page.innerText('#faults')
  expect(faults).toContain('3 mistakes in the template')
  expect(faults).toContain('Text of the document')
  expect(faults).toContain('Dear {client.name,')
  expect(faults).toContain('currancy')
  expect(await page.locator('.finding-paragraph mark').count()).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.setInputFiles('#template', await wordFile('letter.docx', LETTER))
  await page.fill('#name', 'Letter & <Co>')
  await press('Check and save')
  await page.waitForURL(/\/console\/templates\/tpl_/)
  expect(await page.innerText('h1')).toBe('Letter & <Co>')
})

test('its data are edited with the keyboard, and what is missing is shown at its line', async () => {
  const sample = JSON.parse(await page.inputValue('#data')) as { client: { name: string } }
  expect(sample.client.name).not.toBe('')
  await page.focus('#data')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(
    '{\n"lines": [\n{ "label": "Lamp", "price": 9 },\n{ "label": "Bulb" }\n]',
  )
  await expect.poll(() => page.innerText('#data-fault')).toMatch(/^Line 5, column \d+/)
  await page.keyboard.type('\n}')
  await expect.poll(() => page.innerText('#data-fault')).toBe('')
  await page.keyboard.press('Control+Enter')
  await page.waitForSelector('#try-problems .finding')
  const problems = await page.innerText('#try-problems')
  expect(problems).toContain('2 problems')
  expect(problems).toContain('/lines/1/price')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Line 4' }).click()
  expect(await page.evaluate('getSelection().toString()')).toContain('"Bulb"')
  // The other has no place in the data at all.
  expect(await page.locator('.line.wrong').count()).toBe(1)
  // Pressed with a mistake in it: the mistake is in view, and the button can be pressed again.
  await page.fill('#data', '{ "lines": [,] }')
  await press('Create the file')
  await expect.poll(() => page.locator('#data-fault').isVisible()).toBe(true)
  const fault = await page.locator('#data-fault').boundingBox()
  const bar = await page.locator('.two-panes .actions').boundingBox()
  expect((fault?.y ?? 0) + (fault?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  expect(await page.locator('#try-download').isHidden()).toBe(true)
  await press('Reset')
  const text = (await page.inputValue('#data')).replace(sample.client.name, 'Grace Hopper')
  await page.fill('#data', text)
  await press('Create the file')
  await page.waitForSelector('#try-sheet canvas')
  await expect.poll(() => page.innerText('#try-status')).toMatch(/^Made in [\d.]+ s\.$/)
  expect(pdfText(await made()).join(' ')).toContain('Dear Grace Hopper,')
  await expectAccessible(page)
  await page.selectOption('#format', 'docx')
  expect(await page.textContent('#curl-try')).toContain('-F format=docx')
  expect(await page.textContent('#curl-try')).toContain('-o document.docx')
  await press('Create the file')
  await expect.poll(() => page.innerText('#try-sheet')).toContain('Word file is ready')
  expect((await made()).subarray(0, 2).toString()).toBe('PK')
})

test('every option can be read in full, on a desktop and on a phone', async () => {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    const cut =
      await page.evaluate(`[...document.querySelectorAll('.choices-row select')].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font })
      const arrow = 16
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow
      return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room)
    })`)
    expect(cut).toEqual([])
  }
})

test('a new version is compared with the one before, which can be restored', async () => {
  await page.getByRole('link', { name: /^Versions/ }).click()
  const second = [p('Dear {client.name},'), p('{#lines}'), p('{label}, {quantity}'), p('{/lines}')]
  await page.setInputFiles('#template', await wordFile('letter-2.docx', second))
  await page.fill('#note', 'quantities')
  await press('Upload a new version')
  await page.waitForSelector('.flash')
  expect(await page.innerText('.versions')).toContain('quantities')
  await expectAccessible(page)
  await press('Compare')
  expect(await page.innerText('.field-changes.added')).toContain('lines[].quantity')
  expect(await page.innerText('.field-changes.removed')).toContain('lines[].price')
  expect(await page.innerText('.diff-changed')).toContain('quantity')
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Versions/ }).click()
  await page.locator('.act summary', { hasText: 'Restore' }).click()
  await press('Make version 1 current')
  await page.waitForSelector('.flash')
  expect(await page.innerText('.template-facts')).toContain('version 1')
  for (const tab of ['Tags', 'Settings']) {
    await page.locator('.tabs').getByRole('link', { name: tab, exact: true }).click()
    await expectAccessible(page)
  }
})

test('a broken rule leads to its line, and the corrected invoice becomes a PDF with its XML', async () => {
  await page.goto(`${origin}/console/factur-x`)
  const good = await page.inputValue('#data')
  await page.fill('#data', good.replace('"Hôtel Bellevue"', '""'))
  await press('Check the rules')
  await page.waitForSelector('#try-problems .finding.error')
  const rule = page.locator('.finding', { hasText: '/buyer/name' }).first()
  expect(await rule.innerText()).toMatch(/BR-0?7/)
  await expectAccessible(page)
  await rule.getByRole('link').click()
  expect(await page.evaluate('getSelection().toString()')).toContain('"name": ""')
  await page.fill('#data', good)
  await press('Check the rules')
  await expect.poll(() => page.innerText('#try-problems')).toContain('No rule is broken')
  await press('Make the Factur-X')
  await page.waitForSelector('#try-sheet canvas')
  await expect.poll(() => page.textContent('#xml')).toContain('CrossIndustryInvoice')
  await expectAccessible(page)
  const invoice = join(folder, 'invoice.pdf')
  await writeFile(invoice, await made())

  await page.getByRole('link', { name: 'Check a file' }).click()
  await page.setInputFiles('#file', invoice)
  await press('Check the file')
  await page.waitForSelector('#report')
  const report = await page.innerText('section:has(#report)')
  expect(report).toContain('No rule is broken')
  expect(report).toContain('factur-x.xml')
  await expectAccessible(page)
  expect(browsed.watched.faults, 'what a page must never do').toEqual([])
})

test('without JavaScript a template is stored, its mistakes are shown, and the PDF is made', async () => {
  const plain = await browsed.browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' })
  await plain.addCookies(await page.context().cookies())
  const quiet = await plain.newPage()
  await quiet.goto(`${origin}/console/templates?lang=fr`)
  await quiet.click('.sample-cards li:nth-child(2) button')
  await quiet.waitForURL(/\/console\/templates\/tpl_/)
  await quiet.fill('#data', '{}')
  await quiet.click('#try-form button.primary')
  expect(await quiet.innerText('#try-problems')).toContain('/')
  expect(await quiet.inputValue('#data')).toBe('{}')
  await quiet.goBack()
  await quiet.reload()
  const [download] = await Promise.all([
    quiet.waitForEvent('download'),
    quiet.click('#try-form button.primary'),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  await plain.close()
})

test('a font is added on its page, and refused with the reason where its licence forbids it', async () => {
  await page.goto(`${origin}/console/templates`)
  await page.getByRole('link', { name: 'Fonts of your own' }).click({ timeout: 10_000 })
  await expectAccessible(page)
  const path = join(folder, 'boxes.ttf')
  for (const [usage, expected] of [
    [2, '0x0002'],
    [0, 'Boxes'],
  ] as const) {
    await writeFile(path, smallFont({ usage }))
    await page.setInputFiles('#font', path)
    await press('Check and save')
    await page.waitForSelector(usage === 0 ? '.flash' : '#faults')
    expect(await page.innerText('main')).toContain(expected)
    await expectAccessible(page)
  }
  await page.click('.act > summary')
  await press('Delete this font')
  await page.waitForSelector('.empty')
})
