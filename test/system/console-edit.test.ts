/** A request that is edited in the developer area, and one that goes on after its deadline, in Chromium. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { accessibilityFaults, expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { PHONE, watchedPage } from '../support/browser.ts'
import { pdfOf } from '../support/several-files.ts'
import { messagesOf, SigningApp } from '../support/signing-app.ts'

/** Until a request expires that nobody could sign in time. */
const SOON_MS = 3_000
let browsed: BrowsedConsole
let page: Page
let program: SigningApp
let accountId = ''

beforeAll(async () => {
  browsed = await startBrowsedConsole({
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_SIGN_TIMEOUT_MS: '60000',
  })
  page = browsed.page
  accountId = await browsed.logIn()
  const { keys } = browsed.service.services.accounts
  const input = { accountId, plan: 'signature_business', name: 'program', mode: 'live' } as const
  program = new SigningApp(browsed.service, (await keys.createKey(input)).secret)
})
afterAll(() => browsed.close())

const open = async (id: string, form: string): Promise<void> => {
  await page.goto(`${browsed.origin}/console/requests/${id}`)
  await page.locator(`#${form} > summary`).click()
}

test('the form changes the name, the message, the deadline, the file and the people', async () => {
  const { id } = await program.create([{ email: 'eve@example.com', first_name: 'Eve' }])
  await open(id, 'act-edit')
  await expectAccessible(page)
  await page.fill('#edit-name', 'Second version')
  await page.fill('#edit-message', 'Please read page 2.')
  await page.fill('#edit-remind', '3')
  await page.setInputFiles('#edit-file', {
    name: 'second.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await pdfOf(3)),
  })
  await page.fill('#new-email', 'ada@example.com')
  await page.fill('#new-first_name', 'Ada')
  await page.fill('#new-order', '2')
  await page.getByRole('button', { name: 'Save the changes' }).first().click()
  await expect.poll(() => page.innerText('h1')).toBe('Second version')
  await expectAccessible(page)
  const text = await page.innerText('main')
  expect(text).toContain('The request has been changed.')
  expect(text).toContain('second.pdf')
  expect(text).toContain('The request was changed: ')
  expect(text).toContain('added: ada@example.com')
  expect(await program.get(id)).toMatchObject({
    pages: 3,
    message: 'Please read page 2.',
    reminders: { first_after_days: 3 },
    signers: [{ email: 'eve@example.com' }, { email: 'ada@example.com', order: 2 }],
  })
})

test('the form takes a person out, and says what cannot be', async () => {
  const people = [{ email: 'eve@example.com' }, { email: 'bob@example.com' }]
  const { id, signers } = await program.create(people)
  await open(id, 'act-edit')
  await page.check(`input[name="remove"][value="${signers[0]?.id}"]`)
  await page.fill('#new-email', 'bob@example.com')
  await page.getByRole('button', { name: 'Save the changes' }).first().click()
  await expect.poll(() => page.innerText('#act-edit')).toContain('address')
  await page.fill('#new-email', '')
  await page.check(`input[name="remove"][value="${signers[0]?.id}"]`)
  await page.getByRole('button', { name: 'Save the changes' }).first().click()
  await expect.poll(() => page.innerText('main')).toContain('removed: eve@example.com')
  expect((await program.get(id)).signers.map(({ email }) => email)).toEqual(['bob@example.com'])
})

test('a draft is edited, and an expired request goes on', async () => {
  const draft = await program.create([{ email: 'eve@example.com' }], { options: { send: 'false' } })
  await open(draft.id, 'act-edit')
  await page.fill('#edit-name', 'Draft two')
  await page.getByRole('button', { name: 'Save the changes' }).first().click()
  await expect.poll(() => page.innerText('h1')).toBe('Draft two')

  const expires_at = new Date(systemClock.now() + SOON_MS).toISOString()
  const { id } = await program.create([{ email: 'eve@example.com' }], { options: { expires_at } })
  await sleep(SOON_MS)
  await expect
    .poll(async () => {
      await program.work()
      return (await program.get(id)).status
    })
    .toBe('expired')
  await open(id, 'act-reactivate')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reactivate the request' }).click()
  await expect.poll(() => page.innerText('main')).toContain('The request is open again.')
  expect((await program.get(id)).status).toBe('pending')
})

test('a document that a signer returned says why, and is sent again; a follower sees where it is', async () => {
  const { origin, browser } = browsed
  const shots = process.env.SHOTS
  const options = {
    allow_return: 'true',
    copies: JSON.stringify([{ email: 'follow@example.com', from_start: true, locale: 'en' }]),
  }
  const people = [
    {
      email: 'grete@example.com',
      phone: '+33612345699',
      first_name: 'Grete',
      locale: 'en',
      allow_delegation: true,
    },
  ]
  const { id } = await program.create(people, { options })
  const { token } = await browsed.personAt('grete@example.com')
  const { page: phone, faults, close } = await watchedPage(browser, origin, { viewport: PHONE })
  const seen = async (what: string) => {
    expect(await accessibilityFaults(phone), what).toEqual([])
    expect(await phone.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    if (shots !== undefined)
      await phone.screenshot({ path: `${shots}/${what}.png`, fullPage: true })
  }
  await phone.goto(`${origin}/sign/${token}`)
  await phone.waitForSelector('.sheet canvas')
  // On one line, beside two other buttons and a third.
  const next = await phone.locator('#read-next').boundingBox()
  expect(next?.height).toBeLessThan(60)
  await seen('return-before')
  await phone.click('#return-open')
  await phone.click('#return-confirm')
  await expect.poll(() => phone.innerText('#return-reason-error')).not.toBe('')
  await phone.fill('#return-reason', 'The rent is 850 EUR, not 950 EUR.')
  await seen('return-dialog')
  await phone.click('#return-confirm')
  await expect.poll(() => phone.innerText('main')).toContain('being corrected')
  await seen('return-after')

  await page.goto(`${origin}/console/requests/${id}`)
  expect(await page.innerText('main')).toContain('The rent is 850 EUR, not 950 EUR.')
  await expectAccessible(page)
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/return-console.png`, fullPage: true })
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  expect(await program.get(id)).not.toHaveProperty('returned')

  // The page that waits goes on by itself.
  await phone.waitForSelector('.sheet canvas')
  const started = (await messagesOf(browsed.service)).find(({ to }) => to === 'follow@example.com')
  const link = /https?:\/\/\S+\/copy\/[a-z0-9-]+/.exec(started?.text ?? '')?.[0] ?? ''
  await phone.goto(link)
  expect(await phone.innerText('main')).toContain('Grete')
  await seen('follower')
  expect(faults).toEqual([])
  await close()
})
