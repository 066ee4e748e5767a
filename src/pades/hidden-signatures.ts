/** What is in the bytes but cannot be reached: signatures that are in no field of the form, broken objects. */
import { hasStrayBytes } from '../pdf/compare/appended-bytes.ts'
import type { PdfFile } from '../pdf/pdf-file.ts'
import { References } from '../pdf/references.ts'
import { findSignatures, usageRightsEnds } from './byte-range.ts'
import { distinct, type Problem, problem } from './problems.ts'

const ANY_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g

/**
 * Ends of signatures over the beginning of the bytes that are not among those found: a later change removed them from
 * the form. (The range of a signed file attached to another one does not fit here.)
 */
function hiddenEnds({ bytes }: PdfFile, ends: ReadonlySet<number>): number[] {
  const hidden: number[] = []
  for (let at = bytes.indexOf('/ByteRange'); at >= 0; at = bytes.indexOf('/ByteRange', at + 1)) {
    ANY_RANGE.lastIndex = 0
    const match = ANY_RANGE.exec(bytes.toString('latin1', at, at + 120))
    if (match === null || match.index !== 0) continue
    const [length = 0, second = 0, rest = 0] = match.slice(1).map(Number)
    const fits = length < second && second + rest <= bytes.length
    const isHex = bytes[length] === 0x3c && bytes[second - 1] === 0x3e
    if (fits && isHex && !ends.has(second + rest)) hidden.push(second + rest)
  }
  return hidden
}

/**
 * The problems they cause. One that was already gone when the last person signed does not affect what that person
 * signed; any other was hidden from people who read the file now.
 * @param ends of the signatures found
 * @param last the newest revision covered by an intact signature
 */
export function hiddenProblems(file: PdfFile, ends: readonly number[], last: PdfFile | undefined) {
  const hidden = hiddenEnds(file, new Set([...ends, ...usageRightsEnds(file)]))
  if (hidden.length === 0) return []
  const there = new Set(last === undefined ? [] : findSignatures(last).map(({ end }) => end))
  const wasGone = (end: number): boolean =>
    last !== undefined && end < last.bytes.length && !there.has(end)
  const codes = hidden.map((end) => (wasGone(end) ? 'signature_superseded' : 'signature_hidden'))
  return distinct(codes.map((code) => problem(code)))
}

/** Problems of the bytes after the first signed revision, regardless of who wrote them. */
export function historyProblems(file: PdfFile, first: PdfFile | undefined): Problem[] {
  if (first === undefined || first === file) return []
  const problems: Problem[] = []
  const added = file.sections.filter(({ offset }) => offset >= first.bytes.length)
  if (added.some(({ ambiguous }) => ambiguous)) problems.push(problem('update_ambiguous'))
  const kept = file.sections.slice(-first.sections.length).map(({ offset }) => offset)
  const isBuiltOn = first.sections.every(({ offset }, index) => offset === kept[index])
  if (!isBuiltOn) problems.push(problem('history_rewritten'))
  if (hasStrayBytes(file, first.bytes.length)) problems.push(problem('stray_bytes'))
  return problems
}

/** Objects that something names and that cannot be read: some programs search for them and show what they find. */
export function brokenProblems(file: PdfFile): Problem[] {
  const references = new References(file)
  const named = [...file.broken].filter((each) => !references.isOnlyNamedBy(each, new Set()))
  return named.length > 0 ? [problem('objects_unreadable', { why: String(named[0]) })] : []
}
