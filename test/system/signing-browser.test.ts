import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startBrowsedApp } from '../support/browsed-app.ts'
import { DESKTOP, PHONE, watchedPage } from '../support/browser.ts'
import { plainDocument } from '../support/pdf-samples.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

interface Verified {
  valid: boolean
  signatures: Array<{ kind: string; level: string | null }>
}

let browsed: Awaited<ReturnType<typeof startBrowsedApp>>
let service: TestApp
let browser: Browser
let sink: Awaited<ReturnType<typeof startSmtpSink>>
let origin = ''
let key = ''

beforeAll(async () => {
  sink = await startSmtpSink()
  browsed = await startBrowsedApp({
    PARAPH_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    PARAPH_SMTP_TLS: 'off',
    PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CA_KEY_POOL: '2',
  })
  ;({ service, browser, origin } = browsed)
  key = await service.newKey('signature_pro')
})
afterAll(async () => {
  await browsed.close()
  await sink.close()
})

/** Text of a mail as a person reads it: quoted-printable (RFC 2045, 6.7) undone. */
const readable = (raw: string): string =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )

/** The link in the newest mail to an address. */
const linkTo = (address: string): Promise<string> =>
  expect
    .poll(() => {
      const mail = sink.taken.filter(({ to }) => to.includes(address)).at(-1)
      return mail === undefined
        ? undefined
        : /http:\/\/[^\s"<>]+\/sign\/[\w.-]+/.exec(readable(mail.raw))?.[0]
    })
    .toBeTruthy()
    .then(() => {
      const mail = sink.taken.filter(({ to }) => to.includes(address)).at(-1)
      return /http:\/\/[^\s"<>]+\/sign\/[\w.-]+/.exec(readable(mail?.raw ?? ''))?.[0] ?? ''
    })

/** The code in the newest text message, as /dev/outbox shows it. */
async function newestCode(phoneEnd: string): Promise<string> {
  const answer = await fetch(`${origin}/dev/outbox.json`)
  const { messages } = (await answer.json()) as { messages: Array<{ to: string; text: string }> }
  const found = messages.find(({ to }) => to.endsWith(phoneEnd))
  return /\b\d{6}\b/.exec(found?.text ?? '')?.[0] ?? ''
}

test('from the mail to the file: two people sign in the browser, one after the other', async () => {
  const pdf = await (await plainDocument(3)).save()
  const signers = [
    {
      email: 'camille@example.com',
      first_name: 'Camille',
      last_name: 'Martin',
      locale: 'fr',
      order: 1,
    },
    {
      email: 'john@example.com',
      first_name: 'John',
      last_name: 'Smith',
      locale: 'en',
      order: 2,
      phone: '+447400123456',
      fields: [{ page: 2, x: 100, y: 500, width: 180, height: 60, unit: 'pt' }],
    },
  ]
  const made = await service.call('POST', '/api/v1/documents', {
    key,
    form: [
      ['file', { filename: 'Contrat.pdf', bytes: pdf, type: 'application/pdf' }],
      ['signers', JSON.stringify(signers)],
      ['name', 'Contrat de prestation'],
    ],
  })
  expect(made.status, made.bytes.toString()).toBe(201)
  const { id } = made.json<{ id: string }>()

  // Camille: on a phone, in French, without a number; draws.
  const phone = await watchedPage(browser, origin, { viewport: PHONE, hasTouch: true })
  // While the file is held back, the picture of its first page is there.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await phone.page.route('**/sign/*/file', async (route) => {
    await held
    await route.continue()
  })
  await phone.page.goto(await linkTo('camille@example.com'))
  const picture = phone.page.locator('#first-page')
  await expect
    .poll(() => picture.evaluate((one) => 'naturalWidth' in one && Number(one.naturalWidth)))
    .toBeGreaterThan(500)
  await expect.poll(() => phone.page.locator('#read-next').isEnabled()).toBe(true)
  expect(await phone.page.locator('.sheet').count()).toBe(0)
  release()
  await phone.page.waitForSelector('.sheet canvas')
  await expect.poll(() => picture.count()).toBe(0)
  await phone.page.click('#read-next')
  await phone.page.click('#agree-next')
  await phone.page.waitForSelector('#phone-country option', { state: 'attached' })
  await phone.page.fill('#phone', '06 12 34 56 78')
  await phone.page.click('#phone-send')
  await phone.page.waitForSelector('#code:visible')
  const right = await newestCode('612345678')
  await phone.page.fill('#code', right === '000000' ? '000001' : '000000')
  await expect.poll(() => phone.page.locator('#code-error').innerText()).toContain('2 essais')
  await phone.page.fill('#code', right)
  await phone.page.waitForSelector('#pad:visible')
  const box = await phone.page.locator('#pad').boundingBox()
  if (box === null) throw new Error('there is no pad')
  await phone.page.mouse.move(box.x + 30, box.y + 80)
  await phone.page.mouse.down()
  for (let at = 0; at < 30; at++) {
    await phone.page.mouse.move(box.x + 30 + at * 6, box.y + 80 + 30 * Math.sin(at / 2))
  }
  await phone.page.mouse.up()
  await phone.page.click('#sign-submit')
  await phone.page.waitForSelector('.outcome.success', { timeout: 60_000 })
  expect(await phone.page.locator('h1').innerText()).toBe('Vous avez signé')

  // John: on a desktop, in English, with the number that the sender gave; types.
  const desktop = await watchedPage(browser, origin, { viewport: DESKTOP, locale: 'en-GB' })
  await desktop.page.goto(await linkTo('john@example.com'))
  await desktop.page.waitForSelector('.sheet canvas')
  await desktop.page.click('#go-field')
  await expect.poll(() => desktop.page.locator('#page-count').innerText()).toBe('Page 2/3')
  await desktop.page.click('#read-next')
  await desktop.page.click('#agree-next')
  await desktop.page.click('#phone-send')
  await desktop.page.waitForSelector('#code:visible')
  await desktop.page.fill('#code', await newestCode('7400123456'))
  await desktop.page.waitForSelector('#step-sign:visible')
  await desktop.page.click('#sign-submit')
  const link = desktop.page.getByRole('link', { name: 'Download the signed document' })
  await link.waitFor({ timeout: 90_000 })
  const [download] = await Promise.all([desktop.page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)

  // Camille's page, left open, comes to the same end by itself.
  await phone.page
    .getByRole('link', { name: 'Télécharger le document signé' })
    .waitFor({ timeout: 90_000 })
  expect([...phone.faults, ...desktop.faults]).toEqual([])
  await phone.close()

  const signed = await service.call('GET', `/api/v1/documents/${id}/signed`, { key })
  expect(signed.status).toBe(200)
  const verdict = await service.call('POST', '/api/v1/verify', {
    key,
    form: [['file', { filename: 'signed.pdf', bytes: signed.bytes, type: 'application/pdf' }]],
  })
  const { signatures, valid } = verdict.json<Verified>()
  expect(valid).toBe(true)
  // Two people, and one seal for each page of the proof.
  const own = signatures.filter(({ kind }) => kind === 'signature')
  expect(own.length).toBeGreaterThanOrEqual(3)
  for (const { level } of own) expect(level).toBe('PAdES-BASELINE-LTA')
  await desktop.close()
})
