/** PDFs of every kind that is signed in tests, made with pdf-lib. */
import { degrees, PDFDocument } from 'pdf-lib'
import { embedFont } from '../../src/pdf/fonts.ts'

/** A document with as many pages as wanted. */
export async function plainDocument(pages = 2): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const font = await embedFont(document, 'regular')
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842])
    page.drawText(`Contrat de prestation, page ${number} : été, Œuvre, Łódź`, {
      x: 60,
      y: 700,
      size: 12,
      font,
    })
  }
  return document
}

const save = async (document: PDFDocument, useObjectStreams: boolean): Promise<Uint8Array> =>
  document.save({ useObjectStreams })

/** Each kind by its name. */
export const SAMPLES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'a classic file': async () => save(await plainDocument(), false),
  'object streams': async () => save(await plainDocument(), true),
  'a page turned by 90 degrees, cropped': async () => {
    const document = await plainDocument()
    document.getPage(0).setRotation(degrees(90))
    document.getPage(0).setCropBox(20, 30, 500, 700)
    return save(document, false)
  },
  'a page turned by 270 degrees': async () => {
    const document = await plainDocument()
    document.getPage(0).setRotation(degrees(270))
    return save(document, true)
  },
  'encryption with an empty password': async () => {
    const document = await plainDocument()
    document.encrypt({ userPassword: '', ownerPassword: 'owner', algorithm: 'AES-256' })
    return save(document, false)
  },
  '200 pages': async () => save(await plainDocument(200), true),
}
