/**
 * Content controls that are bound to custom XML by a path that cannot be followed: one with a prefix that
 * `w:prefixMappings` leaves out (ISO/IEC 29500-1, 17.5.2.6), or that is no path at all. Word shows the stored content;
 * LibreOffice 7.4 refuses the whole file.
 */
import { edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'

const BINDING = /<w:dataBinding\s[^>]*>(?:\s*<\/w:dataBinding>)?/g
const START = Buffer.from('<w:dataBinding')
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.-]*`
/** Elements, a position among those of their name, and at the end an attribute or the text. */
const PATH = new RegExp(
  String.raw`^\/?(?:\/(?:${NAME}:)?(?:${NAME}|\*)(?:\[\d+\])?)*(?:\/@(?:${NAME}:)?${NAME}|\/text\(\)(?:\[\d+\])?)?$`,
  'u',
)

function canBeFollowed(binding: string): boolean {
  const path = attribute(binding, 'w:xpath') ?? ''
  if (path === '') return true
  const mappings = attribute(binding, 'w:prefixMappings') ?? ''
  const isMapped = ([, prefix = '']: RegExpMatchArray): boolean =>
    mappings.includes(`xmlns:${prefix}=`)
  return PATH.test(path) && [...path.matchAll(/([^/@]+):/g)].every(isMapped)
}

/** The part with only the bindings that can be followed. */
export const dropBindings = (xml: string): string =>
  edited(
    xml,
    [...xml.matchAll(BINDING)]
      .filter(([binding]) => !canBeFollowed(binding))
      .map(({ 0: { length }, index }) => ({ start: index, end: index + length, text: '' })),
  )

/** Does so in every part that has bindings. */
export function dropBindingsIn(draft: DocumentDraft): void {
  for (const [name, bytes] of [...draft.contents()]) {
    if (
      !name.endsWith('.xml') ||
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(START) === -1
    )
      continue
    const before = partText(draft, name) ?? ''
    const after = dropBindings(before)
    if (after !== before) draft.file(name, after)
  }
}
