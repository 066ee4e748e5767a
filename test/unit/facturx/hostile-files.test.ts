import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import { AppError } from '../../../src/kernel/errors.ts'

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

/** Whether a file is reported on or refused; anything else is our mistake. */
async function isAnswered(file: Uint8Array): Promise<boolean> {
  try {
    return (await readReport(file, {})).counts.errors >= 0
  } catch (error) {
    if (error instanceof AppError) return error.code === 'data_invalid'
    throw error
  }
}

describe('a spoiled file is reported on or refused, never an error of ours', () => {
  test('PDF', async () => {
    await fc.assert(
      fc.asyncProperty(
        spoiled(() => pdf),
        async (file) => expect(await isAnswered(file)).toBe(true),
      ),
      { numRuns: 300 },
    )
  })

  test('XML', async () => {
    await fc.assert(
      fc.asyncProperty(
        spoiled(() => xml),
        async (file) => expect(await isAnswered(file)).toBe(true),
      ),
      { numRuns: 300 },
    )
  })
})
