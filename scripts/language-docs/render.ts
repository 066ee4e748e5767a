/** Renders the examples through the service itself, over its HTTP interface. */
import type { TestApp } from '../../test/support/app.ts'
import type { Example } from './example.ts'
import { wordFile } from './word.ts'

const LOCALE = 'en-GB'

/** The PDF of an example. @throws when the service answers anything else */
export async function renderExample(
  service: TestApp,
  key: string,
  example: Example,
): Promise<Buffer> {
  const { locale = LOCALE, timezone, missing, uploads = {} } = example
  const options = { locale, ...(timezone && { timezone }), ...(missing && { missing }) }
  return answered(service, key, example.id, [
    ['template', { filename: `${example.id}.docx`, bytes: wordFile(example) }],
    ['data', JSON.stringify(example.data)],
    ['options', JSON.stringify(options)],
    ...Object.entries(uploads).map(
      ([filename, bytes]) => ['pictures', { filename, bytes, type: 'image/png' }] as const,
    ),
  ])
}

type Form = Parameters<typeof import('../../test/support/app.ts').multipart>[0]

async function answered(service: TestApp, key: string, id: string, form: Form): Promise<Buffer> {
  const answer = await service.call('POST', '/render', { key, form })
  if (answer.status !== 200) throw new Error(`example ${id}: ${answer.bytes.toString('utf8')}`)
  return answer.bytes
}
