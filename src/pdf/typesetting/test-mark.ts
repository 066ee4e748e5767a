/** The word on every page of what a test key produces: such a file must never pass for a real one. */

import { pagesOf } from '../pages.ts'
import { PdfError } from '../pdf-error.ts'
import { PdfFile } from '../pdf-file.ts'
import { PdfFault } from '../stream-data.ts'
import { TEST_WORD } from '../test-word.ts'
import { WholePdf } from '../whole-pdf.ts'
import { addWatermark } from './watermark.ts'

/**
 * Draws {@link TEST_WORD} across every page of a finished, unencrypted PDF. PDF/A and PDF/UA conformance are
 * preserved: the word is an artifact of plain outlines.
 * @throws PdfError render_failed when the PDF cannot be read
 */
export function markTest(pdf: Uint8Array): Uint8Array {
  try {
    const whole = new WholePdf(PdfFile.open(pdf))
    addWatermark(whole, pagesOf(whole), TEST_WORD)
    return whole.save({ classic: false })
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    throw new PdfError('render_failed', 'The finished PDF cannot be read.', { cause: error })
  }
}
