/** An edit of a request as an order: its people as they are to be, and who of them is new, changed or gone. */

import type { Finding } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { pick, present } from '../../kernel/type-guards.ts'
import { findingAt } from '../../translations/texts.ts'
import type { Input } from '../model/fields.ts'
import { fileOf, type RequestFile } from '../model/files.ts'
import type { Placement, PlaceOrigin } from '../model/placement.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { DocumentChanges, SignerEdit } from '../model/schemas/changes.ts'
import type { RequestOptions } from '../model/schemas/request.ts'
import type { Field } from '../model/schemas/signature-field.ts'
import { LIMITS, type SignerInput } from '../model/schemas/signer.ts'
import type { KeptPlaces, PlaceableSigner, SignerPlaces } from './placements.ts'

/** A person of the request as it is to be. */
interface PlannedSigner {
  /** Undefined: a new one. */
  row: SignerRow | undefined
  edit: SignerEdit | undefined
  asked: SignerInput
}

/** What an edit asks for, in the form of an order. */
export interface EditPlan {
  signers: readonly PlannedSigner[]
  removed: readonly SignerRow[]
  options: RequestOptions
}

/** A person as an order would name them. */
function askedOf(row: SignerRow, all: readonly SignerRow[]): SignerInput {
  const { certificate, phone_from } = row
  return {
    ...pick(row, 'email', 'locale', 'action', 'delivery', 'authentication'),
    order: row.step,
    ...(row.allow_delegation === 1 && { allow_delegation: true }),
    ...(certificate !== null && { certificate: present({ ...certificate, title: null }) }),
    ...present({
      ...pick(row, 'first_name', 'last_name', 'role', 'redirect_urls', 'verified_identity'),
      phone: phone_from === 'sender' ? row.phone : null,
      witness_of: all.find(({ id }) => id === row.witness_of)?.email,
    }),
  } as SignerInput
}

/** The same after the edit. What the sender states of a person's identity is not that of another. */
function merged(asked: SignerInput, { id: _, remove: _remove, ...edit }: SignerEdit): SignerInput {
  const isAnother = edit.email !== undefined && edit.email !== asked.email
  const { verified_identity: stated, ...rest } = asked
  // A witness comes after the signer unless the edit says when.
  const becomesWitness = edit.action === 'witness' && asked.action !== 'witness'
  const { order, witness_of, ...others } = rest
  return {
    ...others,
    ...(!becomesWitness && order !== undefined && { order }),
    ...(witness_of !== undefined &&
      (edit.action === undefined || edit.action === 'witness') && { witness_of }),
    ...(stated !== undefined && !isAnother && { verified_identity: stated }),
    ...edit,
  }
}

function editFindings(edits: readonly SignerEdit[], signers: readonly SignerRow[]): Finding[] {
  const seen = new Set<string>()
  return edits.flatMap(({ id, email }, index): Finding[] => {
    const at = `/signers/${index}`
    if (id === undefined)
      return email === undefined ? [findingAt(`${at}/email`, 'required', 'signers.newEmail')] : []
    if (!signers.some((each) => each.id === id))
      return [findingAt(`${at}/id`, 'signer_unknown', 'signers.unknown', { id })]
    if (seen.has(id)) return [findingAt(`${at}/id`, undefined, 'signers.listedTwice', { id })]
    seen.add(id)
    return []
  })
}

/** @throws AppError `validation_failed` for signers who are not of the request, and for too many */
export function planEdit(
  { request, signers }: RequestWithSigners,
  changes: DocumentChanges,
): EditPlan {
  const { signers: edits = [], name, message, copies } = changes
  throwIfInvalid(editFindings(edits, signers))
  const editOf = new Map(edits.map((edit) => [edit.id, edit]))
  const removed = signers.filter(({ id }) => editOf.get(id)?.remove === true)
  const stay = signers.filter((row) => !removed.includes(row))
  const planned = stay.map((row): PlannedSigner => {
    const edit = editOf.get(row.id)
    // A change of address goes along for the witness of the signer.
    const of = stay.find(({ id }) => id === row.witness_of)
    const witness_of = of && (editOf.get(of.id)?.email ?? of.email)
    const asked = { ...askedOf(row, signers), ...(witness_of !== undefined && { witness_of }) }
    return { row, edit, asked: edit === undefined ? asked : merged(asked, edit) }
  })
  const added = edits.flatMap((edit): PlannedSigner[] => {
    const { id, remove: _, email, ...rest } = edit
    return id !== undefined || email === undefined
      ? []
      : [{ row: undefined, edit, asked: { ...rest, email } }]
  })
  const all = [...planned, ...added]
  const facts = { count: all.length, max: LIMITS.signers }
  throwIfInvalid(
    all.length > LIMITS.signers ? [findingAt('/signers', undefined, 'signers.most', facts)] : [],
  )
  return {
    signers: all,
    removed,
    options: {
      name: name ?? request.name,
      ...present({
        message: message === undefined ? request.message : message,
        required_level: request.required_level,
      }),
      copies: copies ?? [...request.copies],
    },
  }
}

/**
 * Runs what finds faults in the order that an edit makes, and says them of the edit: `/signers/2` of the order is the
 * place in the edit of the person who is meant, or the id of one who is not in it.
 */
export async function namingEdit<Result>(
  { signers }: EditPlan,
  changes: DocumentChanges,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error
    const { code, wording, message, retryAfterSeconds, cause } = error
    const errors = error.errors.map((finding): Finding => {
      const [, number, rest] = /^\/signers\/(\d+)(.*)$/.exec(finding.pointer ?? '') ?? []
      const meant = number === undefined ? undefined : signers[Number(number)]
      if (meant === undefined) return finding
      const place = meant.edit && (changes.signers ?? []).indexOf(meant.edit)
      return { ...finding, pointer: `/signers/${place ?? meant.row?.id}${rest}` }
    })
    throw new AppError(code, wording ?? message, { errors, retryAfterSeconds, cause })
  }
}

const NONE: SignerPlaces = { signatures: [], inputs: [] }

/** Where a person signs in a file, as the sender or the document says: not at its end, where pages were added for it. */
const signedIn = ({ fields }: SignerRow, file: RequestFile): Placement[] =>
  fields.filter(
    (place) => fileOf(place) === file.number && place.page <= file.pages && place.box.width > 0,
  )

/** What a person fills in in a file. */
const filledIn = ({ inputs }: SignerRow, { number }: RequestFile): Input[] =>
  inputs.flatMap((input) => {
    const places = input.places.filter((place) => fileOf(place) === number)
    return places.length === 0 ? [] : [{ ...input, places }]
  })

/** The places of a person in all files, without those that laying them out has added. */
export const ownPlaces = (row: SignerRow, { files }: RequestRow): Placement[] =>
  files.flatMap((file) => signedIn(row, file))

const originOf = ({ form_field, places: [first] }: Input): PlaceOrigin | undefined =>
  form_field === undefined ? first?.from : 'form'

/** A place without what it has of the file before. */
const plain = <Place extends { from?: PlaceOrigin; cover?: unknown }>({
  from: _,
  cover: _cover,
  ...place
}: Place) => place

const plainInput = ({ form_field: _, ...input }: Input): Input => ({
  ...input,
  places: input.places.map(plain),
})

/** A field beside a text, as an order would name it. */
function anchored(from: PlaceOrigin | undefined, number: number, input?: Input): Field[] {
  if (from === undefined || from === 'tag' || from === 'form') return []
  const { places: _, form_field: _form, comb: _comb, ...members } = input ?? { places: [] }
  return [{ ...members, ...(number > 1 && { file_number: number }), ...from } as Field]
}

/**
 * What stays of a person in a file.
 * @param replaced whether another file takes its place: texts, tags and forms are looked for anew there
 */
export function keptIn(
  row: SignerRow,
  file: RequestFile,
  replaced: { hasForm: boolean } | undefined,
): { kept: KeptPlaces; fields: Field[] } {
  const [signatures, inputs] = [signedIn(row, file), filledIn(row, file)]
  if (replaced === undefined) return { kept: { fixed: { signatures, inputs } }, fields: [] }
  const fields = [
    ...inputs.flatMap((input) => anchored(originOf(input), file.number, input)),
    // One text may have been found several times.
    ...new Map(
      signatures
        .flatMap(({ from }) => anchored(from, file.number))
        .map((field) => [JSON.stringify(field), field]),
    ).values(),
  ]
  const by = (origins: readonly unknown[]): SignerPlaces => ({
    signatures: signatures.filter(({ from }) => origins.includes(from)).map(plain),
    inputs: inputs.filter((input) => origins.includes(originOf(input))).map(plainInput),
  })
  const tagged = by(['tag'])
  const isTagged = tagged.signatures.length + tagged.inputs.length > 0
  const fixed = by(replaced.hasForm ? [undefined] : [undefined, 'form'])
  return { kept: { fixed, ...(isTagged && { tagged }) }, fields }
}

/** The people of the order as they are placed in a file: those whose fields the edit does not name keep theirs. */
export const placeable = (
  plan: EditPlan,
  checked: readonly SignerInput[],
  file: RequestFile,
  replaced: { hasForm: boolean } | undefined,
): PlaceableSigner[] =>
  checked.map((signer, index): PlaceableSigner => {
    const { row, edit } = plan.signers[index] ?? {}
    if (row === undefined || edit?.fields !== undefined) return signer
    // Who approves signs nowhere, and who signs from now on has no place yet.
    if (signer.action === 'approve') return { ...signer, kept: { fixed: NONE } }
    const { kept, fields } = keptIn(row, file, replaced)
    return { ...signer, kept, fields }
  })
