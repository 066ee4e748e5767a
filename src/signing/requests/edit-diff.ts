/** What an edit changed: before and after for the trail, and in the words of mails. */

import type { JsonObject, JsonValue } from '../../kernel/json.ts'
import { fileOf } from '../model/files.ts'
import { maskedPhone } from '../model/people.ts'
import type { ChangedPart } from '../model/ports.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { askedData } from './sending.ts'

/** A request before and after an edit. */
export interface Edited {
  before: RequestWithSigners
  after: RequestWithSigners
}

const REQUEST_MEMBERS = [
  'name',
  'message',
  'external_id',
  'expires_at',
  'reminders',
  'notify',
  'copies',
  'metadata',
] as const satisfies ReadonlyArray<keyof RequestRow>

const SIGNER_MEMBERS = [
  'email',
  'first_name',
  'last_name',
  'role',
  'step',
  'action',
  'witness_of',
  'locale',
  'delivery',
  'authentication',
  'verified_identity',
  'certificate',
  'redirect_urls',
  'allow_delegation',
] as const satisfies ReadonlyArray<keyof SignerRow>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `1/2 56,600,180,60`: file, page and rectangle. */
const placeText = (place: SignerRow['fields'][number]): string => {
  const { x, y, width, height } = place.box
  return `${fileOf(place)}/${place.page} ${[x, y, width, height].join(',')}`
}

/** Where a person signs and what they fill in, as the trail has it. */
const fieldsOf = ({ fields, inputs }: SignerRow): JsonValue => [
  ...fields.map((place) => `signature ${placeText(place)}`),
  ...inputs.map(({ name, places }) => `${name} ${places.map(placeText).join(' ')}`),
]

/** A telephone number is no secret of the sender's, but not the trail's to tell. */
const phoneOf = ({ phone }: SignerRow): string | null => phone && maskedPhone(phone)

/** The members of both that differ. */
function differing(
  one: Readonly<Record<string, JsonValue>>,
  other: Readonly<Record<string, JsonValue>>,
): { before: JsonObject; after: JsonObject } | undefined {
  const names = Object.keys(one).filter((name) => !isSame(one[name], other[name]))
  if (names.length === 0) return undefined
  const of = (given: Readonly<Record<string, JsonValue>>): JsonObject =>
    Object.fromEntries(names.map((name) => [name, given[name] ?? null]))
  return { before: of(one), after: of(other) }
}

const picked = <Row extends object, Name extends keyof Row & string>(
  row: Row,
  names: readonly Name[],
): Record<string, JsonValue> =>
  Object.fromEntries(names.map((name) => [name, (row[name] ?? null) as JsonValue]))

const requestMembers = (request: RequestRow): Record<string, JsonValue> => ({
  ...picked(request, REQUEST_MEMBERS),
  files: request.files.map(({ number, filename, original_sha256, pages }) => ({
    number,
    filename,
    sha256: original_sha256,
    pages,
  })),
  shown_sha256: request.files.map(({ laid_out_sha256 }) => laid_out_sha256),
})

const signerMembers = (signer: SignerRow): Record<string, JsonValue> => ({
  ...picked(signer, SIGNER_MEMBERS),
  phone: phoneOf(signer),
  fields: fieldsOf(signer),
})

const idsOf = ({ signers }: RequestWithSigners): Set<string> => new Set(signers.map(({ id }) => id))

/** The entry of the trail. */
export function editData({ before, after }: Edited): JsonObject {
  const [earlier, later] = [idsOf(before), idsOf(after)]
  const document = differing(requestMembers(before.request), requestMembers(after.request))
  const signers = before.signers.flatMap((row) => {
    const now = after.signers.find(({ id }) => id === row.id)
    const changed = now && differing(signerMembers(row), signerMembers(now))
    return changed === undefined ? [] : [{ signer_id: row.id, ...changed }]
  })
  const added = after.signers.filter(({ id }) => !earlier.has(id))
  const removed = before.signers.filter(({ id }) => !later.has(id))
  const withdrawn = after.signers.filter(
    ({ id, status }) =>
      status === 'waiting' &&
      before.signers.some((row) => row.id === id && row.status === 'signed'),
  )
  return {
    changed: [
      ...Object.keys(document?.after ?? {}).filter((name) => name !== 'shown_sha256'),
      ...(signers.length + added.length + removed.length > 0 ? ['signers'] : []),
    ],
    ...(document !== undefined && document),
    ...(signers.length > 0 && { signers }),
    ...(added.length > 0 && { signers_added: added.map(askedData) }),
    ...(removed.length > 0 && {
      signers_removed: removed.map(({ id, email }) => ({ signer_id: id, email })),
    }),
    ...(withdrawn.length > 0 && { approvals_withdrawn: withdrawn.map(({ id }) => id) }),
  }
}

/** What the mail to a person says of it. */
export function partsFor(signer: SignerRow, { before, after }: Edited): ChangedPart[] {
  const [one, other] = [before.request, after.request]
  const earlier = before.signers.find(({ id }) => id === signer.id)
  const people = ({ signers }: RequestWithSigners) =>
    signers.map(({ id, email, first_name, last_name, step, action }) => [
      id,
      email,
      first_name,
      last_name,
      step,
      action,
    ])
  const uploads = ({ files }: RequestRow) => files.map(({ original_sha256 }) => original_sha256)
  const checks: Record<ChangedPart, boolean> = {
    file: !isSame(uploads(one), uploads(other)),
    name: one.name !== other.name,
    message: one.message !== other.message,
    signers: !isSame(people(before), people(after)),
    fields: earlier !== undefined && !isSame(fieldsOf(earlier), fieldsOf(signer)),
    expires_at: one.expires_at !== other.expires_at,
  }
  return (Object.keys(checks) as ChangedPart[]).filter((part) => checks[part])
}
