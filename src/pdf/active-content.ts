/**
 * What a document does by itself: scripts and actions that run something, send the form, or change what is seen (ISO
 * 32000-2, 12.6.4). People sign what they see, so it is removed from an unsigned document before the first signature;
 * a document that others have signed must not change.
 */

import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import type { Texts } from '../translations/messages.ts'
import { nameOf } from './form-fields.ts'
import { pageNumbers, unwantedIn } from './leading-out.ts'
import { LayerStates } from './optional-content.ts'
import { annotationsOf, type PageFacts } from './pages.ts'
import { dictOf, nameKey, type PdfFile } from './pdf-file.ts'
import { UnreadablePdfError } from './stream-data.ts'
import type { NoticeList } from './upload-notices.ts'
import type { WholePdf } from './whole-pdf.ts'

const OBJECTS_MAX = 500_000
const DEPTH_MAX = 200
const SCRIPT = 'JavaScript'

/** What a document contains that others would not see alike, as the catalogues name it. */
export type Unfit = Exclude<
  keyof Texts['details']['unsignable'],
  'contains' | 'fieldTaken' | 'differsOnPaper' | 'differsByZoom' | 'undrawable' | 'tooMuchToDraw'
>

/** Actions that run something or change what is seen. */
const ACTIVE: Readonly<Record<string, Unfit>> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  ImportData: 'import',
  SubmitForm: 'submit',
  Rendition: 'multimedia',
  Movie: 'multimedia',
  Sound: 'multimedia',
  RichMediaExecute: 'multimedia',
  GoTo3DView: 'view3d',
  Hide: 'hide',
  SetOCGState: 'layerSwitch',
}
/** What happens to a field as it is filled in: formats, checks, sums (table 199). Fields are no longer filled in. */
const FIELD_TRIGGERS = ['K', 'F', 'V', 'C'] as const

const member = (dict: PDFDict, name: string): PDFObject | undefined => dict.get(nameKey(name))

/** What an action does; undefined if it is not an action, or is harmless. */
function deedOf(dict: PDFDict): Unfit | undefined {
  const kind = nameOf(member(dict, 'S'))
  const isActive = kind !== undefined && Object.hasOwn(ACTIVE, kind)
  // Structure elements and group dictionaries use /S too, for names of their own.
  if (isActive && (nameOf(member(dict, 'Type')) ?? 'Action') === 'Action') return ACTIVE[kind]
  return dict.has(nameKey('JS')) ? 'javascript' : undefined
}

class ActiveContent {
  readonly found = new Set<Unfit>()
  /** Actions of fields that are only triggered by filling them in. */
  readonly #spared = new Set<PDFDict>()

  constructor(file: PdfFile, numbers: readonly number[]) {
    for (const number of numbers) this.#spare(file, dictOf(file.object(number)))
  }

  scan(object: PDFObject | undefined, depth = 0): void {
    if (depth > DEPTH_MAX) throw new UnreadablePdfError('objects are nested too deep')
    if (object instanceof PDFArray) {
      for (const item of object.asArray()) this.scan(item, depth + 1)
      return
    }
    const dict = dictOf(object)
    if (dict === undefined || this.#spared.has(dict)) return
    const deed = deedOf(dict)
    if (deed !== undefined) this.found.add(deed)
    for (const value of dict.values()) this.scan(value, depth + 1)
  }

  #spare(file: PdfFile, field: PDFDict | undefined): void {
    const triggers = field === undefined ? undefined : file.get(field, 'AA')
    if (field === undefined || !(field.has(PDFName.of('FT')) || field.has(PDFName.of('T')))) return
    for (const trigger of FIELD_TRIGGERS) {
      const action = file.get(triggers, trigger)
      const isScript = action instanceof PDFDict && nameOf(file.get(action, 'S')) === SCRIPT
      if (isScript && !action.has(PDFName.of('Next'))) this.#spared.add(action)
    }
  }
}

/**
 * Active content of a document; actions triggered by filling in fields do not count.
 * @throws UnreadablePdfError
 */
export function activeContent(file: PdfFile): Unfit[] {
  const numbers = file.objectNumbers()
  if (numbers.length > OBJECTS_MAX)
    throw new UnreadablePdfError(`it has more than ${OBJECTS_MAX} objects`)
  const content = new ActiveContent(file, numbers)
  for (const number of numbers) content.scan(file.object(number))
  return [...content.found].sort()
}

/** Calls a function for every dictionary, with the page where it is. @throws UnreadablePdfError */
function eachDict(
  file: PdfFile,
  pages: readonly PageFacts[],
  note: (dict: PDFDict, page: number | undefined) => void,
): void {
  const pageOf = pageNumbers(file, pages)
  const look = (object: PDFObject | undefined, given: number | undefined, depth: number): void => {
    if (depth > DEPTH_MAX) throw new UnreadablePdfError('objects are nested too deep')
    const page = (object && pageOf.get(object)) ?? given
    const dict = dictOf(object)
    if (dict !== undefined) note(dict, page)
    const inner = object instanceof PDFArray ? object.asArray() : (dict?.values() ?? [])
    for (const each of inner) look(each, page, depth + 1)
  }
  for (const number of file.objectNumbers()) look(file.object(number), undefined, 0)
}

/** What an action is called in ISO 32000-2. */
const actionOf = (dict: PDFDict, deed: Unfit): string =>
  deed === 'javascript' ? SCRIPT : (nameOf(member(dict, 'S')) ?? deed)

/** Notes scripts, including those of fields, and other active content, with the pages where they are. @throws UnreadablePdfError */
export function noteDeeds(file: PdfFile, pages: readonly PageFacts[], notices: NoticeList): void {
  eachDict(file, pages, (dict, page) => {
    const deed = deedOf(dict)
    if (deed === undefined) return
    const code = deed === 'javascript' ? 'javascript_removed' : 'actions_removed'
    notices.add(code, actionOf(dict, deed), page)
  })
}

/** Notes what stays active in a document that others have signed, and that is therefore not changed. */
export function noteKept(file: PdfFile, pages: readonly PageFacts[], notices: NoticeList): void {
  for (const { name } of new LayerStates(file).groups) notices.add('active_content_kept', name)
  eachDict(file, pages, (dict, page) => {
    const deed = deedOf(dict)
    const kind = deed === undefined ? unwantedIn(file, dict)?.kind : actionOf(dict, deed)
    if (kind !== undefined) notices.add('active_content_kept', kind, page)
  })
}

function isActive(whole: WholePdf, value: PDFObject | undefined): boolean {
  const dict = whole.resolve(value)
  return dict instanceof PDFDict && deedOf(dict) !== undefined
}

/** Removes actions from arrays and dictionaries, at any depth within one object. */
function strip(whole: WholePdf, object: PDFObject): void {
  if (object instanceof PDFArray) {
    const active = object.asArray().flatMap((item, at) => (isActive(whole, item) ? [at] : []))
    for (const at of active.reverse()) object.remove(at)
    for (const item of object.asArray()) strip(whole, item)
    return
  }
  const dict = dictOf(object)
  if (dict === undefined) return
  for (const [name, value] of dict.entries()) if (isActive(whole, value)) dict.delete(name)
  for (const value of dict.values()) strip(whole, value)
}

/** Removes all active content from an unsigned document, including what starts by itself. */
export function removeActiveContent(whole: WholePdf, pages: readonly PageFacts[]): void {
  for (const [, object] of whole.context.enumerateIndirectObjects()) strip(whole, object)
  dictOf(whole.get(whole.catalog, 'Names'))?.delete(PDFName.of(SCRIPT))
  const annotations = pages.flatMap((page) => annotationsOf(whole, page))
  for (const dict of [whole.catalog, ...[...pages, ...annotations].map(({ dict }) => dict)])
    dict.delete(PDFName.of('AA'))
}
