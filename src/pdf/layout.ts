/**
 * Revision 0: the document as every signer will sign it, with every page, field and attachment it will ever have.
 * None of these may be added after the first signature. An unsigned file is rewritten; one with signatures only gets
 * an incremental update, with fields but no pages.
 */

import { PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib'
import type { Wording } from '../kernel/coded-error.ts'
import { say, textsIn } from '../translations/texts.ts'
import { removeActiveContent } from './active-content.ts'
import { contentOf, type Drawing, resourcesOf } from './appearance.ts'
import { type AttachedFile, attachFile } from './attachments.ts'
import { addCovers, type Cover, paintBlanks } from './covers.ts'
import { giveLooks } from './flatten/annotation-looks.ts'
import { flattenForm } from './flatten/flatten.ts'
import { addInputFields, type NewInput } from './input-fields.ts'
import { notSignable, type OpenedPdf, reading } from './opening.ts'
import { contentStream } from './page-canvas.ts'
import { type PageFacts, pagesOf } from './pages.ts'
import { itemsOf } from './pdf-file.ts'
import { PdfUpdate } from './pdf-update.ts'
import { addSignatureFields, type NewField } from './signature-fields.ts'
import { fixAnnotations } from './single-view.ts'
import { UnreadablePdfError } from './stream-data.ts'
import { isTagged, tagFields } from './tagged/form-tags.ts'
import { addWatermark } from './typesetting/watermark.ts'
import { WholePdf } from './whole-pdf.ts'

/** What is added to the document before the first signature. */
export interface Layout {
  /** Pages at the end, drawn except for what the seal will show on them. */
  reservedPages: readonly Drawing[]
  /** Page indexes include the reserved pages. */
  fields: readonly NewField[]
  /** Fields that signers fill in; an unsigned document only. */
  inputs?: readonly NewInput[]
  attachments: readonly AttachedFile[]
  /** Parts of the given pages that are painted white; an unsigned document only. */
  covers?: readonly Cover[]
  /** Full names of fields of its form whose values do not become part of the pages: others take their places. */
  replaced?: ReadonlySet<string>
  /** A word across every page, if the document can carry one. */
  watermark?: string
}

/** Declares in PDF 1.7 files that they use the PAdES extensions (ETSI EN 319 142-1, 5.6). */
const EXTENSION_LEVEL = 2

/** What cannot be added to a document that carries a signature. */
const tooLate = (layout: Layout | undefined): Wording[] => [
  ...((layout?.reservedPages.length ?? 0) > 0 ? [say('unsignable.noPages')] : []),
  ...((layout?.inputs?.length ?? 0) > 0 ? [say('unsignable.noInputs')] : []),
]

/** Rejects documents of which signers would not all sign the same content. */
export function assertSignable({ facts }: OpenedPdf, layout?: Layout): void {
  const reasons = facts.unfit.map((what) =>
    say('unsignable.contains', (locale) => ({
      what: textsIn(locale).details.unsignable[what],
    })),
  )
  if (facts.certified === 1) reasons.push(say('unsignable.certified'))
  else if (facts.closed) reasons.push(say('unsignable.closed'))
  else if (facts.certified !== undefined && layout?.fields.some(({ box }) => box !== undefined))
    reasons.push(say('unsignable.noPlaces'))
  if (facts.signatures > 0) reasons.push(...tooLate(layout))
  for (const { name } of [...(layout?.inputs ?? []), ...(layout?.fields ?? [])])
    if (facts.fieldNames.has(name)) reasons.push(say('unsignable.fieldTaken', { name }))
  if (reasons.length === 0) return
  throw notSignable(reasons)
}

/** The root of the page tree; if a single page takes its place, which readers accept, a root is added above it. */
function pageTree(whole: WholePdf): { ref: PDFRef; tree: PDFDict } {
  const ref = whole.catalog.get(PDFName.of('Pages'))
  const tree = whole.resolve(ref)
  if (!(ref instanceof PDFRef && tree instanceof PDFDict))
    throw new UnreadablePdfError('it has no pages')
  if (tree.has(PDFName.of('Kids'))) return { ref, tree }
  const above = whole.context.obj({ Type: 'Pages', Kids: [ref], Count: 1 })
  const added = whole.add(above)
  tree.set(PDFName.of('Parent'), added)
  whole.catalog.set(PDFName.of('Pages'), added)
  return { ref: added, tree: above }
}

function addPage(whole: WholePdf, drawing: Drawing): void {
  const { ref: treeRef, tree } = pageTree(whole)
  const { width, height } = drawing.page.getSize()
  // An artifact: in tagged documents it is not part of the text (ISO 32000-2, 14.8.2.2).
  const content = Buffer.concat([
    Buffer.from('/Artifact BMC\nq\n'),
    contentOf(drawing),
    Buffer.from('Q\nEMC\n'),
  ])
  const page = whole.context.obj({
    Type: 'Page',
    Parent: treeRef,
    MediaBox: [0, 0, width, height],
    CropBox: [0, 0, width, height],
    Rotate: 0,
    Resources: resourcesOf(whole, drawing),
    Contents: contentStream(whole, content),
  })
  const before = itemsOf(whole.get(tree, 'Kids'))
  const count = whole.get(tree, 'Count')
  tree.set(PDFName.of('Kids'), whole.context.obj([...before, whole.add(page)]))
  tree.set(
    PDFName.of('Count'),
    whole.context.obj((count instanceof PDFNumber ? count.asNumber() : before.length) + 1),
  )
}

function stateExtension(whole: WholePdf): void {
  const extensions = whole.get(whole.catalogRef, 'Extensions')
  const dict = extensions instanceof PDFDict ? extensions : whole.context.obj({})
  const ours = { BaseVersion: '1.7', ExtensionLevel: EXTENSION_LEVEL }
  dict.set(PDFName.of('ESIC'), whole.context.obj(ours))
  whole.catalog.set(PDFName.of('Extensions'), dict)
}

/**
 * Orders the catalog: pages and form first, then the structure tree, starting with its path from the form. EU DSS
 * compares revisions in that order, and reports a field that it first meets within the structure as a change of the
 * structure.
 */
function orderCatalog({ catalog }: WholePdf): void {
  moveFirst(catalog, ['Type', 'Pages', 'AcroForm', 'StructTreeRoot'])
  const tree = catalog.lookup(PDFName.of('StructTreeRoot'))
  if (tree instanceof PDFDict) moveFirst(tree, ['Type', 'ParentTree'])
}

function moveFirst(dict: PDFDict, keys: readonly string[]): void {
  const first = new Set(keys.map((key) => PDFName.of(key)))
  const there = dict.entries()
  const rest = there.filter(([key]) => !first.has(key))
  const ordered = [...first].flatMap((key) => there.filter(([each]) => each === key))
  for (const [key] of there) dict.delete(key)
  for (const [key, value] of [...ordered, ...rest]) dict.set(key, value)
}

/**
 * Takes away of an unsigned document what could run, be filled in or be shown in another way.
 * @param archive part of ISO 19005 that it claims, or is to claim
 * @param replaced see {@link Layout}
 */
export function settle(
  whole: WholePdf,
  pages: readonly PageFacts[],
  archive: number | undefined,
  replaced?: ReadonlySet<string>,
): void {
  fixAnnotations(whole, pages)
  // Before the form goes: it has the fonts of comments.
  giveLooks(whole, pages, archive)
  flattenForm(whole, pages, { archive: archive !== undefined, ...(replaced && { replaced }) })
  removeActiveContent(whole, pages)
  // Usage rights that Adobe's programs granted to the original file (ISO 32000-2, 12.8.2.3): not a person's
  // signature.
  whole.catalog.delete(PDFName.of('Perms'))
}

function layOutWhole({ file, facts }: OpenedPdf, layout: Layout): Buffer {
  const whole = new WholePdf(file)
  const given = pagesOf(whole)
  settle(whole, given, facts.pdfaPart, layout.replaced)
  addCovers(whole, given, layout.covers ?? [])
  for (const drawing of layout.reservedPages) addPage(whole, drawing)
  for (const attachment of layout.attachments) attachFile(whole, attachment)
  const pages = pagesOf(whole)
  paintBlanks(whole, pages, layout.inputs ?? [])
  if (layout.watermark !== undefined) addWatermark(whole, pages, layout.watermark)
  const fields = [
    ...addInputFields(whole, pages, layout.inputs ?? []),
    ...addSignatureFields(whole, pages, layout.fields),
  ]
  if (isTagged(whole)) tagFields(whole, fields)
  orderCatalog(whole)
  stateExtension(whole)
  return whole.save({ classic: facts.pdfaPart === 1 })
}

function layOutUpdate({ file }: OpenedPdf, layout: Layout): Buffer {
  const update = new PdfUpdate(file)
  addSignatureFields(update, pagesOf(update), layout.fields)
  return update.save()
}

/**
 * Returns revision 0.
 * @throws PdfError `pdf_not_signable`, `pdf_invalid`
 */
export function layOut(opened: OpenedPdf, layout: Layout): Buffer {
  assertSignable(opened, layout)
  return reading(() =>
    opened.facts.signatures > 0 ? layOutUpdate(opened, layout) : layOutWhole(opened, layout),
  )
}
