/**
 * What makes a page look different on a screen, on paper, at another zoom or in another reader (ISO 32000-2): annotations
 * that only a printer or only a screen shows (12.5.3), other versions of an image (8.9.5.4), content of other files
 * (7.3.8, 8.10.4), media (12.5.6.16 to .18, 13), and what leads out of the document. All of it goes before the first
 * signature, so that there is one view of each page: that of a screen.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { nameOf } from './form-fields.ts'
import { hasLayers, removeLayers } from './optional-content.ts'
import type { PageFacts } from './pages.ts'
import { dictOf, type PdfFile } from './pdf-file.ts'
import { UnreadablePdfError } from './stream-data.ts'
import type { UploadNotice } from './upload-notices.ts'
import type { WholePdf } from './whole-pdf.ts'

type Source = Pick<WholePdf, 'resolve' | 'get'>

const key = (name: string): PDFName => PDFName.of(name)
const DEPTH_MAX = 200

/** Flags of annotations (table 167). */
const FLAG = {
  hidden: 2,
  print: 4,
  noZoom: 8,
  noRotate: 16,
  noView: 32,
  toggleNoView: 256,
} as const
/** Annotations that play or run, and those that only printers know. */
const MEDIA = new Set(['Movie', 'Screen', 'Sound', 'RichMedia', '3D'])
const PRINTERS = new Set(['PrinterMark', 'TrapNet'])
/** They are never printed or drawn by themselves. */
const UNPRINTED = new Set(['Link', 'Popup'])
/** Actions that lead to other files or programs. */
const LEADING_OUT = new Set(['GoToR', 'GoToE', 'Launch', 'Thread'])
/** What a link may open. */
const SCHEMES = /^(?:https?|mailto|tel):/i
const OTHER_VERSIONS = ['Alternates', 'OPI', 'Ref'] as const
const SHOWS = ['Trans', 'Dur', 'PresSteps', 'AA'] as const

/** One kind of difference: where it is found, and how it goes. Each answers whether something changed. */
type Change = (source: Source, dict: PDFDict) => boolean

const removeKeys =
  (names: readonly string[]): Change =>
  (_, dict) => {
    const found = names.filter((name) => dict.has(key(name)))
    for (const name of found) dict.delete(key(name))
    return found.length > 0
  }

const textOfUri = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined

/** Whether an action leads to a file, a program or an address that is none of the web's. */
function leadsOut(source: Source, action: PDFObject | undefined): boolean {
  const kind = nameOf(source.get(action, 'S')) ?? ''
  if (LEADING_OUT.has(kind)) return true
  if (kind !== 'URI') return false
  const address = textOfUri(source.get(action, 'URI'))?.trim() ?? ''
  return !SCHEMES.test(address) && !address.startsWith('#')
}

/** What leads out of the document: the actions of annotations and bookmarks, and those that follow them. */
const leading = (source: Source, dict: PDFDict): string[] =>
  ['A', 'PA', 'Next'].filter((name) => leadsOut(source, source.get(dict, name)))

const withoutLeadingOut: Change = (source, dict) => {
  const names = leading(source, dict)
  for (const name of names) dict.delete(key(name))
  return names.length > 0
}

/** Every dictionary inside one object, itself included. */
function dictsIn(object: PDFObject | undefined, depth = 0): PDFDict[] {
  if (depth > DEPTH_MAX) throw new UnreadablePdfError('objects are nested too deep')
  const dict = dictOf(object)
  const inner = object instanceof PDFArray ? object.asArray() : (dict?.values() ?? [])
  const deeper = inner.flatMap((each) => dictsIn(each, depth + 1))
  return dict === undefined ? deeper : [dict, ...deeper]
}

const flagsOf = (source: Source, annotation: PDFObject | undefined): number => {
  const flags = source.get(annotation, 'F')
  return flags instanceof PDFNumber ? flags.asNumber() : 0
}

const has = (flags: number, flag: number): boolean => (flags & flag) !== 0

/** What is to become of an annotation. */
function fateOf(
  source: Source,
  annotation: PDFObject | undefined,
): UploadNotice | 'fix' | undefined {
  const [kind, flags] = [
    nameOf(source.get(annotation, 'Subtype')) ?? '',
    flagsOf(source, annotation),
  ]
  if (MEDIA.has(kind)) return 'media_removed'
  if (PRINTERS.has(kind) || has(flags, FLAG.hidden) || has(flags, FLAG.noView))
    return kind === 'Widget' || kind === 'Popup' ? undefined : 'hidden_annotations_removed'
  const isFree = has(flags, FLAG.noZoom | FLAG.noRotate | FLAG.toggleNoView)
  return isFree || (!has(flags, FLAG.print) && !UNPRINTED.has(kind)) ? 'fix' : undefined
}

/** Shown annotations are printed too, and grow and turn with the page. */
function fix(source: Source, annotation: PDFObject | undefined): void {
  const dict = source.resolve(annotation)
  if (!(dict instanceof PDFDict)) return
  const kept = flagsOf(source, dict) & ~(FLAG.noZoom | FLAG.noRotate | FLAG.toggleNoView)
  dict.set(key('F'), PDFNumber.of(kept | FLAG.print))
  // A watermark of a fixed size on paper (12.5.6.22) has its own size on a screen.
  dict.delete(key('FixedPrint'))
}

/** The annotations of a page, each with what is to become of it. */
function annotationsOf(source: Source, { dict }: PageFacts) {
  const list = source.get(dict, 'Annots')
  return list instanceof PDFArray
    ? list.asArray().map((item) => ({ item, fate: fateOf(source, item) }))
    : []
}

/** What media play is in these; the picture of them that a page shows stays, as a stamp. */
const PLAYED = [
  ...['A', 'AA', 'Movie', 'Sound', 'MK', 'RichMediaContent', 'RichMediaSettings'],
  ...['3DD', '3DV', '3DA', '3DI', '3DB', '3DU'],
]

/** @returns whether a picture of it is left */
function asPicture(source: Source, annotation: PDFObject): boolean {
  const dict = source.resolve(annotation)
  if (!(dict instanceof PDFDict) || source.get(source.get(dict, 'AP'), 'N') === undefined)
    return false
  removeKeys(PLAYED)(source, dict)
  dict.set(key('Subtype'), key('Stamp'))
  fix(source, dict)
  return true
}

function fixAnnotations(whole: WholePdf, page: PageFacts, notices: Set<UploadNotice>): void {
  const all = annotationsOf(whole, page)
  const kept = all.filter(({ item, fate }) =>
    fate === 'media_removed' ? asPicture(whole, item) : fate !== 'hidden_annotations_removed',
  )
  for (const { fate } of all) if (fate !== undefined && fate !== 'fix') notices.add(fate)
  for (const { item, fate } of kept) if (fate === 'fix') fix(whole, item)
  if (kept.length < all.length)
    page.dict.set(key('Annots'), whole.context.obj(kept.map(({ item }) => item)))
}

/** A stream whose data is another file has none in this one. */
const isElsewhere = (object: PDFObject): object is PDFRawStream =>
  object instanceof PDFRawStream &&
  object.dict.has(key('F')) &&
  nameOf(object.dict.get(key('Type'))) !== 'EmbeddedFile'

function emptied({ dict }: PDFRawStream): PDFRawStream {
  for (const name of ['F', 'FFilter', 'FDecodeParms', 'Filter', 'DecodeParms'])
    dict.delete(key(name))
  dict.set(key('Length'), PDFNumber.of(0))
  return PDFRawStream.of(dict, new Uint8Array())
}

/**
 * Leaves one view of an unsigned document, without its layers.
 * @returns what was removed, each kind once
 */
export function leaveOneView(whole: WholePdf, pages: readonly PageFacts[]): UploadNotice[] {
  const notices = new Set<UploadNotice>(removeLayers(whole, pages) ? ['layers_fixed'] : [])
  const note = (notice: UploadNotice, changed: boolean): void => {
    if (changed) notices.add(notice)
  }
  for (const page of pages) {
    fixAnnotations(whole, page, notices)
    note('presentation_removed', removeKeys(SHOWS)(whole, page.dict))
  }
  for (const [ref, object] of whole.context.enumerateIndirectObjects()) {
    for (const dict of dictsIn(object)) note('links_removed', withoutLeadingOut(whole, dict))
    if (!(object instanceof PDFRawStream)) continue
    note('other_versions_removed', removeKeys(OTHER_VERSIONS)(whole, object.dict))
    if (!isElsewhere(object)) continue
    whole.set(ref, emptied(object))
    notices.add('other_versions_removed')
  }
  note('presentation_removed', removeKeys(['Collection'])(whole, whole.catalog))
  return [...notices]
}

/** Whether there may be more than one view of a document: only then is it rewritten. */
export function hasSeveralViews(file: PdfFile, pages: readonly PageFacts[]): boolean {
  const has = ({ dict }: { dict: PDFDict }, names: readonly string[]): boolean =>
    names.some((name) => dict.has(key(name)))
  if (hasLayers(file) || file.get(file.catalogRef, 'Collection') !== undefined) return true
  for (const page of pages)
    if (has(page, SHOWS) || annotationsOf(file, page).some(({ fate }) => fate !== undefined))
      return true
  return file.objectNumbers().some((number) => {
    const object = file.object(number)
    if (object instanceof PDFRawStream) return has(object, OTHER_VERSIONS) || isElsewhere(object)
    return dictsIn(object).some((dict) => leading(file, dict).length > 0)
  })
}
