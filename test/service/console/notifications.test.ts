import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleForms } from '../../support/console-forms.ts'
import { member } from '../../support/console-visitor.ts'
import { type SigningApp, startSigningApp } from '../../support/signing-app.ts'

let service: SigningApp
let forms: ConsoleForms

beforeAll(async () => {
  service = await startSigningApp()
  await service.services.jobs.start()
  forms = new ConsoleForms(service)
})
afterAll(() => service.close())

test('which mails an account gets about its requests is chosen in its settings, exported, and erased with it', async () => {
  const { visitor, accountId } = await member(forms.visited)
  const path = '/console/settings'
  const before = (await visitor.get(path)).bytes.toString()
  expect(
    before.match(/name="(?:completed|declined|expired|failed|bounced)" value="yes" checked/g),
  ).toHaveLength(5)
  expect(before).not.toMatch(/name="attach" value="yes" checked/)
  await visitor.submit(path, `${path}/notifications`, {
    declined: 'yes',
    attach: 'yes',
    other: 'yes',
  })
  const files = await Promise.all(
    service.services.console.parts.accountData.map((data) => data.export(accountId)),
  )
  const notices = files.flat().find((file) => file.path === 'notifications.json')
  expect(JSON.parse(Buffer.from(notices?.bytes ?? '').toString())).toEqual({
    kinds: ['declined'],
    attach: true,
    codeToOpen: false,
  })
  const after = (await visitor.get(path)).bytes.toString()
  expect(after.match(/value="yes" checked/g)).toHaveLength(2)
  for (const data of service.services.console.parts.accountData) await data.erase(accountId)
  const { db } = service.services
  const rows = await db
    .selectFrom('sender_notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute()
  expect(rows).toEqual([])
})
