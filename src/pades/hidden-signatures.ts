/** Signatures that are in the bytes and in no field of the form. */
import type { PdfFile } from '../pdf/pdf-file.ts'
import { findSignatures, usageRightsEnds } from './byte-range.ts'
import { distinct, type Problem, problem } from './problems.ts'

const ANY_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g

/**
 * Where signatures over the beginning of the bytes end that are not among the found ones: a later change took them
 * out of the form. (A signed file attached to another one has a range that does not fit here.)
 */
function hiddenEnds({ bytes }: PdfFile, ends: ReadonlySet<number>): number[] {
  const hidden: number[] = []
  for (let at = bytes.indexOf('/ByteRange'); at >= 0; at = bytes.indexOf('/ByteRange', at + 1)) {
    ANY_RANGE.lastIndex = 0
    const match = ANY_RANGE.exec(bytes.toString('latin1', at, at + 120))
    if (match === null || match.index !== 0) continue
    const [length, second, rest] = match.slice(1).map(Number) as [number, number, number]
    const fits = length < second && second + rest <= bytes.length
    const isHex = bytes[length] === 0x3c && bytes[second - 1] === 0x3e
    if (fits && isHex && !ends.has(second + rest)) hidden.push(second + rest)
  }
  return hidden
}

/**
 * What is to be said of them. One that was gone already when the last person signed says nothing of what that person
 * signed; any other was taken out of sight of whoever reads the file now.
 * @param ends of the signatures that were found
 * @param last the newest state that a signature which fits covers
 */
export function hiddenProblems(
  file: PdfFile,
  ends: readonly number[],
  last: PdfFile | undefined,
): Problem[] {
  const hidden = hiddenEnds(file, new Set([...ends, ...usageRightsEnds(file)]))
  if (hidden.length === 0) return []
  const there = new Set(last === undefined ? [] : findSignatures(last).map(({ end }) => end))
  const wasGone = (end: number): boolean =>
    last !== undefined && end < last.bytes.length && !there.has(end)
  const codes = hidden.map((end) => (wasGone(end) ? 'signature_superseded' : 'signature_hidden'))
  return distinct(codes.map((code) => problem(code)))
}
