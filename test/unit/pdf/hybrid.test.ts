import { expect, test } from 'vitest'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { hybridFile } from '../../support/host-samples.ts'

test('objects that a hybrid file hides from old readers are read', async () => {
  const file = PdfFile.open(await hybridFile())
  const known = new Set(file.objectNumbers())
  const missing = Array.from({ length: file.context.largestObjectNumber }, (_, n) => n + 1).filter(
    (number) => !known.has(number),
  )
  expect(missing).toEqual([])
})
