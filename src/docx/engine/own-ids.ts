/**
 * What a loop copies must not keep the numbers and names that Word expects once in a file: drawings, paragraphs,
 * bookmarks and comments. References to a bookmark lead to the copy beside them.
 */

import { attribute } from '../../xml/scan.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { WORD_TEXTS } from '../package/zip-parts.ts'

const DRAWING = /(<wp:docPr\s(?:[^>]*?\s)?id=")([^"]*)"/g
const PARAGRAPH = /(\sw14:paraId=")([^"]*)"/g
const BOOKMARK = /<w:bookmark(Start|End)\s[^>]*>/g
const COMMENT = /<w:comment(RangeStart|RangeEnd|Reference)\s[^>]*?w:id="([^"]*)"[^>]*\/>/g
const REFERENCE =
  /(<w:(?:instrText|fldSimple)\b[^>]*?(?:>|w:instr=")\s*(?:PAGE|NOTE)?REF\s+|<w:hyperlink\s[^>]*?w:anchor=")([^\s"<]+)/g
/** Characters of a bookmark's name (ISO/IEC 29500-1, 17.13.6.2). */
const NAME_MAX = 40
/** Word's own numbers of paragraphs stay below this ([MS-DOCX] 2.6.2.3). */
const PARAGRAPH_MAX = 0x80000000

/** Gives each value of a pattern that was met before another one. */
function unique(xml: string, pattern: RegExp, seen: Set<string>, next: () => string): string {
  return xml.replace(pattern, (whole, head: string, value: string) => {
    if (!seen.has(value)) {
      seen.add(value)
      return whole
    }
    let other = next()
    while (seen.has(other)) other = next()
    seen.add(other)
    return `${head}${other}"`
  })
}

/** A place in the text and the name that the bookmark there has. */
interface Copy {
  at: number
  name: string
}

/** The bookmarks of a part, each copy with a number and a name of its own. */
function ownBookmarks(xml: string): { xml: string; copies: ReadonlyMap<string, Copy[]> } {
  const copies = new Map<string, Copy[]>()
  const open = new Map<string, string>()
  let next = Math.max(
    0,
    ...[...xml.matchAll(BOOKMARK)].map(([mark]) => Number(attribute(mark, 'w:id') ?? '') || 0),
  )
  const ids = new Set<string>()
  const written = xml.replace(BOOKMARK, (mark, kind: string, at: number) => {
    const id = attribute(mark, 'w:id') ?? ''
    if (kind === 'End') return mark.replace(`w:id="${id}"`, `w:id="${open.get(id) ?? id}"`)
    const name = attribute(mark, 'w:name') ?? ''
    const known = copies.get(name) ?? []
    copies.set(name, known)
    const suffix = `_${known.length + 1}`
    const own = known.length === 0 ? name : name.slice(0, NAME_MAX - suffix.length) + suffix
    known.push({ at, name: own })
    if (ids.has(id)) next++
    open.set(id, ids.has(id) ? String(next) : id)
    ids.add(id)
    return mark
      .replace(`w:id="${id}"`, `w:id="${open.get(id) ?? id}"`)
      .replace(`w:name="${name}"`, `w:name="${own}"`)
  })
  return { xml: written, copies }
}

/**
 * The part with bookmarks of its own in each copy. A reference leads to the copy before it, or to the one after it where
 * the template has it before its bookmark.
 * @param template the part before the render
 */
function withOwnBookmarks(xml: string, template: string): string {
  const { xml: named, copies } = ownBookmarks(xml)
  if ([...copies.values()].every(({ length }) => length === 1)) return named
  const isBefore = (name: string): boolean => {
    const start = template.indexOf(`w:name="${name}"`)
    const found = [...template.matchAll(REFERENCE)].filter(([, , to]) => to === name)
    return found.length > 0 && found.every(({ index }) => index < start)
  }
  const places = [...named.matchAll(BOOKMARK)].filter(([mark]) =>
    mark.startsWith('<w:bookmarkStart'),
  )
  const at = new Map(places.map(({ 0: mark, index }) => [attribute(mark, 'w:name') ?? '', index]))
  return named.replace(REFERENCE, (whole, head: string, name: string, index: number) => {
    const known = copies.get(name) ?? []
    if (known.length < 2) return whole
    const own = isBefore(name)
      ? (known.find((copy) => (at.get(copy.name) ?? 0) > index) ?? known.at(-1))
      : (known.findLast((copy) => (at.get(copy.name) ?? 0) < index) ?? known[0])
    return `${head}${own?.name ?? name}`
  })
}

/** A comment belongs to the first copy of its text. */
function withoutCopiedComments(xml: string): string {
  const seen = new Set<string>()
  return xml.replace(COMMENT, (mark, kind: string, id: string) => {
    const key = `${kind} ${id}`
    if (seen.has(key)) return ''
    seen.add(key)
    return mark
  })
}

/**
 * Gives what loops have copied numbers and names of its own.
 * @param template text of a part before the render
 * @param isFile whether the package is what the caller gets: a converter reads only bookmarks
 */
export function giveOwnIds(
  draft: DocumentDraft,
  template: (part: string) => string,
  isFile: boolean,
): void {
  const [drawings, paragraphs] = [new Set<string>(), new Set<string>()]
  let [drawing, paragraph] = [1000, 0x10000000]
  for (const { name, asText } of draft.file(WORD_TEXTS)) {
    const before = asText()
    let after = before.includes('<w:bookmarkStart')
      ? withOwnBookmarks(before, template(name))
      : before
    if (isFile) {
      after = unique(after, DRAWING, drawings, () => String(++drawing))
      after = unique(after, PARAGRAPH, paragraphs, () =>
        (++paragraph % PARAGRAPH_MAX).toString(16).toUpperCase(),
      )
      after = withoutCopiedComments(after)
    }
    if (after !== before) draft.file(name, after)
  }
}
