import { PDFRef, PDFString } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import { entriesMax } from '../../../src/pdf/budget.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { parseObject } from '../../../src/pdf/object-parser.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { HOSTILE_PDFS, hostilePdf } from '../../support/hostile-pdf.ts'
import { hiddenFields } from '../../support/hostile-pdf-kinds.ts'

/** What a file is refused for. */
const refusal = async (pdf: Buffer): Promise<string> => {
  try {
    await openPdf(pdf)
    return 'taken'
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return `${error.code}: ${error.message}`
  }
}

const limit = (what: string): RegExp => new RegExp(`^render_limit_exceeded: .*too much.*${what}`)

describe('a small PDF that would grow is refused by the limit it passes', () => {
  test.each([
    ['object streams of 60 MB each', limit('decoded stream of more than 32 MB')],
    ['a name of 30 MB', limit('name of more than 4096 bytes')],
    ['a string of 30 MB', limit('string of more than 16 MB')],
    ['brackets, 30 million deep', limit('nested deeper than 250 levels')],
    ['an array of 15 million arrays', limit('more than 160 MB of memory')],
    ['a page 200,000 times', /page tree is circular/],
    ['fields under a name of a megabyte', /text of more than 64000 bytes/],
  ])('%s', async (name, why) => {
    expect(await refusal(hostilePdf(name))).toMatch(why)
  })

  test.each([
    ['a cross-reference stream of 10^15 rows', /names more than \d+ objects/],
    ['rows without bytes for numbers that no longer grow', /names more than \d+ objects/],
    ['a chain of 30,000 sections', /chain of cross-reference sections/],
  ])('%s is not read; the upload is read without it', async (name, why) => {
    const pdf = hostilePdf(name)
    expect(() => PdfFile.open(pdf)).toThrow(why)
    expect(await refusal(pdf)).toBe('taken')
  })

  test('object streams that fit one by one are refused for their sum', async () => {
    expect(await refusal(hiddenFields(40, 12_000_000))).toMatch(limit('more than 384 MB'))
  })
})

test('every file of the collection is smaller than 2 MB and named once', () => {
  expect(new Set(HOSTILE_PDFS.map(({ name }) => name)).size).toBe(HOSTILE_PDFS.length)
  expect(hostilePdf('object streams of 60 MB each').length).toBeLessThan(2_000_000)
})

describe('what is left of the budget', () => {
  test('object streams beyond what is cached are decoded again, and read the same', () => {
    const file = PdfFile.open(hiddenFields(6, 12_000_000))
    const names = () => formFields(file).map(({ name }) => name)
    expect(names()).toEqual(Array.from({ length: 6 }, () => 'f'))
    expect(names()).toHaveLength(6)
  })

  test('revisions of a file count together', () => {
    const bytes = hiddenFields(14, 12_000_000)
    const file = PdfFile.open(bytes)
    const readAll = (revision: PdfFile) => formFields(revision).length
    expect([readAll(file), readAll(file.until(bytes.length))]).toEqual([14, 14])
    expect(() => readAll(file.until(bytes.length))).toThrow(/more than 384 MB/)
  })

  test('a file may name more objects the longer it is', () => {
    expect(entriesMax(2_000_000)).toBeGreaterThan(500_000)
    expect(entriesMax(100)).toBeLessThan(51_000)
    expect(entriesMax(1e12)).toBe(1_000_000)
  })
})

test('a string with parentheses and escapes is read to its end, by ours as by the library', () => {
  const file = PdfFile.open(hostilePdf('an outline that leads in a circle'))
  const text = '(a (b\\) c) \\( d)'
  const content = Buffer.from(`${text} rest`, 'latin1')
  const parsed = parseObject(content, file.context)
  expect(parsed).toBeInstanceOf(PDFString)
  expect(String(parsed)).toBe(text)
  expect(parseObject(Buffer.from('12 0 R'), file.context)).toBe(PDFRef.of(12, 0))
})
