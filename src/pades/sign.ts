/**
 * The steps of a PAdES signature (ETSI EN 319 142-1) in the order of its levels: B-T, then B-LT by validation
 * data, then B-LTA by a document time-stamp. Each appends one revision; the bytes before never change.
 */
import { PDFDict, PDFHexString, PDFName, PDFRef } from 'pdf-lib'
import { invariant } from '../kernel/invariant.ts'
import { appearanceOf, type Drawing } from '../pdf/appearance.ts'
import { formFields } from '../pdf/form-fields.ts'
import { pagesOf, rotationOfPage } from '../pdf/pages.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { PdfUpdate } from '../pdf/pdf-update.ts'
import { addSignatureFields } from '../pdf/signature-fields.ts'
import { readBer } from './ber.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { detachedSignature, sha256 } from './cms.ts'
import type { RevocationSource, Signer, TimestampSource } from './ports.ts'
import { addValidationData } from './security-store.ts'
import {
  fillSignature,
  type SignatureFacts,
  signatureDictionary,
  timestampDictionary,
} from './signature-dictionary.ts'

/** What a signature needs from outside. */
export interface SigningPorts {
  timestamps: TimestampSource
  revocation: RevocationSource
}

/** One signature. */
export interface SignatureOrder {
  /** Name of a field that was laid out and is still empty. */
  field: string
  signer: Signer
  facts: SignatureFacts
  /** What is seen in the field; left out: the field stays as it is. */
  drawing?: Drawing
}

/** A signature as made. */
export interface Signed {
  pdf: Buffer
  /** The padded `/Contents`. */
  contents: Buffer
  /** Certificates that a validator must be able to judge: the signer's and the time-stamp's. */
  certificates: readonly Certificate[]
}

/** Certificates in a SignedData. */
export const certificatesIn = (cms: Uint8Array): Certificate[] =>
  (readBer(cms).at(1).at(0).find(0xa0)?.children ?? []).map(({ raw }) => parseCertificate(raw))

function emptyField(update: PdfUpdate, name: string) {
  const field = formFields(update).find((each) => each.name === name)
  invariant(field?.type === 'Sig', `the signature field ${name} was laid out`)
  invariant(update.get(field.dict, 'V') === undefined, `the field ${name} is still empty`)
  return field
}

function showDrawing(update: PdfUpdate, field: { dict: PDFDict }, drawing: Drawing): void {
  const appearance = update.get(field.dict, 'AP')
  const normal = appearance instanceof PDFDict ? appearance.get(PDFName.of('N')) : undefined
  invariant(normal instanceof PDFRef, 'the field was laid out with an appearance')
  const rotation = rotationOfPage(update, field.dict.get(PDFName.of('P')))
  update.set(normal, appearanceOf(update, drawing, rotation))
}

/** Names the certification signature in the catalog (ISO 32000-2, 12.8.6). */
function certifyBy(update: PdfUpdate, signature: PDFRef): void {
  const catalog = update.resolve(update.catalogRef)
  invariant(catalog instanceof PDFDict, 'the catalog was read before')
  catalog.set(PDFName.of('Perms'), update.context.obj({ DocMDP: signature }))
  update.set(update.catalogRef, catalog)
}

/** Signs into a field with a signature time-stamp: level B-T. */
export async function sign(
  pdf: Uint8Array,
  order: SignatureOrder,
  timestamps: TimestampSource,
): Promise<Signed> {
  const update = new PdfUpdate(PdfFile.open(pdf))
  const field = emptyField(update, order.field)
  const signature = update.add(signatureDictionary(order.facts))
  field.dict.set(PDFName.of('V'), signature)
  update.set(field.ref, field.dict)
  if (order.drawing !== undefined) showDrawing(update, field, order.drawing)
  if (order.facts.certify === true) certifyBy(update, signature)

  let token: Buffer = Buffer.alloc(0)
  const filled = await fillSignature(update.save(), (covered) =>
    detachedSignature(order.signer, sha256(covered), async (digest) => {
      token = await timestamps.stamp(digest)
      return token
    }),
  )
  return {
    pdf: filled,
    contents: contentsOf(filled, signature),
    certificates: [order.signer.certificate, ...order.signer.chain, ...certificatesIn(token)],
  }
}

function contentsOf(pdf: Buffer, signature: PDFRef): Buffer {
  const contents = PdfFile.open(pdf).get(signature, 'Contents')
  invariant(contents instanceof PDFHexString, 'a signature has contents')
  return Buffer.from(contents.asBytes())
}

/** Adds the validation data of a signature just made: level B-LT. */
export async function addLongTermData(
  { pdf, contents, certificates }: Signed,
  revocation: RevocationSource,
): Promise<Buffer> {
  const data = await revocation.validationData(certificates)
  const update = new PdfUpdate(PdfFile.open(pdf))
  addValidationData(update, data, contents)
  return update.save()
}

/** Signs and adds validation data: what each signer's act does. */
export async function signLongTerm(
  pdf: Uint8Array,
  order: SignatureOrder,
  ports: SigningPorts,
): Promise<Buffer> {
  return await addLongTermData(await sign(pdf, order, ports.timestamps), ports.revocation)
}

/**
 * Ends a document with a document time-stamp: level B-LTA. Also renews it, before the time-stamp before it
 * runs out: the validation data of that one is then added first.
 */
export async function addArchiveTimestamp(
  pdf: Uint8Array,
  { timestamps, revocation }: SigningPorts,
  earlier: readonly Certificate[] = [],
): Promise<Buffer> {
  let file = PdfFile.open(pdf)
  if (earlier.length > 0) {
    const update = new PdfUpdate(file)
    addValidationData(update, await revocation.validationData(earlier), undefined)
    file = PdfFile.open(update.save())
  }
  const update = new PdfUpdate(file)
  const signature = update.add(timestampDictionary())
  const name = `Timestamp${formFields(update).length + 1}`
  addSignatureFields(update, pagesOf(update), [{ name, page: 0 }])
  const field = emptyField(update, name)
  field.dict.set(PDFName.of('V'), signature)
  update.set(field.ref, field.dict)
  return await fillSignature(update.save(), (covered) => timestamps.stamp(sha256(covered)))
}
