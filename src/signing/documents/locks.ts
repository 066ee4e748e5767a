/**
 * What each signature of a document locks: the fields signed before it, its own with what its signer filled in, and
 * those the document already had. Steps are signed in sequence; fields that may be signed later within the same step stay open.
 * The last seal leaves only validation data and time-stamps open.
 *
 * Fields are named one by one, not by `/All` or `/Exclude`: those would also forbid the field of every
 * archive time-stamp added later, and readers would then report a file that was extended correctly as
 * changed.
 */
import type { FieldLock } from '../../pdf/field-lock.ts'

/** Names of fields by who signs them. */
export interface FieldNames {
  signers: ReadonlyArray<{
    step: number
    fields: readonly string[]
    /** What they fill in, which is done when they sign. */
    inputs?: readonly string[]
  }>
  /** In the order in which they are signed. */
  seals: readonly string[]
  /** Fields the document already had; only a document signed by others keeps them. */
  own: readonly string[]
}

const allOf = ({ fields, inputs = [] }: FieldNames['signers'][number]) => [...inputs, ...fields]

/** The lock of every signed field, by field name. */
export function locksOf({ signers, seals, own }: FieldNames): ReadonlyMap<string, FieldLock> {
  const locks = new Map<string, FieldLock>()
  for (const { step, fields, inputs = [] } of signers) {
    const before = signers.filter((each) => each.step < step).flatMap(allOf)
    for (const [index, field] of fields.entries())
      locks.set(field, { fields: [...own, ...before, ...inputs, ...fields.slice(0, index + 1)] })
  }
  const signed = [...own, ...signers.flatMap(allOf)]
  for (const [index, seal] of seals.entries()) {
    const fields = [...signed, ...seals.slice(0, index + 1)]
    locks.set(seal, index === seals.length - 1 ? sealing(fields) : { fields })
  }
  return locks
}

/** The lock of the last seal over these fields. */
export const sealing = (fields: readonly string[]): FieldLock => ({ fields, permissions: 1 })
