/** A document that the upload check lets through and that LibreOffice does not finish in its time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { docxOf, docxWith, paragraph } from '../support/docx-package.ts'

/** Long text inside 16 tables, as deep as is allowed: the layout starts over at every level, for minutes. */
const DEPTH = 16
const TEXT = paragraph('lorem ipsum dolor sit amet '.repeat(30)).repeat(150)
const ENDLESS = docxOf({
  body: `${'<w:tbl><w:tr><w:tc>'.repeat(DEPTH)}${TEXT}<w:p/>${'</w:tc></w:tr></w:tbl><w:p/>'.repeat(DEPTH)}`,
})

let service: TestApp
let key = ''

beforeAll(async () => {
  service = await startTestApp({ PARAPH_OFFICE_CONVERT_TIMEOUT_MS: '1500' })
  key = await service.newKey()
})
afterAll(() => service.close())

const render = (bytes: Uint8Array) =>
  service.call('POST', '/render', { key, form: [['template', { filename: 'a.docx', bytes }]] })

/** How often LibreOffice was ended because a document took too long. */
async function timedOut(): Promise<number> {
  const { bytes } = await service.call('GET', '/metrics')
  const [, count] = /^paraph_office_events\{event="timedOut"\} (\d+)$/m.exec(String(bytes)) ?? []
  return Number(count)
}

test('a document that LibreOffice does not finish is refused, costs nothing, and the next one is served', async () => {
  // LibreOffice may take longer to start than a document waits for it.
  const good = async () => (await render(docxWith('A good one'))).status
  await expect.poll(good, { timeout: 120_000 }).toBe(200)
  for (let time = 1; time <= 3; time++) {
    const before = await timedOut()
    const refused = await render(ENDLESS)
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([
      422,
      'render_limit_exceeded',
    ])
    // The estimate lets it through, so LibreOffice has it; the third time it is known, and none is lost to it.
    expect((await timedOut()) - before).toBe(time < 3 ? 1 : 0)
    const usage = await service.call('GET', '/usage', { key })
    expect(usage.json()).toMatchObject({ monthly: { documents: { used: time, reserved: 0 } } })
    expect((await render(docxWith('A good one'))).status).toBe(200)
  }
})
