/** What somebody may try with a completed document: filling in a form behind the seal, in an incremental update. */
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef } from 'pdf-lib'
import { type FormField, formFields } from '../../src/pdf/form-fields.ts'
import { PdfFile } from '../../src/pdf/pdf-file.ts'
import type { PdfUpdate } from '../../src/pdf/pdf-update.ts'
import { addField, stream, updated } from './attacks.ts'
import type { Judges } from './judges.ts'

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
        const field = formFields(update).find(isOfFirstSigner)
        if (field === undefined) throw new TypeError('no field')
        redraw(update, field)
      }),
  ],
  [
    'another picture in the fields of everybody else, signed or not',
    (pdf) =>
      updated(pdf, (update) => {
        const others = formFields(update).filter(
          (field) => field.type === 'Sig' && !isOfFirstSigner(field),
        )
        if (others.length === 0) throw new TypeError('there is a seal')
        for (const field of others) redraw(update, field)
      }),
  ],
]

const isOfFirstSigner = ({ name }: FormField): boolean => name.includes('-signer-1-')

/** Writes over the picture that a field has, or gives it one. */
function redraw(update: PdfUpdate, { dict, ref }: FormField): void {
  const normal = normalOf(update, dict)
  const drawn = update.resolve(look(update, 'Somebody else'))
  if (drawn === undefined) throw new TypeError('it was added just now')
  if (normal !== undefined) {
    update.set(normal, drawn)
    return
  }
  dict.set(PDFName.of('AP'), update.context.obj({ N: update.add(drawn) }))
  update.set(ref, dict)
}

function normalOf(update: PdfUpdate, dict: PDFDict): PDFRef | undefined {
  const looks = update.get(dict, 'AP')
  const normal = looks instanceof PDFDict ? looks.get(PDFName.of('N')) : undefined
  return normal instanceof PDFRef ? normal : undefined
}

/**
 * Another value, and its picture, in every field of a form that the document still has and nobody signs in: those of
 * an upload that somebody else had signed. Undefined where none is left.
 */
export function withFieldsFilled(pdf: Buffer): Buffer | undefined {
  const isLeft = ({ type }: FormField): boolean => type !== 'Sig'
  if (!formFields(PdfFile.open(pdf)).some(isLeft)) return undefined
  return updated(pdf, (update) => {
    for (const field of formFields(update).filter(isLeft)) fillAnyField(update, field)
  })
}

function fillAnyField(update: PdfUpdate, { dict, ref, type }: FormField): void {
  const isButton = type === 'Btn'
  const value = isButton ? PDFName.of('Filled') : PDFHexString.fromText('100000 EUR')
  dict.set(PDFName.of('V'), value)
  update.set(ref, dict)
  const drawn = look(update, '100000 EUR')
  const looks = { N: isButton ? update.context.obj({ Filled: drawn }) : drawn }
  const kids = update.get(dict, 'Kids')
  for (const widget of kids instanceof PDFArray ? kids.asArray() : [ref]) {
    const seen = update.resolve(widget)
    if (!(seen instanceof PDFDict && widget instanceof PDFRef)) continue
    seen.set(PDFName.of('AP'), update.context.obj(looks))
    if (isButton) seen.set(PDFName.of('AS'), value)
    update.set(widget, seen)
  }
}

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
