/** Requests as the API returns them. */

import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { invariant } from '../../kernel/invariant.ts'
import { pick, present } from '../../kernel/type-guards.ts'
import { warningText } from '../../translations/document-warnings.ts'
import { textsIn } from '../../translations/texts.ts'
import { filledFields } from '../fields/filled.ts'
import { isAdvanced } from '../model/authentication.ts'
import type { CertificateDemand, StoredDemand } from '../model/certificate-demand.ts'
import { failureJson } from '../model/certificate-failure.ts'
import { delegationJson, phoneFromOf } from '../model/delegation.ts'
import {
  additionalFiles,
  fileNumberOf,
  fileOf,
  placeJson,
  type RequestFile,
} from '../model/files.ts'
import { formWarning } from '../model/form-notes.ts'
import { doneAt, isSigningAction, statusOf } from '../model/participant-actions.ts'
import {
  type RequestRow,
  type RequestWithSigners,
  type SignerRow,
  signedAt,
} from '../model/rows.ts'
import { filesJson } from '../model/schemas/files.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import type { DocumentSignature } from '../model/schemas/signature.ts'
import { uploadWarnings } from '../model/upload-warnings.ts'

const personName = ({ first_name, last_name, email }: SignerRow): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** The first versions did not record time-stamps. */
const stampedAt = (timestamp: { at: string } | null | undefined) =>
  timestamp == null ? {} : { signed_at: timestamp.at }

/** Of a certificate that is not ours this service says no level: what it claims, and whose it is. */
function levelOf(
  signer: SignerRow,
  { own, serial }: NonNullable<SignerRow['signature']>['made'][number],
): Partial<DocumentSignature> {
  if (own === undefined) return { level: isAdvanced(signer) ? 'advanced' : 'electronic' }
  const { holder, service, claim, name_matches } = own
  return {
    ...(claim !== null && { certificate_claim: claim }),
    certificate: { service, holder, serial, ...(name_matches !== null && { name_matches }) },
  }
}

const ofSigner = (signer: SignerRow): DocumentSignature[] =>
  (signer.signature?.made ?? []).map((made) => ({
    kind: 'signature',
    signer_id: signer.id,
    name: personName(signer),
    ...levelOf(signer, made),
    certificate_sha256: made.certificate_sha256,
    issuer: made.issuer,
    ...stampedAt(made.timestamp),
    ...fileNumberOf(made),
  }))

/** Whose each signature is, and its level; nothing before the document is completed. */
function signaturesOf({ request, signers }: RequestWithSigners): {
  signatures?: DocumentSignature[]
} {
  if (request.status !== 'completed') return {}
  const inOrder = [...signers].sort((a, b) => (signedAt(a) < signedAt(b) ? -1 : 1))
  const made = request.outer_seal?.made
  const outer: DocumentSignature[] =
    made === undefined
      ? []
      : [
          {
            kind: 'outer_seal',
            name: made.name,
            ...(made.claim !== null && { certificate_claim: made.claim }),
            certificate_sha256: made.certificate_sha256,
            issuer: made.issuer,
            ...stampedAt(made.timestamp),
          },
        ]
  return {
    signatures: [
      ...inOrder.flatMap(ofSigner),
      ...outer,
      { kind: 'seal', level: 'advanced' },
      ...additionalFiles(request).map(
        ({ number }): DocumentSignature => ({
          kind: 'seal',
          level: 'advanced',
          file_number: number,
        }),
      ),
    ],
  }
}

const OWN_PLACE =
  'To choose a place, give the signer "fields" (page, x and y, or an anchor), or write a tag such as {signature:signer1} into the document.'

/** Warning about where the signature of a signer without a placement is shown instead. */
function placementWarning(file: RequestFile, signer: SignerRow, index: number) {
  if (!isSigningAction(signer)) return []
  const { pages, number } = file
  const placement = signer.fields.find((each) => fileOf(each) === number)
  if (placement !== undefined && placement.page <= pages && placement.box.width > 0) return []
  const which = number === 1 ? 'the document' : `file ${number}`
  const none = `No place was given for the signature of ${signer.email}${number === 1 ? '' : ` in ${which}`}, and ${which} has no tag for it`
  const pointer = `/signers/${index}`
  if (placement?.box.width === 0) {
    const detail = `${none}: it is in the file but not visible on any page, because others have already signed the document and no page can be added. ${OWN_PLACE} A document certified by its author does not allow any place.`
    return [{ code: 'place_invisible', pointer, detail }]
  }
  const where =
    placement === undefined
      ? 'a page added at the end, or on none if others have already signed the document'
      : `page ${placement.page}, which was added at the end`
  const detail = `${none}: it is shown on ${where}. ${OWN_PLACE}`
  return [{ code: 'place_on_added_page', pointer, detail }]
}

/** What the rendered document lacks, and what to do about it. */
function renderWarning(warning: DocumentWarning) {
  const { detail, fix } = warningText(warning, textsIn('en').documentWarnings)
  return { ...warning, pointer: '/template', detail: `${detail} ${fix}` }
}

/** Why the external seal is not there yet, or never came. */
function externalSealWarning({ outer_seal: outer, status }: RequestRow) {
  if (outer?.fault === undefined) return []
  const { reason, at } = outer.fault
  const next =
    status === 'failed'
      ? 'No further attempt is made; the operator of the service can resume it'
      : 'It is tried again'
  const detail = `Everybody has signed, but the seal of ${outer.name} could not be made at ${at}: ${reason}. ${next}. The document is not completed without it.`
  return [{ code: 'outer_seal_waiting', pointer: '/signatures', detail }]
}

/** Everything that the sender is warned of. */
function warningsOf({ request, signers }: RequestWithSigners) {
  const waiting = externalSealWarning(request)
  if (request.status !== 'draft' && request.status !== 'pending')
    return request.status === 'failed' && waiting.length > 0 ? { warnings: waiting } : {}
  const [first] = request.files
  const warnings = [
    ...uploadWarnings([first]),
    ...request.form_notes.map(formWarning),
    ...request.document_warnings.map(renderWarning),
    ...uploadWarnings(additionalFiles(request)),
    ...signers.flatMap((signer, index) =>
      request.files.flatMap((file) => placementWarning(file, signer, index)),
    ),
    ...waiting,
  ]
  return warnings.length > 0 ? { warnings } : {}
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
    ...present({
      ...pick(signer, 'first_name', 'last_name', 'phone', 'role', 'witness_of'),
      ...pick(signer, 'invited_at', 'opened_at', 'verified_at', 'verified_identity'),
      ...pick(signer, 'delivery_failure'),
      phone_from: phoneFromOf(signer),
      ...doneAt(signer),
      action: signer.action === 'sign' ? null : signer.action,
      decline_reason: signer.status === 'declined' ? signer.end_reason : null,
      redirect_urls: Object.keys(urls).length > 0 ? urls : null,
      kept_mail: keptMail(signer),
      delivery: signer.delivery === 'email' ? null : signer.delivery,
      certificate: signer.certificate && demandOf(signer.certificate),
      certificate_failure: signer.certificate_failure && failureJson(signer.certificate_failure),
      allow_delegation: signer.allow_delegation === 1 ? true : null,
      delegation: signer.delegation && delegationJson(signer.delegation),
    }),
    ...pick(signer, 'id', 'email', 'authentication', 'locale'),
    order: signer.step,
    status: statusOf(signer),
    fields: [
      ...signer.fields.map(placeJson),
      ...filledFields(signer).flatMap(({ places, ...field }) =>
        places.map((place) => ({ ...field, ...placeJson(place) })),
      ),
    ],
  }
}

function endOf(request: RequestRow) {
  if (request.ended_at === null) return {}
  return request.status === 'completed'
    ? { completed_at: request.ended_at }
    : present(pick(request, 'ended_at', 'end_reason'))
}

/** A request as the API returns it. */
export function toDocument({ request, signers }: RequestWithSigners): DocumentJson {
  const [first] = request.files
  invariant(signers.length > 0, 'a request has signers')
  return {
    ...pick(request, 'id', 'status', 'name', 'sender', 'metadata', 'tags'),
    test: request.mode === 'test',
    filename: first.filename,
    pages: first.pages,
    size_bytes: first.original_bytes,
    sha256: first.original_sha256,
    ...pick(request, 'created_at', 'expires_at'),
    ...filesJson(request),
    signers: signers.map(toSigner),
    ...present({
      ...pick(request, 'message', 'external_id', 'reminders', 'notify', 'returned'),
      ...pick(request, 'required_level', 'level', 'sent_at'),
      copies: request.copies.length > 0 ? request.copies : null,
      code_to_open: request.code_to_open === 1 ? true : null,
      allow_return: request.allow_return === 1 ? true : null,
      signed_sha256: first.signed_sha256,
      open_link_id: request.open_link?.id,
    }),
    ...endOf(request),
    ...signaturesOf({ request, signers }),
    ...warningsOf({ request, signers }),
  } as DocumentJson
}
