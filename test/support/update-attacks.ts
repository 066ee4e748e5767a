/** Published attacks that append a well-formed update to a signed PDF: incremental saving, shadow, evil annotations. */
import { PDFArray, PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { formFields } from '../../src/pdf/form-fields.ts'
import { pagesOf } from '../../src/pdf/pages.ts'
import { PdfFile } from '../../src/pdf/pdf-file.ts'
import type { PdfUpdate } from '../../src/pdf/pdf-update.ts'
import {
  type Attack,
  addAnnotation,
  addField,
  catalogOf,
  contentsRef,
  dictOf,
  name,
  rawUpdate,
  stream,
  table,
  updated,
} from './attacks.ts'

/** Changes behind the last signature. */
export const INCREMENTS: readonly Attack[] = [
  [
    'a page’s contents exchanged',
    ({ signed }) =>
      updated(signed, (update) => {
        const page = pagesOf(update)[0]
        if (page === undefined) return
        page.dict.set(name('Contents'), update.add(stream(update, 'BT ET')))
        update.set(page.ref, page.dict)
      }),
    'page_changed',
  ],
  [
    'a content stream overwritten (shadow: replace)',
    ({ signed }) =>
      updated(signed, (update) => update.set(contentsRef(update, 1), stream(update, 'BT ET'))),
    'page_changed',
  ],
  [
    'a font overwritten (shadow: replace)',
    ({ signed }) =>
      updated(signed, (update) =>
        update.set(
          fontOf(update),
          update.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' }),
        ),
      ),
    'page_changed',
  ],
  ['a page added', ({ signed }) => updated(signed, addPage), 'pages_changed'],
  [
    'a page removed',
    ({ signed }) => updated(signed, (update) => editPages(update, (kids) => kids.slice(1))),
    'pages_changed',
  ],
  [
    'pages in another order',
    ({ signed }) => updated(signed, (update) => editPages(update, (kids) => [...kids].reverse())),
    'pages_changed',
  ],
  [
    'a page turned',
    ({ signed }) =>
      updated(signed, (update) => {
        const page = pagesOf(update)[0]
        page?.dict.set(name('Rotate'), PDFNumber.of(180))
        if (page !== undefined) update.set(page.ref, page.dict)
      }),
    'page_changed',
  ],
  [
    'a page cropped',
    ({ signed }) =>
      updated(signed, (update) => {
        const page = pagesOf(update)[1]
        page?.dict.set(name('CropBox'), update.context.obj([0, 400, 595, 842]))
        if (page !== undefined) update.set(page.ref, page.dict)
      }),
    'page_changed',
  ],
  [
    'an annotation over the text (evil annotation)',
    ({ signed }) =>
      updated(signed, (update) =>
        addAnnotation(update, 1, {
          Type: 'Annot',
          Subtype: 'FreeText',
          Rect: [0, 0, 500, 500],
          Contents: PDFHexString.fromText('1 000 000 €'),
        }),
      ),
    'annotation_added',
  ],
  [
    'a stamp over the text',
    ({ signed }) =>
      updated(signed, (update) =>
        addAnnotation(update, 0, { Type: 'Annot', Subtype: 'Stamp', Rect: [0, 0, 500, 500] }),
      ),
    'annotation_added',
  ],
  [
    'an annotation that calls itself a signature field',
    ({ signed }) =>
      updated(signed, (update) =>
        addField(update, {
          Type: 'Annot',
          Subtype: 'FreeText',
          FT: 'Sig',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 500, 500],
        }),
      ),
    'annotation_added',
  ],
  [
    'a signature field with an action',
    ({ signed }) =>
      updated(signed, (update) =>
        addField(update, {
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 0, 0],
          AA: {},
        }),
      ),
    'annotation_added',
  ],
  [
    'a picture of a signature over the text (sneaky signature)',
    ({ signed }) =>
      updated(signed, (update) => {
        const picture = update.add(
          stream(update, '0 0 9 9 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] }),
        )
        addField(update, {
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 500, 500],
          AP: { N: picture },
        })
      }),
    'false_signature_added',
  ],
  [
    'a text field over the text',
    ({ signed }) =>
      updated(signed, (update) =>
        addField(update, {
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Tx',
          T: PDFHexString.fromText('Evil'),
          Rect: [0, 0, 500, 500],
        }),
      ),
    'annotation_added',
  ],
  [
    'a signature’s picture exchanged',
    ({ signed }) =>
      updated(signed, (update) =>
        update.set(appearanceOf(update, 'Signer1'), stream(update, 'q Q')),
      ),
    'page_changed',
  ],
  [
    'a signature taken away',
    ({ signed }) =>
      updated(signed, (update) => {
        const field = formFields(update).find((each) => each.name === 'Signer1')
        field?.dict.delete(name('V'))
        if (field !== undefined) update.set(field.ref, field.dict)
      }),
    'signature_hidden',
  ],
  [
    'the whole form taken away',
    ({ signed }) =>
      updated(signed, (update) => {
        catalogOf(update).delete(name('AcroForm'))
        update.set(update.catalogRef, catalogOf(update))
      }),
    'signature_hidden',
  ],
  [
    'a signature moved on the page',
    ({ signed }) =>
      updated(signed, (update) => {
        const field = formFields(update).find((each) => each.name === 'Signer2')
        field?.dict.set(name('Rect'), update.context.obj([0, 0, 300, 300]))
        if (field !== undefined) update.set(field.ref, field.dict)
      }),
    'signature_changed',
  ],
  [
    'the signer’s reason exchanged',
    ({ signed }) =>
      updated(signed, (update) => {
        const value = formFields(update)
          .find((each) => each.name === 'Signer1')
          ?.dict.get(name('V'))
        const dict = dictOf(update, value)
        dict.set(name('Reason'), PDFHexString.fromText('Autre'))
        update.set(value as PDFRef, dict)
      }),
    /object_changed|page_changed/,
  ],
  [
    'a script that runs on opening',
    ({ signed }) =>
      updated(signed, (update) => {
        const action = update.add(
          update.context.obj({ S: 'JavaScript', JS: PDFHexString.fromText('x') }),
        )
        catalogOf(update).set(name('OpenAction'), action)
        update.set(update.catalogRef, catalogOf(update))
      }),
    'catalog_changed',
  ],
  [
    'layers that hide content',
    ({ signed }) =>
      updated(signed, (update) => {
        catalogOf(update).set(name('OCProperties'), update.context.obj({ OCGs: [], D: {} }))
        update.set(update.catalogRef, catalogOf(update))
      }),
    'catalog_changed',
  ],
  [
    'validation data taken away',
    ({ signed }) =>
      updated(signed, (update) => {
        const store = catalogOf(update).get(name('DSS'))
        const dict = dictOf(update, store)
        dict.set(name('CRLs'), update.context.obj([]))
        update.set(store as PDFRef, dict)
      }),
    'validation_data_removed',
  ],
  [
    'a revocation list exchanged',
    ({ signed }) =>
      updated(signed, (update) => {
        const lists = update.get(catalogOf(update).get(name('DSS')), 'CRLs')
        const first = lists instanceof PDFArray ? lists.get(0) : undefined
        update.set(first as PDFRef, stream(update, 'other'))
      }),
    /object_changed/,
  ],
  [
    'another catalog (shadow: hide and replace)',
    ({ signed }) => {
      const { largestObjectNumber } = PdfFile.open(signed).context
      const file = PdfFile.open(signed)
      const pages = String(file.get(file.catalogRef, 'Pages')).replace(/\/Count \d+/, '/Count 1')
      const root = largestObjectNumber + 1
      const text = file.catalog.toString().replace(/\/Pages \d+/, `/Pages ${root + 1}`)
      const objects: [number, string][] = [
        [root, text],
        [root + 1, pages],
      ]
      return rawUpdate(signed, objects, ({ rows, trailer, prev }) =>
        table({
          rows,
          trailer: trailer.replace(/\/Root \d+/, `/Root ${root}`),
          prev,
        }),
      )
    },
    'catalog_changed',
  ],
]

function fontOf(update: PdfUpdate): PDFRef {
  const page = pagesOf(update)[1]
  const fonts = update.get(update.get(page?.dict, 'Resources'), 'Font')
  const font = fonts instanceof PDFDict ? fonts.values()[0] : undefined
  if (!(font instanceof PDFRef)) throw new TypeError('the page has a font')
  return font
}

function appearanceOf(update: PdfUpdate, field: string): PDFRef {
  const found = formFields(update).find((each) => each.name === field)
  const normal = (update.get(found?.dict, 'AP') as PDFDict | undefined)?.get(name('N'))
  if (!(normal instanceof PDFRef)) throw new TypeError('the field has an appearance')
  return normal
}

function editPages(update: PdfUpdate, edit: (kids: PDFObject[]) => PDFObject[]): void {
  const ref = catalogOf(update).get(name('Pages'))
  const tree = dictOf(update, ref)
  const kids = update.get(tree, 'Kids')
  const next = edit(kids instanceof PDFArray ? kids.asArray() : [])
  tree.set(name('Kids'), update.context.obj(next))
  tree.set(name('Count'), PDFNumber.of(next.length))
  update.set(ref as PDFRef, tree)
}

function addPage(update: PdfUpdate): void {
  const parent = catalogOf(update).get(name('Pages'))
  const page = update.add(
    update.context.obj({ Type: 'Page', Parent: parent, MediaBox: [0, 0, 9, 9] } as never),
  )
  editPages(update, (kids) => [...kids, page])
}
