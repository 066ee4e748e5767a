/** Open links in the console: made on the page of a request template, shown with their address, closed, deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { templateId } from '../../support/bulk.ts'
import { member, textOf } from '../../support/console-visitor.ts'
import type { SeenLink } from '../../support/open-links.ts'
import { SigningApp } from '../../support/signing-app.ts'

let service: TestApp
let owner: Awaited<ReturnType<typeof member>>
let key = ''
let template = ''

beforeAll(async () => {
  service = await startTestApp()
  const { app, services } = service
  await services.jobs.start()
  owner = await member({ app, outbox: services.outbox, accounts: services.accounts })
  key = await service.keyFor(owner.accountId, 'signature_business')
  template = await templateId(new SigningApp(service, key))
})
afterAll(() => service.close())

const page = () => `/console/requests/templates/${template}`
const submit = async (path: string, fields: object = {}) => {
  const csrf = await owner.visitor.token(page())
  return await owner.visitor.post(`${page()}${path}`, { csrf, ...fields } as Record<string, string>)
}
const links = async () =>
  (await service.call('GET', `/api/v1/request-templates/${template}/links`, { key })).json<{
    links: SeenLink[]
  }>().links

test('a link is made on the page of its template, with limits, and closed, opened and deleted there', async () => {
  const offered = (await owner.visitor.get(page())).bytes.toString()
  const id = [
    ...(/id="link-key".*?<\/select>/s.exec(offered)?.[0].matchAll(/value="(key_[^"]+)"/g) ?? []),
  ].at(-1)?.[1]
  const fields = { role: 'tenant', key: id, max_total: '', max_per_day: '', until: '' }
  const wrong = await submit('/links', { ...fields, max_total: 'many' })
  expect([wrong.status, textOf(wrong).includes('max_total')]).toEqual([422, true])
  expect(await links()).toEqual([])
  expect((await submit('/links', { ...fields, max_per_day: '7' })).status).toBe(303)
  const [link] = await links()
  expect(link).toMatchObject({ status: 'open', max_per_day: 7, role: 'tenant' })
  const shown = await owner.visitor.get(page())
  expect(textOf(shown)).toContain(link?.url)
  expect(shown.bytes.toString()).toContain('class="qr"')
  expect(textOf(shown)).toContain('7 per day')
  const begun = `/console/requests?link=${link?.id}`
  expect(shown.bytes.toString()).toContain(`href="${begun}"`)
  expect(textOf(await owner.visitor.get(begun))).toContain(`Open links: ${link?.id}`)
  expect((await submit(`/links/${link?.id}/close`)).status).toBe(303)
  expect((await links())[0]?.status).toBe('closed')
  expect((await submit(`/links/${link?.id}/reopen`)).status).toBe(303)
  expect((await links())[0]?.status).toBe('open')
  expect((await submit(`/links/${link?.id}/delete`)).status).toBe(303)
  expect(await links()).toEqual([])
})
