import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { embedFont } from '../../../src/pdf/fonts.ts'
import { pdfText } from '../../support/pdf-text.ts'

async function textOf(written: string): Promise<string> {
  const document = await PDFDocument.create()
  const font = await embedFont(document, 'italic')
  document.addPage().drawText(written, { font })
  return pdfText(await document.save())[0]?.trim() ?? ''
}

test('a letter that an earlier file had with an accent only is text in the next one', async () => {
  expect(await textOf('ÀÉÎÕÜ')).toBe('ÀÉÎÕÜ')
  expect(await textOf('AEIOU')).toBe('AEIOU')
})
