/** Empty form fields of a PDF (ISO 32000-2, 12.7): signature fields, and text fields as hints. */
import { PDFDict } from 'pdf-lib'
import { formFields } from '../pdf/form-fields.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { readable } from '../pdf/stream-data.ts'
import { type DetectedField, type FieldKind, onPage, rounded } from './fields.ts'
import { plain } from './labels.ts'
import type { ReadPage, Widget } from './pdf-reader.ts'

const KIND_PATTERNS: ReadonlyArray<readonly [RegExp, FieldKind]> = [
  [/initial|paraphe/, 'initials'],
  [/\bdate/, 'date'],
  [/signature|signed|signe\b/, 'signature'],
  [/\b(nom|name|prenom)/, 'name'],
]

function kindOf({ type, name, label }: Widget): FieldKind {
  if (type === 'Sig') return 'signature'
  const words = plain(`${name} ${label}`.replace(/[_.\-\d]+/g, ' '))
  return KIND_PATTERNS.find(([pattern]) => pattern.test(words))?.[1] ?? 'text'
}

/**
 * Names of the signed signature fields, which pdf.js does not report. Empty for files that only pdf.js can read, such
 * as damaged ones.
 */
export function signedFields(pdf: Uint8Array, password = ''): ReadonlySet<string> {
  const signed = readable(() => {
    const file = PdfFile.open(pdf)
    // Their names are encrypted, too.
    if (file.isEncrypted && !file.decrypt('')) file.decrypt(password)
    return formFields(file).filter(
      ({ type, dict }) => type === 'Sig' && file.get(dict, 'V') instanceof PDFDict,
    )
  })
  return new Set(signed?.map(({ name }) => name))
}

/** The empty form fields of a page. */
export async function widgetFields(
  page: ReadPage,
  signed: ReadonlySet<string>,
): Promise<DetectedField[]> {
  const widgets = await page.widgets()
  return widgets
    .filter(({ type, name, filled }) =>
      type === 'Sig' ? !signed.has(name) : type === 'Tx' && !filled,
    )
    .map((widget) => {
      const called = widget.label || widget.name
      const what = widget.type === 'Sig' ? 'an empty signature field' : 'an empty text field'
      return {
        page: page.number,
        ...rounded(onPage(widget, page)),
        kind: kindOf(widget),
        source: 'form_field',
        reason: `The PDF has ${what}${called === '' ? '' : ` named “${called}”`} here.`,
        text: called,
        confidence: widget.type === 'Sig' ? 0.98 : 0.9,
      }
    })
}
