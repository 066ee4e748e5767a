/** Uploads that are not plain: encrypted, signed by others in forms of their own, damaged. */
import { type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { plainDocument } from './pdf-samples.ts'

/** Puts a filled signature field into a document. */
export function addForeignSignature(
  document: PDFDocument,
  contents: string,
  name = 'Theirs',
  rect: readonly number[] = [60, 500, 260, 560],
): void {
  const { context, catalog } = document
  const page = document.getPage(0)
  const value = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'adbe.pkcs7.detached',
      ByteRange: [0, 100, 200, 300],
      Contents: PDFHexString.of(contents),
      M: PDFString.of("D:20260101120000+00'00'"),
    }),
  )
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      F: 132,
      T: PDFString.of(name),
      Rect: [...rect],
      P: page.ref,
      V: value,
    }),
  )
  page.node.set(PDFName.of('Annots'), context.obj([field]))
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }))
}

/** A file with a signature field whose value holds these digits instead of a signature. */
export async function signedByOthers(
  contents: string,
  rect?: readonly number[],
): Promise<Uint8Array> {
  const document = await plainDocument(1)
  addForeignSignature(document, contents, 'Theirs', rect)
  return await document.save({ useObjectStreams: false })
}

/** A file whose streams are encrypted and that opens without a password all the same. */
export async function encryptedPdf(
  algorithm: 'AES-128' | 'AES-256',
  change: (document: PDFDocument) => void = () => undefined,
): Promise<Uint8Array> {
  const document = await plainDocument(1)
  change(document)
  document.encrypt({ userPassword: '', ownerPassword: 'owner', algorithm })
  return await document.save({ useObjectStreams: false })
}
