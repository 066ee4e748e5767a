import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { hybridFile } from '../../support/host-samples.ts'

test('objects that a hybrid file hides from old readers are read', async () => {
  const file = PdfFile.open(await hybridFile())
  const known = new Set(file.objectNumbers())
  // The last number is the cross-reference stream itself, which nothing refers to.
  const all = Array.from({ length: file.context.largestObjectNumber - 1 }, (_, n) => n + 1)
  expect(all.filter((number) => !known.has(number))).toEqual([])
})

test('a table with rows of 19 and of 20 bytes is read, and readers may take it differently', async () => {
  const document = await PDFDocument.create()
  document.addPage([300, 300])
  const even = Buffer.from(await document.save({ useObjectStreams: false }))
  const row = even.indexOf(' 00000 n \n') + ' 00000 n'.length
  const uneven = Buffer.concat([even.subarray(0, row), even.subarray(row + 1)])
  const [was, is] = [PdfFile.open(even), PdfFile.open(uneven)]
  expect(is.objectNumbers()).toEqual(was.objectNumbers())
  expect(String(is.catalog)).toBe(String(was.catalog))
  expect([was.sections[0]?.ambiguous, is.sections[0]?.ambiguous]).toEqual([false, true])
})
