import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLES } from '../../scripts/language-docs/document.ts'
import { renderExample } from '../../scripts/language-docs/render.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { pdfFacts } from '../support/pdf-facts.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

test.each(EXAMPLES.map((example) => [example.id, example] as const))(
  'the example %s of docs/template-language.md comes out as it says',
  async (_, example) => {
    // There are more examples than an account may render in a minute.
    const key = await service.newKey()
    const { text } = await pdfFacts(await renderExample(service, key, example))
    const words = text.replaceAll(/\s+/g, ' ')
    for (const expected of example.expect) expect(words).toContain(expected)
    for (const absent of example.absent ?? []) expect(words).not.toContain(absent)
  },
)
