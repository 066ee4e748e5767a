import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { type Answer, member, textOf } from '../../support/console-visitor.ts'
import { docx } from '../../support/docx-builder.ts'
import { smallFont } from '../../support/small-font.ts'

const LIST = '/console/templates'
const PAGE = '/console/templates/fonts'
let service: TestApp
let owner: Awaited<ReturnType<typeof member>>
let other: Awaited<ReturnType<typeof member>>

beforeAll(async () => {
  service = await startTestApp()
  const { app, services } = service
  await services.jobs.start()
  const visited = { app, outbox: services.outbox, accounts: services.accounts }
  owner = await member(visited)
  other = await member(visited)
})
afterAll(() => service.close())

async function upload(who: typeof owner, bytes?: Uint8Array): Promise<Answer> {
  const csrf = await who.visitor.token(PAGE)
  const file: FormParts = bytes === undefined ? [] : [['font', { filename: 'boxes.ttf', bytes }]]
  return await who.visitor.upload(PAGE, [['csrf', csrf], ...file])
}
const page = async (who: typeof owner): Promise<string> => textOf(await who.visitor.get(PAGE))

test('a font is added, listed for its account alone, and deleted', async () => {
  expect(await page(owner)).toContain('No font yet')
  const added = await upload(owner, smallFont({ selection: 0x20 }))
  expect([added.status, added.headers.location]).toEqual([303, PAGE])
  const shown = await page(owner)
  expect(shown).toContain('Boxes')
  expect(shown).toContain('bold')
  expect(await page(other)).not.toContain('Boxes')
  const id = /fnt_[0-9a-z]+/.exec(shown)?.[0] ?? ''
  const theirs = await other.visitor.submit(PAGE, `${PAGE}/${id}/delete`)
  expect(theirs.status).toBe(404)
  expect((await owner.visitor.submit(PAGE, `${PAGE}/${id}/delete`)).status).toBe(303)
  expect(await page(owner)).toContain('No font yet')
})

test('a font whose licence forbids it is refused on the page, with the bit', async () => {
  const refused = await upload(owner, smallFont({ usage: 2 }))
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('0x0002')
  expect((await upload(owner)).status).toBe(422)
})

test('fonts are part of the account’s data, and erased with it', async () => {
  await upload(owner, smallFont({ family: 'Kept' }))
  const { accountData } = service.services.console.parts
  const files = async () =>
    (await Promise.all(accountData.map((kind) => kind.export(owner.accountId)))).flat()
  const paths = (await files()).map(({ path }) => path)
  expect(paths).toContain('fonts.json')
  expect(paths.filter((path) => /^fonts\/fnt_\w+\.ttf$/.test(path))).toHaveLength(1)
  for (const kind of accountData) await kind.erase(owner.accountId)
  const after = (await files()).map(({ path }) => path)
  expect(after.filter((path) => path.startsWith('fonts/'))).toEqual([])
})

test('a try that refuses warnings shows them instead of the document', async () => {
  const body =
    '<w:p><w:r><w:rPr><w:rFonts w:ascii="No Such Font" w:hAnsi="No Such Font"/></w:rPr><w:t>Hello</w:t></w:r></w:p>'
  const csrf = await other.visitor.token(LIST)
  const template = { filename: 'a.docx', bytes: docx([body]) }
  const saved = await other.visitor.upload(LIST, [
    ['csrf', csrf],
    ['template', template],
  ])
  const attempt = (strict: string) =>
    other.visitor.upload(`${String(saved.headers.location)}/try`, [
      ['csrf', csrf],
      ['data', '{}'],
      ['strict', strict],
    ])
  const refused = await attempt('true')
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('The font No Such Font is not available')
  expect(refused.bytes.toString()).toMatch(/name="strict">.*value="true"[^>]*selected/s)
  const made = await attempt('')
  expect([made.status, made.headers['paraph-warnings']]).toEqual([
    200,
    expect.stringContaining('font_replaced'),
  ])
})
