import { describe, expect, test } from 'vitest'
import { pdfOptions } from '../../../src/office/pdf-options.ts'

describe('how a PDF is written', () => {
  test('pictures keep their pixels', () => {
    expect(pdfOptions({ kind: 'pdf' })).toMatchObject({ ReduceImageResolution: false })
  })

  test('a watermark is asked for only where there is one', () => {
    expect(pdfOptions({ kind: 'pdf', watermark: 'DRAFT' })).toMatchObject({ Watermark: 'DRAFT' })
    expect(pdfOptions({ kind: 'pdf', watermark: '' })).not.toHaveProperty('Watermark')
  })

  test('pages that LibreOffice leaves blank are kept only where the document asks for them', () => {
    expect(pdfOptions({ kind: 'pdf' })).toMatchObject({ IsSkipEmptyPages: true })
    expect(pdfOptions({ kind: 'pdf', blankPages: true })).toMatchObject({ IsSkipEmptyPages: false })
  })
})
