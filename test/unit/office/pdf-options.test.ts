import { describe, expect, test } from 'vitest'
import { pdfOptions } from '../../../src/office/pdf-options.ts'

describe('how a PDF is written', () => {
  test('pictures keep their pixels', () => {
    expect(pdfOptions({ kind: 'pdf' })).toMatchObject({ ReduceImageResolution: false })
  })

  test('pages that LibreOffice leaves blank are kept only where the document asks for them', () => {
    expect(pdfOptions({ kind: 'pdf' })).toMatchObject({ IsSkipEmptyPages: true })
    expect(pdfOptions({ kind: 'pdf', blankPages: true })).toMatchObject({ IsSkipEmptyPages: false })
  })
})
