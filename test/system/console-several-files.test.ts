/** A new request of several files, in the form of the developer area. */
import { PDFDocument } from 'pdf-lib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'

let browsed: BrowsedConsole
let page: Page
let pdf: Buffer

/** Two pages, with a line to sign on the second. */
async function contract(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const [first, second] = [document.addPage([595, 842]), document.addPage([595, 842])]
  first.drawText('Service agreement', { x: 60, y: 760, size: 20 })
  second.drawText('Signature:', { x: 60, y: 200, size: 12 })
  second.drawLine({ start: { x: 130, y: 198 }, end: { x: 330, y: 198 } })
  return Buffer.from(await document.save())
}

beforeAll(async () => {
  browsed = await startBrowsedConsole({ PARAPH_CA_AUTOMATIC: 'on' })
  ;({ page } = browsed)
  await browsed.logIn()
  pdf = await contract()
})
afterAll(() => browsed.close())

const press = (label: string): Promise<void> => page.getByRole('button', { name: label }).click()
const fieldBoxes = () => page.locator('.field-box')

test('several files are added, put in order and removed; each has its own fields, and all are sent', async () => {
  await page.goto(`${browsed.origin}/console/requests/new`)
  const file = (name: string, buffer = pdf) => ({ name, mimeType: 'application/pdf', buffer })
  expect(await page.isVisible('#add-files'), 'one file comes first').toBe(false)
  await page.setInputFiles('#file', file('Agreement.pdf'))
  await expect.poll(() => page.locator('#use-found').count()).toBe(1)
  expect(await page.isVisible('#file-list')).toBe(false)
  await page.setInputFiles('#more-files', [file('Annex.pdf'), file('Terms.pdf'), file('Old.pdf')])
  const listed = () => page.locator('.file-pick').allInnerTexts()
  await expect
    .poll(listed)
    .toEqual(['1. Agreement.pdf', '2. Annex.pdf', '3. Terms.pdf', '4. Old.pdf'])
  const shown = () => page.locator('.file-pick[aria-pressed="true"]').innerText()
  expect(await shown()).toBe('2. Annex.pdf')
  await press('Remove Old.pdf')
  await press('Up Terms.pdf')
  expect(await listed()).toEqual(['1. Agreement.pdf', '2. Terms.pdf', '3. Annex.pdf'])
  expect(await page.innerText('#files-live')).toBe('Terms.pdf is now file 2 of 3.')
  // The one that is shown keeps its pages, and can be changed above them.
  expect(await shown()).toBe('3. Annex.pdf')
  await expect.poll(() => page.locator('.sheets-file:visible .sheet-page').count()).toBe(2)
  await page.locator('#palette [data-type="text"]').click()
  await expect.poll(() => fieldBoxes().count()).toBe(1)
  await page.getByLabel('File', { exact: true }).selectOption('2. Terms.pdf')
  await expect.poll(() => page.locator('.sheets-file:visible .sheet-page').count()).toBe(2)
  await page.locator('#palette [data-type="signature"]').click()
  await page.locator('#palette [data-type="text"]').click()
  await expect.poll(() => page.locator('.field-box:visible').count()).toBe(2)
  const places = () => page.locator('.signer-places .place-link').allInnerTexts()
  expect(await places()).toEqual([
    ...['Terms.pdf: Page 1', 'Terms.pdf: Text 1, page 1'],
    'Annex.pdf: Text 1, page 1',
  ])
  expect(await page.innerText('.no-place')).toContain('Agreement.pdf, Annex.pdf')
  await expectAccessible(page)
  await page.locator('.signer-places .place-link').last().click()
  expect(await shown()).toBe('3. Annex.pdf')
  await press('Done')
  await page.locator('.file-pick').first().click()
  expect(await page.innerText('#found')).toContain('One place to sign was found')
  await page.setInputFiles('#more-files', file('broken.pdf', Buffer.from('no')))
  await expect.poll(() => page.innerText('#file-error')).toContain('not a PDF')
  await press('Remove broken.pdf')
  await expect.poll(shown).toBe('1. Agreement.pdf')

  await page.getByLabel('E-mail address').fill('nobody')
  await press('Send to the signers')
  await expect.poll(() => page.innerText('#signer-0-email-error')).toContain('such as name@')
  expect(await listed()).toHaveLength(3)
  await page.getByLabel('E-mail address').fill('joan@example.com')
  await press('Send to the signers')
  await page.waitForURL(/\/console\/requests\/doc_/, { timeout: 120_000 })
  const joan = await browsed.personAt('joan@example.com')
  await joan.open()
  const { document, signer } = (await joan.state()) as unknown as {
    document: { files: Array<{ filename: string }> }
    signer: { inputs: Array<{ name: string; places: Array<{ file_number?: number }> }> }
  }
  expect(document.files.map(({ filename }) => filename)).toEqual([
    ...['Agreement.pdf', 'Terms.pdf', 'Annex.pdf'],
  ])
  expect(signer.inputs.map(({ name, places: own }) => [name, own[0]?.file_number])).toEqual([
    ['text_1', 2],
    ['text_1_2', 3],
  ])
  expect(browsed.watched.faults, 'what a page must never do').toEqual([])
})
