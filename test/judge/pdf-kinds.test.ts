import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { docx, p } from '../support/docx-builder.ts'
import { FEATURE_DATA, featurePicture, featureTemplate } from '../support/feature-template.ts'
import { type Judges, startJudges } from '../support/judges.ts'

/** The sample templates that are shipped, each with its data. */
const SAMPLES = ['letter', 'invoice', 'contract']
/** What each format claims, and so what veraPDF holds it against. */
const CLAIMS = [
  ['pdfa-2b', '2b'],
  ['pdfa-3b', '3b'],
  ['pdfua', 'ua1'],
] as const

let service: TestApp
let judges: Judges
let key: string

beforeAll(async () => {
  judges = startJudges()
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(async () => {
  judges.close()
  await service.close()
})

const sample = (file: string) => readFileSync(resolve('templates', file))

describe.each(SAMPLES)('the %s sample', (name) => {
  test.each(CLAIMS)('as %s is what it claims to be', async (format, claim) => {
    const answer = await service.call('POST', '/render-document', {
      key,
      form: [
        ['template', { filename: `${name}.docx`, bytes: sample(`${name}.docx`) }],
        ['data', sample(`${name}.json`).toString()],
        ['format', format],
      ],
    })
    expect(answer.status).toBe(200)
    const { pdfa } = await judges.judge(answer.bytes, ['pdfa'])
    expect(pdfa).toEqual({ claimed: claim, problems: [] })
  })
})

test.each([
  ['a document with everything', undefined],
  ['the same with a watermark', 'BROUILLON'],
])('%s as pdfua is what it claims to be', async (_what, watermark) => {
  const answer = await service.call('POST', '/render-document', {
    key,
    form: [
      ['template', { filename: 'features.docx', bytes: featureTemplate() }],
      ['pictures', { filename: 'photo.png', bytes: featurePicture(), type: 'image/png' }],
      ['data', JSON.stringify(FEATURE_DATA)],
      ['format', 'pdfua'],
      ['options', JSON.stringify({ ...(watermark && { watermark }) })],
    ],
  })
  expect(answer.status).toBe(200)
  const { pdfa } = await judges.judge(answer.bytes, ['pdfa'])
  expect(pdfa).toEqual({ claimed: 'ua1', problems: [] })
})

test('the judge says no to a plain PDF', async () => {
  const answer = await service.call('POST', '/render', {
    key,
    form: [
      ['template', { filename: 'letter.docx', bytes: sample('letter.docx') }],
      ['data', sample('letter.json').toString()],
    ],
  })
  const { pdfa } = await judges.judge(answer.bytes, ['pdfa'])
  expect(pdfa?.problems.length).toBeGreaterThan(0)
})

test.each(CLAIMS)(
  'a document to be signed as %s has lost its marks and is what it claims to be',
  async (format, claim) => {
    const caller = await service.services.accounts.authenticator.authenticate(key)
    const tags = ['{signature:seller:60mm:20mm}', '{signature:buyer:40mm:15mm}']
    const order = {
      template: {
        kind: 'file' as const,
        bytes: docx([p('Contrat'), ...tags.map((tag) => p(tag))]),
        name: 'contrat',
      },
      data: {},
      pictures: new Map(),
      format,
      filename: undefined,
      options: {},
    }
    const signal = AbortSignal.timeout(60_000)
    const { bytes, placements } = await service.services.renders.renderForSigning(
      caller,
      order,
      signal,
      async (rendered) => rendered,
    )
    expect(placements.map(({ signer }) => signer)).toEqual(['seller', 'buyer'])
    const { pdfa } = await judges.judge(bytes, ['pdfa'])
    expect(pdfa).toEqual({ claimed: claim, problems: [] })
  },
)

test.each(CLAIMS)(
  'a merge of files as %s, with drawings, is what they claim to be',
  async (format, claim) => {
    const files: [string, Buffer][] = []
    for (const name of SAMPLES) {
      const answer = await service.call('POST', '/render-document', {
        key,
        form: [
          ['template', { filename: `${name}.docx`, bytes: sample(`${name}.docx`) }],
          ['data', sample(`${name}.json`).toString()],
          ['format', format],
        ],
      })
      files.push([`${name}.pdf`, answer.bytes])
    }
    service.clock.move(61_000)
    const merged = await service.call('POST', '/pdf', {
      key,
      form: [
        ...files.map(([filename, bytes]) => ['files', { filename, bytes }] as const),
        [
          'steps',
          JSON.stringify([
            { type: 'merge' },
            { type: 'stamp', text: 'Copy', angle: 30 },
            { type: 'page_numbers' },
            { type: 'metadata', title: 'All & sundry', author: 'Ada' },
            { type: 'compress' },
          ]),
        ],
      ],
    })
    expect(merged.status).toBe(200)
    const { pdfa } = await judges.judge(merged.bytes, ['pdfa'])
    expect(pdfa).toEqual({ claimed: claim, problems: [] })
  },
)
