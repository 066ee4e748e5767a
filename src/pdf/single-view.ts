/**
 * What makes a page look different on a screen, on paper, at another zoom or in another reader (ISO 32000-2): annotations
 * that only a printer or only a screen shows (12.5.3), other versions of an image (8.9.5.4), content of other files
 * (7.3.8, 8.10.4), media (12.5.6.16 to .18, 13), and what leads out of the document. All of it goes before the first
 * signature, so that there is one view of each page: that of a screen.
 */
import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib'
import { nameOf } from './form-fields.ts'
import { leadsOut, removeLeadingOut, unwantedIn } from './leading-out.ts'
import { hasLayers, LAYERS, LayerStates, removeLayers } from './optional-content.ts'
import type { PageFacts } from './pages.ts'
import { dictOf, itemsOf, nameKey as key, numberOf, type PdfFile } from './pdf-file.ts'
import { inheritedOf } from './pdf-target.ts'
import { type NoticeCode, NoticeList, type UploadNotice } from './upload-notices.ts'
import type { WholePdf } from './whole-pdf.ts'

type Source = Pick<WholePdf, 'resolve' | 'get'>

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
const OTHER_VERSIONS = ['Alternates', 'OPI', 'Ref'] as const
const SHOWS = ['Trans', 'Dur', 'PresSteps'] as const

/** @returns the names of what was removed */
function removeKeys(dict: PDFDict, names: readonly string[]): string[] {
  const found = names.filter((name) => dict.has(key(name)))
  for (const name of found) dict.delete(key(name))
  return found
}

const flagsOf = (source: Source, annotation: PDFObject | undefined): number =>
  numberOf(source.get(annotation, 'F'))

const has = (flags: number, flag: number): boolean => (flags & flag) !== 0

/** `fix`: it is printed from now on, too, and grows and turns with the page; `hide`: a field that only paper shows. */
type Fate = NoticeCode | 'fix' | 'hide'

/** What is to become of an annotation. */
function fateOf(source: Source, annotation: PDFObject | undefined): Fate | undefined {
  const [kind, flags] = [
    nameOf(source.get(annotation, 'Subtype')) ?? '',
    flagsOf(source, annotation),
  ]
  if (MEDIA.has(kind)) return 'media_removed'
  if (kind === 'FileAttachment' && unwantedIn(source, source.get(annotation, 'FS')) !== undefined)
    return 'programs_removed'
  if (kind === 'Widget' && has(flags, FLAG.noView) && !has(flags, FLAG.hidden)) return 'hide'
  if (PRINTERS.has(kind) || has(flags, FLAG.hidden) || has(flags, FLAG.noView))
    return kind === 'Widget' || kind === 'Popup' ? undefined : 'hidden_annotations_removed'
  return isLoose(source, annotation, flags) ? 'fix' : undefined
}

/** Whether it is not printed as a screen shows it, or does not grow and turn with the page. */
function isLoose(source: Source, annotation: PDFObject | undefined, flags: number): boolean {
  const kind = nameOf(source.get(annotation, 'Subtype'))
  if (has(flags, FLAG.noZoom | FLAG.noRotate | FLAG.toggleNoView)) return true
  if (has(flags, FLAG.print) || kind === 'Popup') return false
  return kind !== 'Link' || hasBorder(source, annotation)
}

/** Whether a link shows where it is: all do that do not state a border without width (12.5.4). */
function hasBorder(source: Source, link: PDFObject | undefined): boolean {
  const border = source.get(link, 'Border')
  const width = source.get(source.get(link, 'BS'), 'W')
  const given = width ?? (border instanceof PDFArray ? source.resolve(border.get(2)) : undefined)
  return !(given instanceof PDFNumber) || given.asNumber() > 0
}

/** Shown annotations are printed too, and grow and turn with the page; fields that a screen does not show are hidden. */
function fix(source: Source, annotation: PDFObject | undefined): void {
  const dict = source.resolve(annotation)
  if (!(dict instanceof PDFDict)) return
  const flags = flagsOf(source, dict)
  const kept = flags & ~(FLAG.noZoom | FLAG.noRotate | FLAG.toggleNoView)
  dict.set(key('F'), PDFNumber.of(kept | (has(flags, FLAG.noView) ? FLAG.hidden : FLAG.print)))
  // A watermark of a fixed size on paper (12.5.6.22) has its own size on a screen.
  dict.delete(key('FixedPrint'))
}

const isKept = (fate: Fate | undefined): fate is 'fix' | 'hide' => fate === 'fix' || fate === 'hide'

const fixAll = (source: Source, all: ReturnType<typeof annotationsOf>): void => {
  for (const { item, fate } of all) if (isKept(fate)) fix(source, item)
}

/** The annotations of a page, each with what is to become of it. */
const annotationsOf = (source: Source, { dict }: PageFacts) =>
  itemsOf(source.get(dict, 'Annots')).map((item) => ({ item, fate: fateOf(source, item) }))

/** What media play is in these, and a file; the picture of them that a page shows stays, as a stamp. */
const PLAYED = [
  ...['A', 'AA', 'Movie', 'Sound', 'MK', 'RichMediaContent', 'RichMediaSettings', 'FS'],
  ...['3DD', '3DV', '3DA', '3DI', '3DB', '3DU'],
]

/** @returns whether a picture of it is left */
function asPicture(source: Source, annotation: PDFObject): boolean {
  const dict = source.resolve(annotation)
  if (!(dict instanceof PDFDict) || source.get(source.get(dict, 'AP'), 'N') === undefined)
    return false
  removeKeys(dict, PLAYED)
  dict.set(key('Subtype'), key('Stamp'))
  fix(source, dict)
  return true
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

function fixPage(whole: WholePdf, page: PageFacts, number: number, notices: NoticeList): void {
  const all = annotationsOf(whole, page)
  const kept = all.filter(({ item, fate }) => {
    if (fate === undefined || isKept(fate)) return true
    const kind = nameOf(whole.get(item, 'Subtype')) ?? 'Annot'
    notices.add(fate, kind, number)
    return fate !== 'hidden_annotations_removed' && asPicture(whole, item)
  })
  fixAll(whole, kept)
  if (kept.length < all.length)
    page.dict.set(key('Annots'), whole.context.obj(kept.map(({ item }) => item)))
  for (const kind of removeKeys(page.dict, SHOWS)) notices.add('presentation_removed', kind, number)
}

function fixStreams(whole: WholePdf, pages: readonly PageFacts[], notices: NoticeList): void {
  const found = whole.context.enumerateIndirectObjects().flatMap(([ref, object]) => {
    if (!(object instanceof PDFRawStream)) return []
    const kinds = OTHER_VERSIONS.filter((name) => object.dict.has(key(name)))
    return kinds.length > 0 || isElsewhere(object) ? [{ ref, object, kinds }] : []
  })
  const pageOf = found.length > 0 ? pagesOfObjects(whole, pages) : new Map<PDFObject, number>()
  for (const { ref, object, kinds } of found) {
    removeKeys(object.dict, kinds)
    const isEmptied = isElsewhere(object)
    if (isEmptied) whole.set(ref, emptied(object))
    for (const kind of isEmptied ? [...kinds, 'F'] : kinds)
      notices.add('other_versions_removed', kind, pageOf.get(object))
  }
}

/** The first page that draws each image and form. */
function pagesOfObjects(whole: WholePdf, all: readonly PageFacts[]): Map<PDFObject, number> {
  const pages = new Map<PDFObject, number>()
  for (const [index, { dict }] of all.entries()) {
    const waiting = [inheritedOf(whole, dict, 'Resources')]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const objects = whole.get(next, 'XObject')
      for (const value of objects instanceof PDFDict ? objects.values() : []) {
        const object = whole.resolve(value)
        if (object === undefined || pages.has(object)) continue
        pages.set(object, index + 1)
        waiting.push(whole.get(object, 'Resources'))
      }
    }
  }
  return pages
}

/**
 * Leaves one view of an unsigned document, without its layers.
 * @returns what was removed, each kind with its places
 */
export function leaveOneView(whole: WholePdf, pages: readonly PageFacts[]): UploadNotice[] {
  const notices = new NoticeList()
  removeLayers(whole, pages, notices)
  for (const [index, page] of pages.entries()) fixPage(whole, page, index + 1, notices)
  removeLeadingOut(whole, pages, notices)
  fixStreams(whole, pages, notices)
  for (const kind of removeKeys(whole.catalog, ['Collection']))
    notices.add('presentation_removed', kind)
  return notices.all
}

/** Has annotations printed as a screen shows them, where a document has one view but for them. */
export function fixAnnotations(whole: WholePdf, pages: readonly PageFacts[]): void {
  for (const page of pages) fixAll(whole, annotationsOf(whole, page))
}

/** Whether a stream has other versions of itself, or is in another file. */
const isSplit = (object: PDFObject | undefined): boolean =>
  object instanceof PDFRawStream &&
  (OTHER_VERSIONS.some((name) => object.dict.has(key(name))) || isElsewhere(object))

/** Whether what is drawn belongs to a layer, or has other versions of itself. */
function isOneOfSeveral(file: PdfFile, object: PDFObject, dict: PDFDict): boolean {
  const isLayer = LAYERS.has(nameOf(file.get(dict, 'Type')) ?? '')
  return isLayer || dict.has(key('OC')) || isSplit(object)
}

/**
 * Whether a page names a layer, or something with other versions of itself. Content streams name what they draw in
 * resources only (7.8.3), so that no other page can differ by these.
 */
function namesSeveral(file: PdfFile, { dict: page }: PageFacts): boolean {
  const seen = new Set<PDFObject>()
  const drawn = ['Annots', 'Contents'].map((name) => page.get(key(name)))
  const waiting = [inheritedOf(file, page, 'Resources'), ...drawn]
  while (waiting.length > 0) {
    const object = file.resolve(waiting.pop())
    if (object === undefined || seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) waiting.push(...object.asArray())
    const dict = dictOf(object)
    if (dict === undefined) continue
    if (isOneOfSeveral(file, object, dict)) return true
    waiting.push(...dict.entries().flatMap(([name, value]) => (ELSEWHERE.has(name) ? [] : value)))
  }
  return false
}

/** Members of annotations that lead to other pages. */
const ELSEWHERE = new Set(['P', 'Parent', 'Dest', 'A', 'AA', 'IRT'].map(key))

/** What of a document that must not change would be shown differently, whatever a drawing of it says. */
export function severalViews(file: PdfFile): Array<'layerViews' | 'otherVersions'> {
  const layers = new LayerStates(file).groups.some(({ isSame }) => !isSame)
  const versions = file.objectNumbers().some((number) => isSplit(file.object(number)))
  return [
    ...(layers ? (['layerViews'] as const) : []),
    ...(versions ? (['otherVersions'] as const) : []),
  ]
}

/** Finds what {@link leaveOneView} changes. */
export function viewsOf(file: PdfFile, pages: readonly PageFacts[]) {
  const fates = pages.map((page) => annotationsOf(file, page).flatMap(({ fate }) => fate ?? []))
  const numbers = (isMeant: (own: readonly Fate[], index: number) => boolean): number[] =>
    fates.flatMap((own, index) => (isMeant(own, index) ? [index + 1] : []))
  const objects = file.objectNumbers().map((number) => file.object(number))
  const isWhole = hasLayers(file) || objects.some(isSplit)
  const drawn = pages.map((page) => isWhole && namesSeveral(file, page))
  const loose = numbers((own, index) => own.length > 0 || drawn[index] === true)
  const removed = numbers(
    (own, index) => own.some((fate) => fate !== 'fix') || drawn[index] === true,
  )
  const several =
    isWhole ||
    removed.length > 0 ||
    file.get(file.catalogRef, 'Collection') !== undefined ||
    pages.some(({ dict }) => SHOWS.some((name) => dict.has(key(name)))) ||
    objects.some((object) => leadsOut(file, object))
  return {
    /** Whether anything has but for what {@link fixAnnotations} mends: only then is a document rewritten. */
    several,
    /** The pages, from 1, of which something is to be removed: those are drawn to see that all is gone. */
    pages: removed,
    /** The same with those whose annotations only have to be printed, too, or to grow and turn with the page. */
    loose,
  }
}
