/** Fields with what was filled in, for those who asked for it. */

import { omitUndefined } from '../../kernel/type-guards.ts'
import { type InputValue, valueIn } from '../model/fields.ts'
import type { SignerRow } from '../model/rows.ts'
import type { SignerFile } from '../model/uploads.ts'
import { type EarlierValue, refsOf } from './rules.ts'

/** The value of a field once its signer has signed; before that, only what the sender gave. */
function filledValue({ intent, status }: SignerRow, name: string): InputValue | undefined {
  return status === 'signed' ? valueIn(intent?.values ?? {}, name) : undefined
}

/** The file of a field. */
const fileIn = ({ intent }: Pick<SignerRow, 'intent'>, name: string): SignerFile | undefined =>
  Object.hasOwn(intent?.files ?? {}, name) ? intent?.files?.[name] : undefined

/** The fields of a signer in the sender's order. */
export const filledFields = (signer: SignerRow) =>
  signer.inputs.map(
    ({ type, name, label, required, read_only, value: given, places, ...rules }) => {
      const { visible_if, formula } = rules
      const isHidden = signer.status === 'signed' && signer.intent?.hidden?.includes(name) === true
      const file = signer.status === 'signed' ? fileIn(signer, name) : undefined
      const value = filledValue(signer, name) ?? (signer.status === 'signed' ? undefined : given)
      return {
        type,
        name,
        label,
        required,
        ...omitUndefined({ read_only, value, file, visible_if, formula }),
        ...(isHidden && { hidden: true }),
        places,
      }
    },
  )

/**
 * Names of what a signer filled in, for the trail. The names alone: the hash of the revision in the same entry commits to
 * the values, and a hash of a short value could be guessed. Of files also what nobody can guess.
 */
export const filledNames = ({ inputs, intent }: Pick<SignerRow, 'inputs' | 'intent'>) => {
  if (inputs.length === 0) return {}
  const filled = Object.keys(intent?.values ?? {}).sort()
  const files = Object.entries(intent?.files ?? {}).map(
    ([field, { id, media_type, size, sha256 }]) => ({ field, id, media_type, size, sha256 }),
  )
  const hidden = [...(intent?.hidden ?? [])].sort()
  return { filled, ...(hidden.length > 0 && { hidden }), ...(files.length > 0 && { files }) }
}

/** The values of others to which the rules of a signer's fields refer: their signers have signed. */
export const earlierValues = (
  { inputs }: Pick<SignerRow, 'inputs'>,
  signers: readonly SignerRow[],
): EarlierValue[] =>
  inputs.flatMap(refsOf).flatMap(({ signer: id, field }) => {
    const signer = signers.find((each) => each.id === id && each.status === 'signed')
    const name = signer?.inputs.find(
      (each) => each.name.toLowerCase() === field.toLowerCase(),
    )?.name
    const value = name === undefined ? undefined : valueIn(signer?.intent?.values ?? {}, name)
    return id === undefined || name === undefined || value === undefined
      ? []
      : [{ signer: id, name, value }]
  })
