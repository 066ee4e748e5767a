/** Files of requests that have several. */
import { createHash } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Blank pages. */
export async function pdfOf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) document.addPage([595, 842])
  return await document.save()
}

/** A file as a form takes it. */
export const annex = async (pages: number, filename = `annexe-${pages}.pdf`) => ({
  filename,
  bytes: await pdfOf(pages),
})
