import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import {
  messagesOf,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

interface Copied {
  copies?: Array<{ email: string }>
  errors?: Array<{ pointer: string; code: string }>
}

const withCopies = (copies: unknown) => ({ options: { copies: JSON.stringify(copies) } })
const mailsTo = async (email: string) =>
  (await messagesOf(signing.app)).filter(({ channel, to }) => channel === 'mail' && to === email)
const linkIn = (text: string): string => /\/copy\/[a-z0-9-]+/.exec(text)?.[0] ?? ''
const DAY_MS = 86_400_000

test('who gets a copy hears nothing before everybody has signed, then gets the finished file', async () => {
  const who = somebody()
  const copy = { email: 'legal@partner.example', first_name: 'Ada', locale: 'de-AT' }
  const { id } = await signing.create([who], withCopies([copy]))
  expect((await signing.act('GET', id)).json<Copied>().copies).toEqual([copy])
  await signing.work()
  expect(await mailsTo(copy.email)).toEqual([])
  await signing.finish(id, [who])
  const [mail, ...others] = await mailsTo(copy.email)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Ihre Kopie: /)
  expect(mail?.text).toContain('Guten Tag Ada,')

  const link = linkIn(mail?.text ?? '')
  const page = await signing.app.call('GET', link)
  expect(page.status).toBe(200)
  expect(page.headers['cache-control']).toContain('no-store')
  expect(page.bytes.toString()).toContain('<html lang="de" dir="ltr">')
  const file = await signing.app.call('GET', `${link}/signed`)
  expect(file.bytes.equals(await signing.signedFile(id))).toBe(true)
  const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
  const verified = verifyPdf(file.bytes, { roots, nowMs: signing.app.clock.now() })
  expect(verified.problems).toEqual([])
  // Only the signer signed.
  expect(verified.signatures.filter(({ field }) => field.includes('-signer-'))).toHaveLength(1)

  const trail = (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string; actor: string; data: Record<string, unknown> }>
  }>()
  const about = trail.entries.filter(({ data }) => data.copy === copy.email)
  expect(about.map(({ type }) => type)).toEqual(['message.sent', 'document.downloaded'])
  expect(trail.entries.find(({ type }) => type === 'document.sent')?.data).toMatchObject({
    copies: [copy.email],
  })
})

test('a link for a copy opens nothing else, and nothing once it has expired', async () => {
  const who = somebody()
  const copies = [{ email: 'one@partner.example' }, { email: 'two@partner.example' }]
  const { id } = await signing.create([who], withCopies(copies))
  await signing.finish(id, [who])
  const link = linkIn((await mailsTo('one@partner.example'))[0]?.text ?? '')
  const token = link.slice('/copy/'.length)
  expect((await signing.app.call('GET', `/sign/${token}/state`)).status).toBe(404)
  // The form of links of earlier versions, which named a place in the list.
  const forged = token.replace('-', '-1-')
  for (const wrong of [forged, `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, 'x'])
    for (const path of [`/copy/${wrong}`, `/copy/${wrong}/signed`])
      expect((await signing.app.call('GET', path)).status).toBe(404)
  const { clock } = signing.app
  clock.move(31 * DAY_MS)
  expect((await signing.app.call('GET', link)).status).toBe(410)
  expect((await signing.app.call('GET', `${link}/signed`)).status).toBe(410)
})

test('whoever has a link cannot fill the audit trail with downloads', async () => {
  const who = somebody()
  const copies = [{ email: 'one@partner.example' }, { email: 'two@partner.example' }]
  const { id } = await signing.create([who], withCopies(copies))
  await signing.finish(id, [who])
  const linkTo = async (email: string) => linkIn((await mailsTo(email))[0]?.text ?? '')
  const download = async (link: string) => await signing.app.call('GET', `${link}/signed`)
  const link = await linkTo(copies[0]?.email ?? '')
  const statuses: number[] = []
  for (let tries = 0; tries < 35; tries += 1) statuses.push((await download(link)).status)
  expect(statuses).toEqual([...Array(30).fill(200), ...Array(5).fill(429)])
  expect((await download(link)).headers['retry-after']).toMatch(/^\d{3,4}$/)
  const { entries } = (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string }>
  }>()
  expect(entries.filter(({ type }) => type === 'document.downloaded')).toHaveLength(30)
  expect((await download(await linkTo(copies[1]?.email ?? ''))).status).toBe(200)
  signing.app.clock.move(3_600_000)
  expect((await download(link)).status).toBe(200)
})

test('a copy of a request that ended otherwise is sent to nobody', async () => {
  const { id } = await signing.create([somebody()], withCopies([{ email: 'no@partner.example' }]))
  expect((await signing.act('POST', id, '/cancel', {})).status).toBe(200)
  await signing.work()
  expect(await mailsTo('no@partner.example')).toEqual([])
})

test('addresses that stand twice, that are wrong or too many are named', async () => {
  const who = somebody()
  const faultsOf = async (copies: unknown) => {
    const answer = await signing.post([who], withCopies(copies))
    expect(answer.status).toBe(422)
    return answer.json<Copied>().errors?.map(({ pointer }) => pointer)
  }
  expect(await faultsOf([{ email: 'a@b.example' }, { email: 'A@b.example' }])).toEqual([
    '/copies/1/email',
  ])
  expect(await faultsOf([{ email: who.email.toUpperCase() }])).toEqual(['/copies/0/email'])
  expect(await faultsOf([{ email: 'nobody' }])).toEqual(['/copies/0/email'])
  expect(await faultsOf([{ email: 'a@b.example', first_name: 'www.evil.com' }])).toEqual([
    '/copies/0/first_name',
  ])
  const many = Array.from({ length: 11 }, (_, index) => ({ email: `p${index}@b.example` }))
  expect(await faultsOf(many)).toEqual(['/copies'])
})
