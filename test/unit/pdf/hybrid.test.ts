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
