import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import { CodedError } from '../../../src/kernel/coded-error.ts'

const xml = readFileSync(resolve(import.meta.dirname, 'plain-en16931.xml'))
let pdf: Uint8Array
beforeAll(async () => {
  const document = await PDFDocument.create()
  document.addPage()
  await document.attach(xml, 'factur-x.xml', { mimeType: 'text/xml' })
  pdf = await document.save({ useObjectStreams: false })
})

/** A file with some of its bytes replaced, and its end cut off. */
const spoiled = (whole: () => Uint8Array) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
    )
    .map(([changes, kept]) => {
      const copy = Uint8Array.from(whole())
      for (const [at, value] of changes) copy[at % copy.length] = value
      return copy.subarray(0, Math.ceil(copy.length * kept))
    })

/** How a file is answered; anything but a report or a refusal is our mistake and thrown. */
async function answerTo(file: Uint8Array): Promise<string> {
  try {
    return (await readReport(file, {})).kind
  } catch (error) {
    if (error instanceof CodedError) return error.code
    throw error
  }
}

/** fast-check takes a returned false for a failure, and expect returns what it likes. */
async function isAnswered(file: Uint8Array): Promise<void> {
  expect(['pdf', 'xml', 'data_invalid']).toContain(await answerTo(file))
}

describe('a spoiled file is reported on or refused, never an error of ours', () => {
  test('PDF', async () => {
    await fc.assert(
      fc.asyncProperty(
        spoiled(() => pdf),
        isAnswered,
      ),
      { numRuns: 300 },
    )
  })

  test('XML', async () => {
    await fc.assert(
      fc.asyncProperty(
        spoiled(() => xml),
        isAnswered,
      ),
      { numRuns: 300 },
    )
  })
})
