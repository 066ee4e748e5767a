/** "Sign in person": the console makes the link, logs its member out, and says so in both logs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleForms, type Member, SIGNER } from '../../support/console-forms.ts'
import { type Answer, csrfIn, member, newMember, textOf } from '../../support/console-visitor.ts'
import { type SigningApp, startSigningApp } from '../../support/signing-app.ts'

let service: SigningApp
let forms: ConsoleForms
let owner: Member

beforeAll(async () => {
  service = await startSigningApp()
  await service.services.jobs.start()
  forms = new ConsoleForms(service)
  owner = await member(forms.visited)
})
afterAll(() => service.close())

/** A request whose link is the sender's to give, with the form on its page. */
async function requested() {
  const path = await forms.composed(owner, {
    fields: { delivery: 'none' },
    signers: [{ ...SIGNER, email: `shop${Math.random()}@example.com`, phone: '+33612345678' }],
  })
  const action = async (who: Member) => {
    const page = (await who.visitor.get(path)).bytes.toString()
    const [, at = ''] = /action="([^"]+\/in-person)"/.exec(page) ?? []
    return { at, csrf: csrfIn(page) }
  }
  return { path, id: path.split('/').at(-1) ?? '', action }
}

const linkOn = (answer: Answer): string =>
  /href="[^"]*(\/sign\/[\w-]+)"/.exec(answer.bytes.toString())?.[1] ?? ''

test('a sender hands the device over, is logged out, and both logs name who and what', async () => {
  const { id, path, action } = await requested()
  const sender = await newMember(forms.visited, owner, 'sender')
  const { at, csrf } = await action(sender)
  expect(at).toMatch(/^\/console\/requests\/doc_\w+\/signers\/sgr_\w+\/in-person$/)
  const handed = await sender.visitor.post(at, { csrf, host: 'Grace Host' })
  expect(handed.status).toBe(200)
  expect(textOf(handed)).toContain('Hand the device to Ada Lovelace')
  expect(String(handed.bytes)).not.toContain('href="/console/requests')
  expect(textOf(handed)).not.toContain(sender.email)
  const link = linkOn(handed)
  expect(link).toMatch(/-p[0-9a-f]{48}$/)
  expect((await sender.visitor.get(path)).headers.location).toContain('/console/log-in')
  const page = await service.app.call('GET', link)
  const opened = await service.app.call('GET', String(page.headers.location))
  expect(String(opened.bytes)).toContain('Grace Host')
  const rows = await service.services.db
    .selectFrom('audit_entries')
    .select(['actor', 'data'])
    .where('trail_id', '=', id)
    .where('type', '=', 'signer.link_issued')
    .execute()
  expect(rows.map(({ actor }) => actor)).toEqual([`key:console:${sender.accountId}`])
  expect(JSON.parse(rows[0]?.data ?? '')).toMatchObject({ in_person_host: 'Grace Host' })
  const events = await service.services.db
    .selectFrom('security_events')
    .selectAll()
    .where('account_id', '=', sender.accountId)
    .orderBy('at', 'desc')
    .execute()
  expect(events[0]).toMatchObject({ type: 'device.handed', organisation_id: owner.accountId })
  expect(events[0]?.subject).toContain(id)
  expect(textOf(await owner.visitor.get(path))).toContain(
    'in person, in the presence of Grace Host',
  )
})

test('a host without a name is told at the form, and the member stays logged in', async () => {
  const { path, action } = await requested()
  const { at, csrf } = await action(owner)
  const refused = await owner.visitor.post(at, { csrf, host: ' ' })
  expect(refused.status).toBe(422)
  expect(String(refused.bytes)).toMatch(/id="host-sgr_\w+-error"[^>]*>[^<]+</)
  expect((await owner.visitor.get(path)).status).toBe(200)
})

test('an auditor finds no such form, and is refused; so is the member of another organisation', async () => {
  const { path, action } = await requested()
  const { at } = await action(owner)
  const auditor = await newMember(forms.visited, owner, 'auditor')
  expect(String((await auditor.visitor.get(path)).bytes)).not.toContain('in-person')
  const csrf = await auditor.visitor.token('/console')
  expect((await auditor.visitor.post(at, { csrf, host: 'Ada' })).status).toBe(403)
  const stranger = await member(forms.visited)
  const theirs = await stranger.visitor.token('/console')
  expect((await stranger.visitor.post(at, { csrf: theirs, host: 'Ada' })).status).toBe(404)
})
