/** Which changes after a signature its author permitted (DocMDP and FieldMDP; ISO 32000-2, 12.8.2). */
import type { PdfChange } from '../pdf/compare/change-words.ts'
import type { FieldLock, FoundSignature } from './byte-range.ts'
import { changeProblem, type Problem, problem } from './problems.ts'

const SIGNED = new Set<PdfChange['code']>(['signature_added', 'timestamp_added'])

const locks = (lock: FieldLock, field: string): boolean =>
  lock.action === 'All' || lock.fields.includes(field) === (lock.action === 'Include')

/**
 * Whether the level of the first signer permits a change (DocMDP), ISO 32000-2, table 257: to add a field is neither to
 * sign nor to fill in, unless it is signed afterwards.
 */
const isAllowed = (change: PdfChange, level: number, all: readonly PdfChange[]): boolean => {
  const { code, kind, field } = change
  if (kind === 'validation-data' || kind === 'metadata' || code === 'timestamp_added') return true
  if (code === 'signature_field_added')
    return level > 1 && all.some((each) => SIGNED.has(each.code) && each.field === field)
  return level > 1 && code !== 'visible_signature_added' && code !== 'visible_field_added'
}

/** What all signatures up to each one permit: nobody can undo an earlier signer's restriction. */
export function levelsOf(found: readonly FoundSignature[]): (number | undefined)[] {
  let level: number | undefined
  return found.map(({ certifies, permits }) => {
    const given = [level, certifies, permits].filter((each) => each !== undefined)
    level = given.length === 0 ? undefined : Math.min(...given)
    return level
  })
}

/** Changes that a signature forbids, as its problems. */
export function violations(
  changes: readonly PdfChange[],
  name: string,
  certified: number | undefined,
  lock: FieldLock | undefined,
): Problem[] {
  return changes.flatMap((change) => {
    const { kind, code, field = '' } = change
    // Certification levels 2 and 3 permit changing values that were filled in before.
    const refilled = code === 'form_value_replaced' && (certified ?? 0) >= 2
    const isLocked = kind === 'form' || refilled || code === 'signature_added'
    if (isLocked && lock !== undefined && locks(lock, field))
      return [problem('field_locked', { why: change })]
    if (kind === 'forbidden' && !refilled) return [changeProblem(change, name)]
    if (certified !== undefined && !isAllowed(change, certified, changes))
      return [problem('certification_violated', { why: change })]
    return []
  })
}
