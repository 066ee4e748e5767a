/**
 * What a document does by itself: scripts and actions that run something, send the form, or change what is seen (ISO
 * 32000-2, 12.6.4). People sign what they see, so it is removed from an unsigned document before the first signature;
 * a document that others have signed must not change.
 */

import { PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import type { Texts } from '../translations/messages.ts'
import { nameOf } from './form-fields.ts'
import { nestedOnPages, pageNumbers, strip, unwantedIn } from './leading-out.ts'
import { LayerStates } from './optional-content.ts'
import { annotationsOf, type PageFacts } from './pages.ts'
import { dictOf, nameKey, nestedIn, type PdfFile } from './pdf-file.ts'
import { UnreadablePdfError } from './stream-data.ts'
import type { NoticeList } from './upload-notices.ts'
import type { WholePdf } from './whole-pdf.ts'

const OBJECTS_MAX = 500_000
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

/** Actions of a field that are only triggered by filling it in. */
function sparedIn(file: PdfFile, field: PDFDict | undefined): PDFDict[] {
  const triggers = field === undefined ? undefined : file.get(field, 'AA')
  if (field === undefined || !(field.has(PDFName.of('FT')) || field.has(PDFName.of('T')))) return []
  return FIELD_TRIGGERS.flatMap((trigger) => {
    const action = file.get(triggers, trigger)
    const isScript = action instanceof PDFDict && nameOf(file.get(action, 'S')) === SCRIPT
    return isScript && !action.has(PDFName.of('Next')) ? [action] : []
  })
}

/**
 * Active content of a document; actions triggered by filling in fields do not count.
 * @throws UnreadablePdfError
 */
export function activeContent(file: PdfFile): Unfit[] {
  const numbers = file.objectNumbers()
  if (numbers.length > OBJECTS_MAX)
    throw new UnreadablePdfError(`it has more than ${OBJECTS_MAX} objects`)
  const objects = numbers.map((number) => file.object(number))
  const spared = new Set(objects.flatMap((object) => sparedIn(file, dictOf(object))))
  const found = new Set<Unfit>()
  for (const object of objects)
    for (const each of nestedIn(object)) {
      const deed = each instanceof PDFDict && !spared.has(each) ? deedOf(each) : undefined
      if (deed !== undefined) found.add(deed)
    }
  return [...found].sort()
}

/** Every dictionary, with the page where it is. */
function* dictsIn(
  file: PdfFile,
  pages: readonly PageFacts[],
): Generator<[PDFDict, number | undefined]> {
  const pageOf = pageNumbers(file, pages)
  for (const number of file.objectNumbers())
    for (const [each, page] of nestedOnPages(file.object(number), pageOf))
      if (each instanceof PDFDict) yield [each, page]
}

/** What an action is called in ISO 32000-2. */
const actionOf = (dict: PDFDict, deed: Unfit): string =>
  deed === 'javascript' ? SCRIPT : (nameOf(member(dict, 'S')) ?? deed)

/** Notes scripts, including those of fields, and other active content, with the pages where they are. @throws UnreadablePdfError */
export function noteDeeds(file: PdfFile, pages: readonly PageFacts[], notices: NoticeList): void {
  for (const [dict, page] of dictsIn(file, pages)) {
    const deed = deedOf(dict)
    if (deed === undefined) continue
    const code = deed === 'javascript' ? 'javascript_removed' : 'actions_removed'
    notices.add(code, actionOf(dict, deed), page)
  }
}

/** Notes what stays active in a document that others have signed, and that is therefore not changed. */
export function noteKept(file: PdfFile, pages: readonly PageFacts[], notices: NoticeList): void {
  for (const { name } of new LayerStates(file).groups) notices.add('active_content_kept', name)
  for (const [dict, page] of dictsIn(file, pages)) {
    const deed = deedOf(dict)
    const kind = deed === undefined ? unwantedIn(file, dict)?.kind : actionOf(dict, deed)
    if (kind !== undefined) notices.add('active_content_kept', kind, page)
  }
}

/** Removes all active content from an unsigned document, including what starts by itself. */
export function removeActiveContent(whole: WholePdf, pages: readonly PageFacts[]): void {
  const isActive = (value: PDFObject | undefined): boolean => {
    const dict = whole.resolve(value)
    return dict instanceof PDFDict && deedOf(dict) !== undefined
  }
  for (const [, object] of whole.context.enumerateIndirectObjects())
    for (const each of nestedIn(object)) strip(each, isActive)
  dictOf(whole.get(whole.catalog, 'Names'))?.delete(PDFName.of(SCRIPT))
  const annotations = pages.flatMap((page) => annotationsOf(whole, page))
  for (const dict of [whole.catalog, ...[...pages, ...annotations].map(({ dict }) => dict)])
    dict.delete(PDFName.of('AA'))
}
