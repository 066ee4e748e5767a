/** What somebody may try with a completed document: filling in a form behind the seal, in an incremental update. */
import { PDFDict, PDFHexString, PDFName, PDFRef } from 'pdf-lib'
import { formFields } from '../../src/pdf/form-fields.ts'
import type { PdfUpdate } from '../../src/pdf/pdf-update.ts'
import { addField, stream, updated } from './attacks.ts'
import type { Judges } from './judges.ts'
import type { PyHankoVerdict } from './pyhanko.ts'

const look = (update: PdfUpdate, text: string): PDFRef =>
  update.add(
    stream(update, `BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 20],
      Resources: { Font: { Helv: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } },
    }),
  )

const textField = (update: PdfUpdate, name: string, text: string, rect: number[]) => ({
  Type: 'Annot',
  Subtype: 'Widget',
  FT: 'Tx',
  T: PDFHexString.fromText(name),
  V: PDFHexString.fromText(text),
  DA: PDFHexString.fromText('/Helv 12 Tf 0 g'),
  F: 4,
  Rect: rect,
  AP: { N: look(update, text) },
})

/** Each way by its name. */
export const LATER_FILLINGS: ReadonlyArray<readonly [string, (pdf: Buffer) => Buffer]> = [
  [
    'a field with another amount in the place of the one that was there',
    (pdf) =>
      updated(pdf, (update) => {
        addField(update, textField(update, 'price', '100000 EUR', [30, 350, 190, 370]))
      }),
  ],
  [
    'an invisible field over the page that becomes a text',
    (pdf) => {
      const covered = updated(pdf, (update) => {
        addField(update, textField(update, 'cover', '', [0, 0, 400, 400]))
      })
      return updated(covered, (update) => fill(update, 'cover', 'Another contract'))
    },
  ],
  [
    'another picture in the field of a signer',
    (pdf) =>
      updated(pdf, (update) => {
        const field = formFields(update).find(({ name }) => name.includes('-signer-1-'))
        const looks = field && update.get(field.dict, 'AP')
        const normal = looks instanceof PDFDict ? looks.get(PDFName.of('N')) : undefined
        const drawn = update.resolve(look(update, 'Somebody else'))
        if (!(normal instanceof PDFRef) || drawn === undefined) throw new TypeError('no field')
        update.set(normal, drawn)
      }),
  ],
]

function fill(update: PdfUpdate, name: string, text: string): void {
  const field = formFields(update).find((each) => each.name === name)
  if (field === undefined) throw new TypeError('the field was added before')
  field.dict.set(PDFName.of('V'), PDFHexString.fromText(text))
  field.dict.set(PDFName.of('AP'), update.context.obj({ N: look(update, text) }))
  update.set(field.ref, field.dict)
}

/** A field of the file with another text. */
export const filledIn = (pdf: Buffer, name: string, text: string): Buffer =>
  updated(pdf, (update) => fill(update, name, text))

/** Whether EU DSS says of a file that it was changed behind a signature. */
export async function dssSaysChanged(
  judges: Judges,
  pdf: Uint8Array,
  roots: string,
): Promise<boolean> {
  const { problems, signatures } = await judges.pades(pdf, roots)
  return problems.length > 0 || signatures.some(({ warnings }) => warnings.length > 0)
}

/** Whether pyHanko does not take the last seal for valid any more. */
export const pyHankoSaysChanged = ({ signatures, problem }: PyHankoVerdict): boolean =>
  problem !== undefined || signatures.some(({ field, holds }) => field.includes('-seal-') && !holds)
