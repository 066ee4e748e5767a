import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsoleApp } from '../../support/console-app.ts'
import { member, textOf } from '../../support/console-visitor.ts'

const PAGE = '/console/settings/embedding'
let service: Awaited<ReturnType<typeof startConsoleApp>>
let owner: Awaited<ReturnType<typeof member>>['visitor']
beforeAll(async () => {
  service = await startConsoleApp()
  owner = (await member(service)).visitor
})
afterAll(() => service.close())

const save = async (origins: string) => owner.post(PAGE, { csrf: await owner.token(PAGE), origins })
const shown = async (): Promise<string> => {
  const page = String((await owner.get(PAGE)).bytes)
  return /<textarea[^>]*>([^<]*)</.exec(page)?.[1] ?? ''
}

test('origins are entered one per line, shown as they count, and replaced as a whole', async () => {
  expect((await owner.get('/console/settings')).bytes.toString()).toContain(`href="${PAGE}"`)
  const saved = await save('https://Portal.example.com/\r\n\r\nhttp://localhost:5173\r\n')
  expect([saved.status, saved.headers.location]).toEqual([303, PAGE])
  expect(await shown()).toBe('http://localhost:5173\nhttps://portal.example.com')
  expect((await save('https://app.example.com')).status).toBe(303)
  expect(await shown()).toBe('https://app.example.com')
  expect((await save('')).status).toBe(303)
  expect(await shown()).toBe('')
})

test('a line that is no origin is named, and what was entered is still there', async () => {
  const given = 'https://app.example.com\nhttps://*.example.com\nhttp://app.example.com/x'
  const refused = await save(given)
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('“https://*.example.com” is no origin')
  expect(textOf(refused)).toContain('“http://app.example.com/x” is no origin')
  expect(textOf(refused)).not.toContain('“https://app.example.com”')
  expect(String(refused.bytes)).toContain(given)
  expect(await shown()).toBe('')
  const many = Array.from({ length: 21 }, (_, index) => `https://a${index}.example.com`)
  expect(textOf(await save(many.join(' ')))).toContain('at most 20')
})
