/** Fields put on pages in the developer area, and a request template sent to a hundred people of a list, in Chromium. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldValue } from '../../src/pdf/compare/field-values.ts'
import { formFields } from '../../src/pdf/form-fields.ts'
import { PdfFile } from '../../src/pdf/pdf-file.ts'
import type { Input } from '../../src/signing/model/fields.ts'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { DESKTOP, PHONE, watchedPage } from '../support/browser.ts'
import { drag, swipe } from '../support/dragging.ts'
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

const pdfOf = async (pages: number) => {
  const document = await PDFDocument.create()
  for (let page = 1; page <= pages; page += 1)
    document.addPage([595, 842]).drawText(`Page ${page}`, { x: 60, y: 700 })
  return {
    ...{ name: 'Lease.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(await document.save()),
  }
}
const boxes = () => page.locator('.field-box')
const labelOf = (index: number) => boxes().nth(index).getAttribute('aria-label')
const bounds = async (selector: string) => {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not there`)
  return box
}

test('fields are put on the pages by mouse and by keys alone, and their properties are written', async () => {
  await page.goto(`${origin}/console/requests/new`)
  expect(await page.isVisible('#palette')).toBe(false)
  await page.setInputFiles('#file', await pdfOf(2))
  await page.waitForSelector('.sheet-page canvas')
  const sheet = await bounds('.sheet-page >> nth=0')
  await drag(page, '[data-type=date]', { x: sheet.x + 200, y: sheet.y + 150 })
  await expect.poll(() => boxes().count()).toBe(1)
  expect(await labelOf(0)).toMatch(/^Date “Date 1”, Signer 1, page 1, \d+ points from the left/)
  await expectAccessible(page)
  await page.fill('#field-label', 'First <b>day</b>')
  await page.keyboard.press('Enter')
  expect(page.url(), 'the form is not sent').toContain('/requests/new')
  const before = await bounds('.field-box')
  await drag(page, '.field-box-corner', { x: before.x + 200, y: before.y + 50 })
  expect((await bounds('.field-box')).width).toBeGreaterThan(before.width + 20)

  // By keys: added, moved, made larger, named; then to the second page.
  await page.focus('[data-type=radio]')
  await page.keyboard.press('Enter')
  await expect.poll(() => boxes().count()).toBe(2)
  const placed = await labelOf(1)
  for (const key of ['ArrowUp', 'Shift+ArrowRight', 'PageDown']) await page.keyboard.press(key)
  await expect.poll(() => labelOf(1)).toContain('page 2')
  expect(await labelOf(1)).not.toBe(placed)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Payment')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Card\nTransfer')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  expect(await labelOf(1)).toMatch(/^Radio buttons “Payment”, Signer 1, page 2/)
  await page.focus('[data-type=checkbox]')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await expect.poll(() => boxes().count()).toBe(2)
  await page.focus('[data-type=text]')
  await page.keyboard.press('Enter')
  await page.fill('#field-label', 'City')
  await page.fill('#field-value', 'Lyon')
  await page.click('#field-done')
  expect(await page.isVisible('#field-properties')).toBe(false)
  await expectAccessible(page)
})

test('on a phone a finger pulls a field down from the palette, and sideways only the palette', async () => {
  const storageState = await page.context().storageState()
  const touch = { viewport: PHONE, hasTouch: true, isMobile: true, storageState, locale: 'fr-FR' }
  const watched = await watchedPage(browsed.browser, origin, touch)
  const phone = watched.page
  const count = () => phone.locator('.field-box').count()
  const boxOf = (selector: string) => phone.locator(selector).boundingBox()
  await phone.goto(`${origin}/console/requests/new?lang=fr`)
  await phone.setInputFiles('#file', await pdfOf(2))
  // A page is drawn when it comes into view.
  await phone.locator('.sheet-page').first().scrollIntoViewIfNeeded()
  await phone.waitForSelector('.sheet-page canvas')
  await swipe(phone, await boxOf('[data-type=text]'), { x: 20, y: 260 })
  await expect.poll(count).toBe(1)
  expect(await phone.innerText('#field-properties-title')).toBe('Texte de Signataire 1, page 1')
  await phone.fill('#field-label', 'Ville')
  // The field stays in sight above its properties.
  await phone.locator('.place-link', { hasText: 'Ville' }).click()
  const bottom = async (selector: string) => {
    const box = await boxOf(selector)
    return box === null ? Number.NaN : box.y + box.height
  }
  const panelTop = async () => (await boxOf('#field-properties'))?.y ?? 0
  await expect.poll(async () => (await bottom('.field-box')) <= (await panelTop())).toBe(true)
  await phone.locator('#field-done').click()
  await expect.poll(() => phone.isVisible('#field-properties')).toBe(false)
  const before = await boxOf('.field-box')
  await swipe(phone, before, { x: 30, y: 60 })
  const across = async () => ((await boxOf('.field-box'))?.x ?? 0) - (before?.x ?? 0)
  await expect.poll(across).toBeCloseTo(30, -1)
  await swipe(phone, await boxOf('[data-type=number]'), { x: -150, y: 4 })
  await expect
    .poll(() => phone.locator('.palette-chips').evaluate((one) => one.scrollLeft))
    .not.toBe(0)
  expect(await count()).toBe(1)
  await phone.locator('[data-type=initials]').click()
  await expect.poll(count).toBe(2)
  expect(watched.faults).toEqual([])
  await watched.close()
})

test('what the API refuses is told at the field; then it is sent, filled in, and in the signed file', async () => {
  await page.getByLabel('E-mail address').fill('eve@fields.example')
  await page.selectOption('#key', { label: 'Office · Abused · live' })
  await press('Send to the signers')
  await expect.poll(() => page.innerText('#field-label-error')).toContain('without HTML')
  expect(await page.innerText('#signer-0-fields-error')).toContain('“First <b>day</b>”')
  await expectAccessible(page)
  // The properties are open, and leave room for the button that sends.
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Send to the signers' }).click({ trial: true })
  }
  await page.fill('#field-label', 'First day')
  await press('Send to the signers')
  await page.waitForURL(/\/console\/requests\/doc_/)
  const eve = await browsed.personAt('eve@fields.example', '+33612345699')
  await eve.open()
  expect((await eve.askCode('+33612345699')).status).toBe(202)
  expect((await eve.enter(await eve.readCode())).status).toBe(200)
  const values = { first_day: '2026-12-01', payment: 'Transfer', city: 'Grenoble' }
  expect((await eve.sign({ kind: 'typed', text: 'Eve', values })).status).toBe(200)
  await expect
    .poll(() => page.innerText('.request-badges .state'), { timeout: 90_000 })
    .toBe('Completed')
  const link = page.locator('.file-links a').first()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const file = PdfFile.open(await readFile(await download.path()))
  const inFile = formFields(file)
    .filter(({ type }) => type !== 'Sig')
    .map(({ dict }) => fieldValue(file, dict))
  expect(inFile.sort()).toEqual(['1 December 2026', 'Grenoble', 'Transfer'])
})

test('conditions, formulas and pages of fields are written in their properties', async () => {
  await page.goto(`${origin}/console/requests/new`)
  await page.setInputFiles('#file', await pdfOf(3))
  await page.waitForSelector('.sheet-page canvas')
  const add = async (type: string, label: string) => {
    await page.focus(`[data-type=${type}]`)
    await page.keyboard.press('Enter')
    await page.fill('#field-label', label)
  }
  await add('checkbox', 'A pet')
  await add('text', 'Kind of pet')
  const condition = (row: number) => page.locator('#field-when > [data-condition]').nth(row)
  const when = async (row: number, field: string, operator: string) => {
    await condition(row).locator('select').first().selectOption({ label: field })
    await condition(row).locator('select').last().selectOption(operator)
  }
  await when(0, 'A pet', 'checked')
  expect(await condition(0).locator('input').isVisible()).toBe(false)
  expect(await page.isVisible('#field-when_match')).toBe(false)
  await add('number', 'Rent')
  await add('text', 'Guarantor')
  await when(0, 'Rent', 'greater_than')
  await condition(0).locator('input').fill('900')
  await when(1, 'Kind of pet', 'filled')
  await page.selectOption('#field-when_match', 'any')
  await when(2, 'A pet', 'checked')
  await condition(2).locator('select').first().selectOption({ index: 0 })
  expect(await page.locator('#field-when > [data-condition]').count()).toBe(3)
  await add('number', 'Total')
  await page.fill('#field-formula', 'round([rent] * [Months], 2)')
  await expectAccessible(page)
  if (process.env.SHOTS !== undefined)
    await page
      .locator('#field-properties')
      .screenshot({ path: `${process.env.SHOTS}/composer.png` })
  await page.click('#field-done')
  await add('initials', 'Initials')
  await page.fill('#field-pages', 'all')
  await page.click('#field-done')
  await page.getByLabel('E-mail address').fill('rules@fields.example')
  await page.selectOption('#key', { label: 'Office · Abused · live' })
  await press('Send to the signers')
  await expect.poll(() => page.innerText('#field-formula-error')).toContain('does not have')
  await page.fill('#field-formula', 'round([rent] * 12, 2)')
  await page.click('#field-done')
  await press('Send to the signers')
  await page.waitForURL(/\/console\/requests\/doc_/)
  const { inputs } = await browsed.service.services.db
    .selectFrom('signers')
    .select('inputs')
    .where('email', '=', 'rules@fields.example')
    .executeTakeFirstOrThrow()
  const byName = (JSON.parse(inputs) as Input[]).sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(byName).toMatchObject([
    { name: 'a_pet' },
    {
      name: 'guarantor',
      visible_if: {
        match: 'any',
        conditions: [
          { field: 'rent', operator: 'greater_than', value: 900 },
          { field: 'kind_of_pet', operator: 'filled' },
        ],
      },
    },
    { name: 'initials', places: [{ page: 1 }, { page: 2 }, { page: 3 }] },
    {
      name: 'kind_of_pet',
      visible_if: { conditions: [{ field: 'a_pet', operator: 'checked' }] },
    },
    { name: 'rent' },
    { name: 'total', formula: 'round([rent] * 12, 2)', decimals: 2 },
  ])
})

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
