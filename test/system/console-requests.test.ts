import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECEIVER_SAMPLE } from '../../src/console/pages/webhooks-view.tsx'
import { protectPdf } from '../../src/pdf/protect.ts'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { drag, swipe } from '../support/dragging.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { freePort } from '../support/server-process.ts'
import { SigningApp } from '../support/signing-app.ts'

let browsed: BrowsedConsole
let page: Page
let receiver: Receiver
let origin = ''
let pdf: Buffer
let accountId = ''

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
  browsed = await startBrowsedConsole({
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_WEBHOOK_PRIVATE: 'on',
    PARAPH_SIGN_TIMEOUT_MS: '60000',
  })
  ;({ page, origin } = browsed)
  accountId = await browsed.logIn()
  receiver = await startReceiver()
  pdf = await contract()
})
afterAll(async () => {
  await browsed.close()
  await receiver.close()
})

const visit = async (path: string): Promise<void> => {
  await page.goto(`${origin}${path}`)
}
const press = (label: string): Promise<void> => page.getByRole('button', { name: label }).click()
const state = (): Promise<string> => page.innerText('.request-badges .state')

/** The code by SMS that the page shows for a test request. */
async function codeShown(): Promise<string> {
  await expect.poll(() => page.innerText('#live')).toContain('Code by SMS')
  return await page.innerText('.code')
}

const fieldBoxes = () => page.locator('.field-box')
const labelOf = (index: number) => fieldBoxes().nth(index).getAttribute('aria-label')

/** The page of a request that a program sent. */
async function sentByProgram(): Promise<string> {
  const { keys } = browsed.service.services.accounts
  // A webhook that is added here is for what live keys make.
  const input = { accountId, plan: 'signature_business', name: 'program', mode: 'live' } as const
  const program = new SigningApp(browsed.service, (await keys.createKey(input)).secret)
  const { id } = await program.create([{ email: 'eve@example.com' }], { pdf })
  return `/console/requests/${id}`
}

test('the empty list leads to the form, which shows the pages and what was found in them', async () => {
  await visit('/console/requests')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New request' }).click()
  await expectAccessible(page)
  await page.setInputFiles('#file', {
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no'),
  })
  await expect.poll(() => page.innerText('#file-error')).toContain('not a PDF')
  await page.setInputFiles('#file', {
    name: 'Agreement.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  })
  await page.waitForSelector('.sheet-page canvas')
  await expect.poll(() => page.innerText('#found')).toContain('One place to sign was found')
  await expectAccessible(page)
})

test('a signature is dragged onto the page, moved, sized and removed by mouse and by keys', async () => {
  await page.locator('.chip').scrollIntoViewIfNeeded()
  const sheet = await page.locator('.sheet-page').first().boundingBox()
  if (sheet === null) throw new Error('no page')
  await drag(page, '.chip', { x: sheet.x + sheet.width / 2, y: sheet.y + 200 })
  await expect.poll(() => fieldBoxes().count()).toBe(1)
  expect(await labelOf(0)).toMatch(/^Signature of Signer 1, page 1, \d+ points from the left/)
  const before = await fieldBoxes().first().boundingBox()
  await drag(page, '.field-box', { x: sheet.x + sheet.width / 2 - 80, y: sheet.y + 300 })
  const after = await fieldBoxes().first().boundingBox()
  expect((after?.x ?? 0) - (before?.x ?? 0)).toBeCloseTo(-80, -1)
  expect((after?.y ?? 0) - (before?.y ?? 0)).toBeCloseTo(100, -1)
  await drag(page, '.field-box-corner', { x: (after?.x ?? 0) + 260, y: (after?.y ?? 0) + 110 })
  expect((await fieldBoxes().first().boundingBox())?.width).toBeGreaterThan(
    (after?.width ?? 0) + 20,
  )

  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByLabel('First name').fill('Ada')
  await fieldBoxes().first().focus()
  const placed = await labelOf(0)
  expect(placed).toContain('Signature of Ada')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.innerText('#field-box-live')).toMatch(/^Page 1: \d+ from the left/)
  expect(await labelOf(0)).not.toBe(placed)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('PageDown')
  expect(await labelOf(0)).toContain('page 2')
  await page.keyboard.press('Delete')
  expect(await fieldBoxes().count()).toBe(0)
  await page.focus('.chip')
  await page.keyboard.press('Enter')
  await expect.poll(() => fieldBoxes().count()).toBe(1)
  await page.keyboard.press('Delete')
  await press('Use them')
  expect(await labelOf(0)).toContain('page 2')
  await fieldBoxes().first().scrollIntoViewIfNeeded()
  const put = await fieldBoxes().first().boundingBox()
  await swipe(page, put, { x: 40, y: -50 })
  const moved = await fieldBoxes().first().boundingBox()
  expect((moved?.x ?? 0) - (put?.x ?? 0)).toBeCloseTo(40, -1)
  expect((moved?.y ?? 0) - (put?.y ?? 0)).toBeCloseTo(-50, -1)
  await expectAccessible(page)
})

test('each error is shown at its field and loses nothing; then the request is sent', async () => {
  await press('Add a signer')
  await page.getByLabel('E-mail address').nth(1).fill('nobody')
  await page.getByLabel('Step').nth(1).fill('2')
  await press('Send to the signers')
  await expect.poll(() => page.innerText('#signer-1-email-error')).toContain('such as name@')
  expect(await fieldBoxes().count()).toBe(1)
  await expectAccessible(page)
  await page.getByLabel('E-mail address').nth(1).fill('bob@example.com')
  await page.getByLabel('Mobile phone').first().fill('+33 6 12 34 56 78')
  await page.getByLabel('Message to the signers').fill('Please sign <b>today</b>.')
  await press('Send to the signers')
  // The first time the TEST authority makes its keys.
  await page.waitForURL(/\/console\/requests\/doc_/, { timeout: 120_000 })
  expect(await page.innerText('.flash')).toContain('The request has been sent')
  expect(await state()).toBe('Waiting for signatures')
  expect(await page.innerText('#trail + p, #trail')).toContain('History')
  await expectAccessible(page)
})

test('what a signer does is seen while it happens, without loading the page', async () => {
  await page.evaluate('globalThis.kept = true')
  const ada = await browsed.personAt('ada@example.com')
  await ada.open()
  await expect.poll(() => page.innerText('.people')).toContain('Has opened it')
  expect((await ada.askCode()).status).toBe(202)
  expect((await ada.enter(await codeShown())).status).toBe(200)
  await expect.poll(() => page.innerText('.people')).toContain('Entered the code')
  expect(await page.innerText('.trail')).toContain('Ada entered the right code')
  expect(await page.innerText('.chain')).toContain('The chain is intact')
  expect((await ada.sign()).status).toBe(200)
  await expect.poll(() => page.innerText('#signers')).toContain('1 of 2 signed')
  expect(await page.innerText('.trail')).toContain('Ada signed')
  expect(await page.evaluate('globalThis.kept'), 'the page was not loaded again').toBe(true)
  expect(await page.content()).not.toContain(ada.token)
  await expectAccessible(page)
})

test('once everybody has signed, the same page has every file and can be read by everybody', async () => {
  const bob = await browsed.personAt('bob@example.com')
  await bob.open()
  expect((await bob.askCode('+33612345679')).status).toBe(202)
  expect((await bob.enter(await codeShown())).status).toBe(200)
  expect((await bob.sign()).status).toBe(200)
  await expect.poll(state, { timeout: 90_000 }).toBe('Completed')
  expect(await page.innerText('#signers')).toContain('2 of 2 signed')
  expect(await page.innerText('section:has(> .panel-head #about)')).toContain('BASELINE-LTA')
  // The head is stamped a moment later, and a page that is over is not brought up to date.
  const chain = async () => {
    await page.reload()
    return await page.innerText('section:has(> .panel-head #trail)')
  }
  await expect.poll(chain).toMatch(/The chain is intact: \d+ entries, [2-9] time-/)
  const acts = page.locator('.request-acts > details, .key-acts > details')
  expect(await acts.evaluateAll((all) => all.map(({ id }) => id))).toEqual(['act-delete'])
  await expectAccessible(page)
  const names = []
  for (const link of await page.locator('.file-links a').all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    names.push(download.suggestedFilename())
  }
  expect(names).toHaveLength(5)
  expect(new Set(names.map((name) => name.split('.').at(-1)))).toEqual(
    new Set(['pdf', 'zip', 'json']),
  )
  await visit('/console/requests')
  expect(await page.innerText('.request-rows')).toContain('2 of 2 signed')
  await expectAccessible(page)
})

test('it is cancelled, with a tick, and a webhook is added that is notified of it', async () => {
  const request = await sentByProgram()
  await visit('/console/webhooks')
  await expectAccessible(page)
  await page.getByLabel('Address').fill('https://10.0.0.1:22/hooks')
  await press('Add the webhook')
  expect(await page.innerText('#url-new-error')).toContain('not for web servers')
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByLabel('Only these').check()
  await page.getByLabel('document.cancelled').check()
  await expectAccessible(page)
  await press('Add the webhook')
  const secret = await page.innerText('#secret')
  receiver.secrets.push(secret)
  await expectAccessible(page)

  await visit(request)
  await page.locator('#act-remind > summary').click()
  await press('Send the reminder')
  await expect.poll(() => page.innerText('.form-fault')).toContain('ten minutes ago')
  await page.locator('#act-cancel > summary').click()
  await expectAccessible(page)
  await page.getByLabel('Reason').fill('A new version follows')
  await page.getByLabel('Yes, cancel this request').check()
  await press('Cancel permanently')
  await expect.poll(state).toBe('Cancelled')
  await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['document.cancelled'])
})

test('a stored template becomes a request, with its data and a card for each person it asks', async () => {
  await visit('/console/requests/from-template')
  expect(await page.innerText('main')).toContain('No template')
  await expectAccessible(page)
  await visit('/console/templates')
  await press('Contract to sign')
  // It is stored before the next page is asked for, which would end the call.
  await page.getByRole('heading', { level: 1, name: 'Contract to sign' }).waitFor()
  await visit('/console/requests')
  await page.getByRole('link', { name: 'From a template' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Contract to sign' }).first().click()
  expect(await page.innerText('.signer-cards')).toMatch(/Signer 1 · provider.*Signer 2 · client/s)
  await page.fill('#signer-0-email', 'provider@example.org')
  await page.fill('#signer-1-email', 'nobody')
  const sent = page.locator('form.from-template')
  await sent.evaluate((form) => form.setAttribute('novalidate', ''))
  await press('Send to the signers')
  // What was wrong is said where it is, and nothing has to be typed again.
  await expect.poll(() => page.innerText('#signer-1-email-error')).toContain('e-mail address')
  expect(await page.inputValue('#signer-0-email')).toBe('provider@example.org')
  await expectAccessible(page)
  await page.fill('#signer-1-email', 'client@example.org')
  await press('Send to the signers')
  await expect.poll(state).toBe('Waiting for signatures')
  const people = await page.innerText('#signers + *, .people, main')
  for (const email of ['provider@example.org', 'client@example.org'])
    expect(people).toContain(email)
  await expectAccessible(page)
  // The console leads to the page of a test signer, whose mail was not sent.
  const link = await page
    .getByRole('link', { name: 'Open their page' })
    .first()
    .getAttribute('href')
  expect((await fetch(link ?? '')).status).toBe(200)
  // A value that the template needs is missing.
  await visit('/console/requests/from-template')
  await page.getByRole('link', { name: 'Contract to sign' }).first().click()
  await page.fill('#data', '{}')
  for (const index of [0, 1]) await page.fill(`#signer-${index}-email`, `p${index}@example.org`)
  await press('Send to the signers')
  await expect.poll(() => page.innerText('[role=alert]')).toContain('problems')
  await expectAccessible(page)
})

test('a test event arrives at the sample receiver, is looked at and replayed', async () => {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'paraph-receiver-'))
  await mkdir(join(folder, 'node_modules'))
  const packages = resolve(import.meta.dirname, '../../node_modules/standardwebhooks')
  await symlink(packages, join(folder, 'node_modules/standardwebhooks'))
  await writeFile(join(folder, 'receiver.mjs'), RECEIVER_SAMPLE)
  const [secret = ''] = receiver.secrets
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  try {
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(400)
    await visit('/console/webhooks')
    await page.locator('.webhook-main a').click()
    await expectAccessible(page)
    await page.locator('#act-edit > summary').click()
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/`)
    await press('Save')
    await page.locator('#act-test > summary').click()
    await press('Send it now')
    await expect.poll(() => page.innerText('#response + *, .facts')).toContain('HTTP 204')
    expect(out).toContain('webhook.test')
    // What the page shows is enough to check the signature by hand.
    const lines = (await page.innerText('#sent-headers')).split('\n').slice(1)
    const headers = Object.fromEntries(lines.map((line) => line.split(': ')))
    const body = (await page.textContent('#sent-bytes')) ?? ''
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
    await expectAccessible(page)
    await press('Send it again')
    await expect.poll(() => page.innerText('.flash')).toContain('sent again')
    await expect.poll(() => out.match(/webhook\.test/g)?.length).toBe(2)
    // The page of the new delivery comes to its answer by itself.
    await expect.poll(() => page.innerText('.facts')).toContain('HTTP 204')
    await page.goBack()
    await visit('/console/webhooks?lang=fr')
    expect(await page.innerText('h2')).toContain('Vos webhooks')
  } finally {
    child.kill()
    await once(child, 'exit')
    await rm(folder, { recursive: true })
  }
  expect(browsed.watched.faults, 'what a page must never do').toEqual([])
})

test('a locked file is sent with its password, which stands in a field of its own', async () => {
  await visit('/console/requests/new')
  const locked = Buffer.from(await protectPdf(pdf, 's3cret'))
  const buffer = { name: 'locked.pdf', mimeType: 'application/pdf', buffer: locked }
  await page.setInputFiles('#file', buffer)
  await page.getByLabel('E-mail address').fill('locked@example.com')
  await page.getByLabel('Mobile phone').first().fill('+33 6 12 34 56 79')
  await press('Send to the signers')
  await expect.poll(() => page.innerText('#password-error')).not.toBe('')
  expect(await page.getAttribute('#password', 'type')).toBe('password')
  if (process.env.SHOTS !== undefined)
    await page.screenshot({ path: `${process.env.SHOTS}/locked.png`, fullPage: true })
  await page.fill('#password', 's3cret')
  await press('Send to the signers')
  await page.waitForURL(/\/console\/requests\/doc_/, { timeout: 120_000 })
  expect(await page.innerText('main')).toContain('encrypted')
  expect(await page.content()).not.toContain('s3cret')
})
