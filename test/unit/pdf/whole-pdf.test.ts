import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef } from 'pdf-lib'
import { expect, test } from 'vitest'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { refsIn } from '../../../src/pdf/references.ts'
import { WholePdf } from '../../../src/pdf/whole-pdf.ts'

test.each([true, false])(
  'references that lead nowhere are null in what is rewritten (classic: %s)',
  async (classic) => {
    const document = await PDFDocument.create()
    const { context, catalog } = document
    document.addPage([300, 300])
    const there = context.register(context.obj({ Here: PDFRef.of(900), Kept: 1 }))
    const Deep = [{ Lost: PDFRef.of(901), Kept: there }, PDFRef.of(902), there]
    catalog.set(PDFName.of('PieceInfo'), context.obj({ Deep, Lost: PDFRef.of(903) }))
    context.trailerInfo.Info = PDFRef.of(904)
    const given = PdfFile.open(await document.save({ useObjectStreams: !classic }))
    const file = PdfFile.open(new WholePdf(given).save({ classic }))
    const named = new Set<number>()
    expect(file.trailer.has(PDFName.of('Info'))).toBe(false)
    for (const number of file.objectNumbers()) refsIn(file.object(number), named)
    expect([...named].filter((number) => file.object(number) === undefined)).toEqual([])
    const info = file.get(file.catalogRef, 'PieceInfo')
    const deep = file.get(info, 'Deep')
    if (!(info instanceof PDFDict && deep instanceof PDFArray)) throw new TypeError('it is gone')
    expect(info.keys().map(String)).toEqual(['/Deep'])
    expect(deep.size()).toBe(3)
    expect(String(deep.get(1))).toBe('null')
    expect(String(deep.get(0))).toMatch(/^<<\s*\/Kept \d+ 0 R\s*>>$/)
  },
)
