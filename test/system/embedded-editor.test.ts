/**
 * The editor in a frame of another site, by the sample page of the guide: two host names, no third-party cookie, a real
 * Chromium.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WRITTEN_ORIGIN } from '../../src/site/markdown.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { type BrowsedApp, startBrowsedApp } from '../support/browsed-app.ts'
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../support/browser.ts'
import { TENANT } from '../support/bulk.ts'
import { freePort } from '../support/server-process.ts'
import { pdfOf } from '../support/several-files.ts'

const GUIDES = ['docs/embedding.md', 'docs/fr/embedding.md'].map((path) =>
  readFileSync(path, 'utf8'),
)
const SAMPLES = GUIDES.map(
  (guide) => [...guide.matchAll(/^```html\n(.*?)^```$/gms)].map(([, text]) => text)[1] ?? '',
)
const TOLD = `<script>
  window.told = []
  addEventListener('message', ({ data, origin }) => told.push({ ...data, origin }))
</script>`
const TABLET = { width: 820, height: 1180 }

let browsed: BrowsedApp
let browser: Browser
let host: Server
let home = ''
let key = ''
let given = ''

beforeAll(async () => {
  browsed = await startBrowsedApp({ PARAPH_CA_AUTOMATIC: 'on', PARAPH_CA_KEY_POOL: '2' })
  const port = await freePort()
  home = `http://app.localhost:${port}`
  host = createServer(({ url = '/' }, response) => {
    const isCall = url.endsWith('/editor-session')
    const page = (SAMPLES[0] ?? '').replaceAll(WRITTEN_ORIGIN, browsed.origin)
    const text = isCall ? JSON.stringify({ url: given }) : page.replace('<meta', `${TOLD}<meta`)
    const type = isCall ? 'application/json' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'Content-Type': type }).end(text)
  }).listen(port, '127.0.0.1')
  const { accounts, signing, pkiOf } = browsed.service.services
  await pkiOf('test').authority.ready()
  const { id } = await accounts.accounts.createAccount('embedding@example.com')
  await signing.parts.embedding.set(id, [home], 'key:test')
  key = await browsed.service.keyFor(id, 'signature_pro', 'test')
  browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...CHROMIUM_ARGUMENTS, '--test-third-party-cookie-phaseout'],
  })
})
afterAll(async () => {
  await browser.close()
  host.close()
  await browsed.close()
})

const call = (method: string, path: string, json?: object) =>
  browsed.service.call(method, path, { key, ...(json !== undefined && { json }) })
async function session(asked: object): Promise<void> {
  const answer = await call('POST', '/api/v1/editor-sessions', { embed_origin: home, ...asked })
  if (answer.status !== 201) throw new Error(`${answer.bytes}`)
  given = answer.json<{ url: string }>().url
}

interface Visit {
  context: BrowserContext
  page: Page
  frame: Frame
  events(): Promise<Record<string, string>[]>
  faults: string[]
  shot(name: string): Promise<void>
}

/** Somebody opens the page of the product. */
async function visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: TABLET, ...options })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', async (response) => {
    if (!response.url().startsWith(browsed.origin)) return
    const sent = await response.request().allHeaders()
    const set = await response.headerValue('set-cookie').catch(() => null)
    if (sent.cookie !== undefined || set !== null) faults.push(`cookie at ${response.url()}`)
    if (sent.referer?.includes('/editor/')) faults.push(`referrer ${sent.referer}`)
  })
  await page.goto(`${home}/`)
  const ours = () =>
    page.frames().find((frame) => frame.url().startsWith(`${browsed.origin}/editor/`))
  await expect.poll(() => ours() !== undefined, { timeout: 30_000 }).toBe(true)
  const frame = ours() as Frame
  return {
    ...{ context, page, frame, faults },
    events: () => page.evaluate('told') as Promise<Record<string, string>[]>,
    shot: async (name) => {
      const folder = process.env.EDITOR_SHOTS
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    },
  }
}
const typesOf = async ({ events }: Visit) => (await events()).map(({ type }) => type)
const told = (visit: Visit, type: string) =>
  expect.poll(async () => (await typesOf(visit)).includes(type), { timeout: 60_000 }).toBe(true)

test('the sample page is the same in both languages', () => {
  expect(SAMPLES[0]).toContain('embedEditor')
  expect(SAMPLES[1]).toBe(SAMPLES[0])
})

test('a draft is made, saved, gone on with and sent in a frame, without a cookie', async () => {
  await session({ kind: 'document', may_send: true, language: 'en' })
  const seen = await visit()
  const { page, frame } = seen
  await told(seen, 'ready')
  expect(await frame.locator('nav, a[href^="/console"]').count()).toBe(0)
  const buffer = Buffer.from(await pdfOf(2))
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer })
  await frame.setInputFiles('#file', file('lease.pdf'))
  await expect.poll(() => frame.locator('.sheet-page').count()).toBe(2)
  await frame.setInputFiles('#more-files', [file('annex.pdf')])
  await expect.poll(() => frame.locator('.sheets-file:visible .sheet-page').count()).toBe(2)
  await frame.fill('#signer-0-email', 'ada@example.com')
  await frame.fill('#signer-0-first_name', 'Ada')
  await frame.click('#palette [data-type="signature"]')
  await frame.click('#palette [data-type="text"]')
  await expect.poll(() => frame.locator('.field-box').count()).toBe(2)
  await frame.fill('#field-label', 'Place of birth')
  await seen.shot('tablet-new')
  expect(await accessibilityFaults(page)).toEqual([])
  await frame.getByRole('button', { name: 'Save' }).click()
  await told(seen, 'saved')
  const saved = (await seen.events()).find(({ type }) => type === 'saved')
  const id = saved?.document_id ?? ''
  expect(saved?.origin).toBe(browsed.origin)
  await expect.poll(() => page.innerText('#status')).toBe(`Saved: ${id}`)

  // The same frame goes on with what was saved.
  await frame.waitForSelector('#compose-saved', { state: 'attached' })
  await expect.poll(() => frame.locator('.field-box').count()).toBe(2)
  expect(await frame.inputValue('#signer-0-email')).toBe('ada@example.com')
  await expect.poll(() => frame.locator('#shown-file option').count()).toBe(2)
  await frame.getByRole('button', { name: 'Add a signer' }).click()
  await frame.fill('#signer-1-email', 'bob@example.com')
  await frame.locator('#palette-signer').selectOption({ index: 1 })
  await frame.click('#palette [data-type="signature"]')
  expect(await frame.locator('#days option:checked').innerText()).toMatch(/^Unchanged \(.+UTC\)$/)
  await frame.selectOption('#remind', '3')
  await seen.shot('tablet-saved')
  await frame.getByRole('button', { name: 'Send to the signers' }).click()
  await told(seen, 'sent')
  await expect.poll(() => page.innerText('#status')).toBe(`Sent: ${id}`)
  const document = (await call('GET', `/api/v1/documents/${id}`)).json<{
    status: string
    files: object[]
    reminders?: object
    signers: { email: string; fields: { file_number?: number; label?: string }[] }[]
  }>()
  expect(document).toMatchObject({ status: 'pending', signers: [{ email: 'ada@example.com' }, {}] })
  expect(document.files).toHaveLength(2)
  expect(document.reminders).toEqual({ first_after_days: 3, every_days: 3, max: 3 })
  expect(document.signers[0]?.fields).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ file_number: 2 }),
      expect.objectContaining({ file_number: 2, label: 'Place of birth' }),
    ]),
  )
  await frame.waitForSelector('text=The signers have been invited')
  await seen.shot('tablet-sent')
  expect(seen.faults).toEqual([])
  await seen.context.close()
})

test('a request template is edited on a dark screen, in German; its frame is closed', async () => {
  const made = await browsed.service.call('POST', '/api/v1/request-templates', {
    key,
    form: [
      ['file', { filename: 'lease.pdf', bytes: await pdfOf(1) }],
      ['files', { filename: 'annex.pdf', bytes: await pdfOf(2) }],
      ['name', 'Lease'],
      ['roles', JSON.stringify([TENANT, { role: 'landlord', email: 'land@example.com' }])],
    ],
  })
  const before = made.json<{ id: string; roles: object[] }>()
  await session({ kind: 'request_template', id: before.id, language: 'de' })
  const seen = await visit({ colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
  const { frame } = seen
  await expect.poll(() => frame.locator('.field-box').count()).toBe(2)
  await seen.shot('desktop-template-dark')
  await frame.fill('#name', 'Mietvertrag')
  await frame.getByRole('button', { name: 'Speichern' }).click()
  await told(seen, 'saved')
  const path = `/api/v1/request-templates/${before.id}`
  const after = (await call('GET', path)).json<{ name: string; roles: object[] }>()
  expect(after).toMatchObject({ name: 'Mietvertrag', roles: before.roles })
  await frame.waitForSelector('[role="status"]:text("Gespeichert.")')
  await frame.getByRole('button', { name: 'Schließen' }).click()
  await expect.poll(() => seen.page.frames().length).toBe(1)
  expect((await typesOf(seen)).at(-1)).toBe('closed')
  expect(seen.faults).toEqual([])
  await seen.context.close()
})

test('another site shows nothing, and a session that is over says so', async () => {
  await session({ kind: 'document', expires_in: 60 })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(home.replace('app.localhost', 'elsewhere.localhost'))
  await expect.poll(() => page.innerText('#status'), { timeout: 30_000 }).toMatch(/cannot be shown/)
  expect(((await page.evaluate('told')) as object[]).length).toBe(0)
  await context.close()
  const before = { expires_at: '2020-01-01T00:00:00.000Z' }
  await browsed.service.services.db.updateTable('editor_sessions').set(before).execute()
  const seen = await visit()
  await told(seen, 'error')
  expect((await seen.events()).at(-1)).toMatchObject({ code: 'editor_session_ended' })
  await seen.shot('ended')
  await seen.context.close()
})
