import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ProcessWorker } from '../../../src/office/worker.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { HOPELESS_DOCX, LARGE_DOCX } from '../../support/heavy-docx.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  // LibreOffice converts documents of its own when it starts; here each conversion counts.
  service = await startTestApp({}, { officeOnDemand: false })
  await service.services.warm()
  key = await service.newKey()
})
afterAll(() => service.close())

const render = (path: string, field: string, bytes: Uint8Array) =>
  service.call('POST', path, {
    key,
    form: [
      [field, { filename: 'a.docx', bytes }],
      ...(field === 'template' ? ([['data', '{}']] as const) : []),
    ],
  })
test.each([
  ['/render', 'template'],
  ['/detect-signature-fields', 'file'],
])(
  '%s refuses what cannot end without a converter, and says how many pass',
  async (path, field) => {
    const converter = vi.spyOn(ProcessWorker.prototype, 'convert')
    onTestFinished(() => converter.mockRestore())
    const answer = await render(path, field, HOPELESS_DOCX['2,000 frames']!.make())
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      {
        code: 'render_limit_exceeded',
        detail: expect.stringMatching(/2,000 frames in a row.*About [\d,]+ pass/),
        errors: [{ fix: expect.stringContaining('About') }],
      },
    ])
    expect(converter).not.toHaveBeenCalled()
  },
)

test('a table of 2,000 rows is converted', async () => {
  const answer = await render('/render', 'template', LARGE_DOCX['a table of 2,000 rows']!())
  expect(answer.status).toBe(200)
})
