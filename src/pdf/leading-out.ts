/**
 * What leads out of a document or runs beside it: actions that open other files and programs (ISO 32000-2, 12.6.4), links
 * to anything but the web, and embedded programs (7.11.4). It goes before the first signature, with what only makes
 * sense among layers or in a presentation.
 */
import { constants, inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib'
import { isText, nameOf, textOf } from './form-fields.ts'
import { annotationsOf, type PageFacts } from './pages.ts'
import { dictOf, nestedIn } from './pdf-file.ts'
import type { NoticeCode, NoticeList } from './upload-notices.ts'
import type { WholePdf } from './whole-pdf.ts'

type Source = Pick<WholePdf, 'resolve' | 'get'>

const EMBEDDED = PDFName.of('EF')
const HEAD_BYTES = 1024
/** Names of a file in its specification; the last one that is there is shown. */
const FILE_NAMES = ['DOS', 'Mac', 'Unix', 'F', 'UF'] as const

/** Actions that go, by their names. */
const ACTIONS: Readonly<Record<string, NoticeCode>> = {
  GoToR: 'links_removed',
  GoToE: 'links_removed',
  Thread: 'links_removed',
  SetOCGState: 'layers_fixed',
  Trans: 'presentation_removed',
}
/** What a link may open. */
const SCHEMES = /^(?:https?|mailto|tel):|^#/i
/** Names of files that a double click runs. */
const PROGRAMS =
  /\.(?:exe|com|scr|pif|cpl|dll|sys|msi|msp|msix|bat|cmd|ps1|psm1|vbs?|vbe|jse?|mjs|wsf|wsh|hta|lnk|url|reg|inf|jar|jnlp|app|command|dmg|pkg|deb|rpm|apk|appimage|sh|bash|py|pl|rb|php|chm|iso|img|vhdx?|scf|gadget|application|settingcontent-ms)[.\s]*$/i
/** First bytes of programs, in Latin-1: Windows, Linux, macOS (32 and 64 bits, both orders), Java, scripts. */
const PROGRAM_HEADS =
  /^(?:MZ|\u007fELF|\u00fe\u00ed\u00fa[\u00ce\u00cf]|[\u00ce\u00cf]\u00fa\u00ed\u00fe|\u00ca\u00fe\u00ba\u00be|#!)/
/** Media types of programs. */
const PROGRAM_TYPES =
  /^application\/(?:x-)?(?:ms-?dos-?|dos-?|msdownload|executable|sharedlib|sh$|bat)/i

/** Something that goes: under which notice, and as what. */
interface Unwanted {
  code: NoticeCode
  kind: string
}

const addressOf = (object: PDFObject | undefined): string =>
  isText(object) ? object.decodeText().trim() : ''

function unwantedAction(source: Source, dict: PDFDict): Unwanted | undefined {
  const kind = nameOf(source.get(dict, 'S'))
  if (kind === undefined) return undefined
  // Structure elements and group dictionaries use /S too, for names of their own.
  if ((nameOf(source.get(dict, 'Type')) ?? 'Action') !== 'Action') return undefined
  if (Object.hasOwn(ACTIONS, kind)) return { code: ACTIONS[kind] ?? 'links_removed', kind }
  if (kind !== 'URI') return undefined
  const address = addressOf(source.get(dict, 'URI'))
  if (SCHEMES.test(address)) return undefined
  return {
    code: 'links_removed',
    kind: `URI ${/^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0] ?? ''}`.trim(),
  }
}

/** The first bytes of an embedded file; empty where they are packed in another way: then its name decides. */
function headOf(stream: PDFRawStream): string {
  const raw = stream.contents.subarray(0, HEAD_BYTES)
  const filter = stream.dict.get(PDFName.of('Filter'))
  try {
    const isPacked = filter !== undefined && String(filter).includes('FlateDecode')
    const head = isPacked ? inflateSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }) : raw
    return Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1')
  } catch {
    // Readers cannot unpack it either.
    return ''
  }
}

/** A file specification (7.11.3) with an embedded program. */
function unwantedFile(source: Source, dict: PDFDict): Unwanted | undefined {
  const embedded = source.get(dict, 'EF')
  if (!(embedded instanceof PDFDict)) return undefined
  const names = FILE_NAMES.flatMap((name) => textOf(source.get(dict, name)) ?? [])
  const streams = embedded.values().map((each) => source.resolve(each))
  const isProgram = streams.some(
    (stream) =>
      stream instanceof PDFRawStream &&
      (PROGRAM_HEADS.test(headOf(stream)) ||
        PROGRAM_TYPES.test(nameOf(source.get(stream, 'Subtype')) ?? '')),
  )
  if (!isProgram && !names.some((name) => PROGRAMS.test(name))) return undefined
  return { code: 'programs_removed', kind: names.at(-1) ?? 'EmbeddedFile' }
}

/** Why something leads out of the document; undefined if it does not, or is no dictionary. */
export function unwantedIn(source: Source, object: PDFObject | undefined): Unwanted | undefined {
  const dict = source.resolve(object)
  if (!(dict instanceof PDFDict)) return undefined
  return dict.has(EMBEDDED) ? unwantedFile(source, dict) : unwantedAction(source, dict)
}

/** Whether a dictionary inside one object, or the object itself, leads out. */
export function leadsOut(source: Source, object: PDFObject | undefined): boolean {
  for (const each of nestedIn(object)) if (unwantedIn(source, each) !== undefined) return true
  return false
}

/** The number of the page of each page dictionary and annotation. */
export function pageNumbers(source: Source, pages: readonly PageFacts[]): Map<PDFObject, number> {
  const numbers = new Map<PDFObject, number>()
  for (const [index, page] of pages.entries())
    for (const { dict } of [page, ...annotationsOf(source, page)]) numbers.set(dict, index + 1)
  return numbers
}

/** Every array and dictionary of one object, itself first, with the number of the page that it is of. */
export function* nestedOnPages(
  object: PDFObject | undefined,
  pageOf: ReadonlyMap<PDFObject, number>,
  around?: number,
): Generator<[PDFArray | PDFDict, number | undefined]> {
  const own = object instanceof PDFArray ? object : dictOf(object)
  if (own === undefined) return
  const page = pageOf.get(own) ?? around
  yield [own, page]
  for (const inner of own instanceof PDFArray ? own.asArray() : own.values())
    yield* nestedOnPages(inner, pageOf, page)
}

/** Takes away some of what an array or a dictionary holds; in a tree of names (7.9.6), a name goes with what it names. */
export function strip(holder: PDFArray | PDFDict, goes: (value: PDFObject | undefined) => boolean) {
  if (holder instanceof PDFDict) {
    for (const [name, value] of holder.entries()) if (goes(value)) holder.delete(name)
    return
  }
  for (let at = holder.size() - 1; at >= 0; at--) {
    if (!goes(holder.get(at))) continue
    holder.remove(at)
    if (at > 0 && isText(holder.get(at - 1))) holder.remove(--at)
  }
}

/** Removes all that leads out of an unsigned document. */
export function removeLeadingOut(
  whole: WholePdf,
  pages: readonly PageFacts[],
  notices: NoticeList,
): void {
  const pageOf = pageNumbers(whole, pages)
  const goesFrom = (page: number | undefined) => (value: PDFObject | undefined) => {
    const unwanted = unwantedIn(whole, value)
    if (unwanted !== undefined) notices.add(unwanted.code, unwanted.kind, page)
    return unwanted !== undefined
  }
  for (const [, object] of whole.context.enumerateIndirectObjects())
    for (const [each, page] of nestedOnPages(object, pageOf)) strip(each, goesFrom(page))
}
