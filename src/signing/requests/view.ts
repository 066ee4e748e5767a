/** Requests as the API returns them. */

import { invariant } from '../../kernel/invariant.ts'
import { filledFields } from '../fields/filled.ts'
import type { CertificateDemand, StoredDemand } from '../model/certificate-demand.ts'
import { failureJson } from '../model/certificate-failure.ts'
import { delegationJson, phoneFromOf } from '../model/delegation.ts'
import { fileNumberOf } from '../model/files.ts'
import { doneAt, statusOf } from '../model/participant-actions.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { filesJson } from '../model/schemas/files.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import { signaturesOf } from './signatures-view.ts'
import { warningsOf } from './warnings-view.ts'

/** Omits absent values, as every response does. */
function omitUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]: NonNullable<Value[Name]> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  ) as { [Name in keyof Value]: NonNullable<Value[Name]> }
}

/** The mail this person would have received with a live key. */
const keptMail = ({ kept_mail }: SignerRow) => {
  if (kept_mail === null) return null
  const { kind, at } = kept_mail
  return { kind: kind.split('.').at(-1) ?? kind, at }
}

const demandOf = ({ title: _, ...demand }: StoredDemand): CertificateDemand => demand

function toSigner(signer: SignerRow) {
  const urls = signer.redirect_urls
  return {
    ...omitUndefined({
      first_name: signer.first_name,
      last_name: signer.last_name,
      phone: signer.phone,
      phone_from: phoneFromOf(signer),
      role: signer.role,
      invited_at: signer.invited_at,
      opened_at: signer.opened_at,
      verified_at: signer.verified_at,
      ...doneAt(signer),
      action: signer.action === 'sign' ? null : signer.action,
      witness_of: signer.witness_of,
      decline_reason: signer.status === 'declined' ? signer.end_reason : null,
      redirect_urls: Object.keys(urls).length > 0 ? urls : null,
      delivery_failure: signer.delivery_failure ?? undefined,
      kept_mail: keptMail(signer),
      delivery: signer.delivery === 'email' ? null : signer.delivery,
      verified_identity: signer.verified_identity,
      certificate: signer.certificate && demandOf(signer.certificate),
      certificate_failure: signer.certificate_failure && failureJson(signer.certificate_failure),
      allow_delegation: signer.allow_delegation === 1 ? true : null,
      delegation: signer.delegation && delegationJson(signer.delegation),
    }),
    id: signer.id,
    email: signer.email,
    authentication: signer.authentication,
    locale: signer.locale,
    order: signer.step,
    status: statusOf(signer),
    fields: [
      ...signer.fields.map((place) => ({
        ...fileNumberOf(place),
        page: place.page,
        ...place.box,
      })),
      ...filledFields(signer).flatMap(({ places, ...field }) =>
        places.map((place) => ({
          ...field,
          ...fileNumberOf(place),
          page: place.page,
          ...place.box,
        })),
      ),
    ],
  }
}

function endOf(request: RequestRow) {
  if (request.ended_at === null) return {}
  return request.status === 'completed'
    ? { completed_at: request.ended_at }
    : omitUndefined({ ended_at: request.ended_at, end_reason: request.end_reason })
}

/** A request as the API returns it. */
export function toDocument({ request, signers }: RequestWithSigners): DocumentJson {
  const { reminders, notify } = request
  const [first] = request.files
  invariant(signers.length > 0, 'a request has signers')
  return {
    id: request.id,
    status: request.status,
    test: request.mode === 'test',
    name: request.name,
    sender: request.sender,
    metadata: request.metadata,
    tags: request.tags,
    filename: first.filename,
    pages: first.pages,
    size_bytes: first.original_bytes,
    sha256: first.original_sha256,
    created_at: request.created_at,
    expires_at: request.expires_at,
    ...filesJson(request),
    signers: signers.map(toSigner),
    ...omitUndefined({
      message: request.message,
      external_id: request.external_id,
      reminders: reminders as DocumentJson['reminders'],
      notify: notify as DocumentJson['notify'],
      copies: request.copies.length > 0 ? request.copies : null,
      code_to_open: request.code_to_open === 1 ? true : null,
      allow_return: request.allow_return === 1 ? true : null,
      returned: request.returned,
      required_level: request.required_level,
      signed_sha256: first.signed_sha256,
      level: request.level,
      sent_at: request.sent_at,
      open_link_id: request.open_link?.id,
    }),
    ...endOf(request),
    ...signaturesOf({ request, signers }),
    ...warningsOf({ request, signers }),
  } as DocumentJson
}
