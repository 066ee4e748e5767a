import { describe, expect, test } from 'vitest'
import { pdfOptions } from '../../../src/office/pdf-options.ts'

describe('how a PDF is written', () => {
  test('pictures keep their pixels unless they are photographs saved as PNG', () => {
    expect(pdfOptions({ kind: 'pdf' })).toMatchObject({ ReduceImageResolution: false })
    expect(pdfOptions({ kind: 'pdf', photographs: false })).toEqual(pdfOptions({ kind: 'pdf' }))
  })

  test('photographs become JPEG of high quality, and are not scaled to what a printer cannot show', () => {
    const options = pdfOptions({ kind: 'pdf', photographs: true })
    expect(options).toMatchObject({ UseLosslessCompression: false, Quality: 95 })
    expect(options.MaxImageResolution).toBeGreaterThanOrEqual(1200)
  })

  test('a watermark is asked for only where there is one', () => {
    expect(pdfOptions({ kind: 'pdf', watermark: 'DRAFT' })).toMatchObject({ Watermark: 'DRAFT' })
    expect(pdfOptions({ kind: 'pdf', watermark: '' })).not.toHaveProperty('Watermark')
  })
})
