/**
 * What each signature of a document fixes: the fields signed before it, its own, and whatever the document had of
 * itself. Steps are signed one after the other; what may come later within a step stays open. The last seal leaves
 * nothing open but validation data and time-stamps.
 *
 * Fields are named one by one, not by `/All` or `/Exclude`: those would also forbid the field of every archive
 * time-stamp that is ever added, and readers then call a file that was kept alive by the book a changed one.
 */
import type { FieldLock } from '../../pdf/field-lock.ts'

/** Names of fields by who signs them. */
export interface FieldNames {
  signers: ReadonlyArray<{ step: number; fields: readonly string[] }>
  /** In the order in which they are signed. */
  seals: readonly string[]
  /** That the document keeps of its own: only one that others have signed does. */
  own: readonly string[]
}

/** The lock of every field that is signed, by its name. */
export function locksOf({ signers, seals, own }: FieldNames): ReadonlyMap<string, FieldLock> {
  const locks = new Map<string, FieldLock>()
  for (const { step, fields } of signers) {
    const before = signers.filter((each) => each.step < step).flatMap((each) => each.fields)
    for (const [index, field] of fields.entries())
      locks.set(field, { fields: [...own, ...before, ...fields.slice(0, index + 1)] })
  }
  const signed = [...own, ...signers.flatMap(({ fields }) => fields)]
  for (const [index, seal] of seals.entries()) {
    const fields = [...signed, ...seals.slice(0, index + 1)]
    locks.set(seal, index === seals.length - 1 ? sealing(fields) : { fields })
  }
  return locks
}

/** The lock of the last seal over these fields. */
export const sealing = (fields: readonly string[]): FieldLock => ({ fields, permissions: 1 })
