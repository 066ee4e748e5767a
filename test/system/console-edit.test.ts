/** A request that is edited in the developer area, and one that goes on after its deadline, in Chromium. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { expectAccessible } from '../support/axe.ts'
import { type BrowsedConsole, startBrowsedConsole } from '../support/browsed-app.ts'
import { pdfOf } from '../support/several-files.ts'
import { SigningApp } from '../support/signing-app.ts'

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
