/** The rows of a new request. */

import type { Caller } from '../../accounts/caller.ts'
import { toIso } from '../../kernel/clock.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { PdfFacts } from '../../pdf/facts.ts'
import type { UploadNotice } from '../../pdf/upload-notices.ts'
import { withSignerIds } from '../fields/rule-check.ts'
import { voiceFor } from '../model/authentication.ts'
import { additionalFiles, additionalHashes, type Files, type RequestFile } from '../model/files.ts'
import type { FormNote } from '../model/form-notes.ts'
import { witnessedAt } from '../model/participant-actions.ts'
import type { BegunAt, RequestRow, SignerRow } from '../model/rows.ts'
import type { RequestOptions } from '../model/schemas/request.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import { distinctTags } from '../model/tags.ts'
import { AS_ANOTHER, UNREAD } from './corrections.ts'
import { languageIn } from './phones.ts'
import { allNames, type SignerPlaces } from './placements.ts'
import { type CreateRequestInput, deliveryOf } from './request-input.ts'

/** Input of the rows. */
export interface Draft {
  caller: Caller
  input: CreateRequestInput
  /** Sender, where the order names none. */
  sender: string
  facts: PdfFacts
  /** What was changed about the upload. */
  notices: readonly UploadNotice[]
  /** What became of the fields of its form. */
  formNotes: readonly FormNote[]
  placements: readonly SignerPlaces[]
  /** Name of the account's certificate service, where a signer uses it. */
  certificates: { title: string }
  /** Whether codes may be spoken in telephone calls. */
  calls: boolean
  /** Of the upload. */
  sha256: string
  /** The files after the first one. */
  additional: readonly RequestFile[]
  nowMs: number
  expiresMs: number
}

/** A request holds no more of its document's text than a warning says itself. */
const withoutParagraph = ({ paragraph: _, ...warning }: DocumentWarning): DocumentWarning => warning

const stem = (filename: string): string => filename.replace(/\.pdf$/i, '') || 'Document'

/** What a file has not before its request is sent. */
export const UNSENT = {
  laid_out_sha256: null,
  current_sha256: null,
  signed_sha256: null,
  proof_pages: 0,
} as const

const NOTHING_YET = {
  revision: 0,
  level: null,
  proof_sha256: null,
  stamp_ends_at: null,
  quota_month: null,
  sent_at: null,
  ended_at: null,
  end_reason: null,
  outer_seal: null,
  open_link: null,
  returned: null,
} as const

/** What a signer's row says before the person is asked. */
export const NOT_ASKED_YET = {
  ...AS_ANOTHER,
  ...UNREAD,
  phone_salt: null,
  link_version: 1,
  texts_sent: 0,
  intent: null,
  serial: null,
  signature: null,
  invited_at: null,
  ended_at: null,
  end_reason: null,
  guesses_forgiven_at: 0,
  removed_at: null,
} as const

const filesIn = ({ input, facts, notices, sha256, additional }: Draft): Files['files'] => [
  {
    ...UNSENT,
    number: 1,
    filename: input.filename,
    original_sha256: sha256,
    original_bytes: input.pdf.length,
    pages: facts.pages.length,
    upload_notices: notices,
  },
  ...additional,
]

function requestRow(draft: Draft): RequestRow {
  const { caller, input, sender, formNotes, nowMs, expiresMs } = draft
  const { options, filename } = input
  return {
    ...NOTHING_YET,
    id: newId('doc', nowMs),
    account_id: caller.account.id,
    key_id: caller.key.id,
    mode: caller.key.mode,
    status: 'draft',
    name: options.name ?? stem(filename),
    message: options.message ?? null,
    sender: options.sender ?? sender,
    external_id: options.external_id ?? null,
    metadata: options.metadata ?? {},
    reminders: options.reminders ?? null,
    notify: options.notify ?? null,
    code_to_open: Number(options.code_to_open === true),
    allow_return: Number(options.allow_return === true),
    files: filesIn(draft),
    form_notes: formNotes,
    document_warnings: input.warnings?.map(withoutParagraph) ?? [],
    copies: options.copies ?? [],
    required_level: options.required_level ?? null,
    tags: distinctTags(options.tags ?? []),
    created_at: toIso(nowMs),
    expires_at: toIso(expiresMs),
  }
}

/** By what others know who the signer is. */
const howKnown = ({ verified_identity, certificate }: SignerInput, title: string) => ({
  verified_identity: verified_identity ?? null,
  certificate: certificate === undefined ? null : { ...certificate, title },
})

function signerRows(
  { input, placements, certificates, calls, nowMs }: Draft,
  requestId: string,
): SignerRow[] {
  const named = input.signers.map((signer) => ({ signer, id: newId('sgr', nowMs) }))
  const names = allNames(input.signers)
  const idOf = (name: string) => named[names.findIndex((each) => each.includes(name))]?.id
  return named.map(({ signer, id }, index) => ({
    ...NOT_ASKED_YET,
    ...askedColumns(signer, input.options, { title: certificates.title, calls }),
    id,
    request_id: requestId,
    position: index + 1,
    witness_of: named[witnessedAt(input.signers, signer)]?.id ?? null,
    fields: placements[index]?.signatures ?? [],
    inputs: (placements[index]?.inputs ?? []).map((each) => withSignerIds(each, idOf, id)),
  }))
}

/** What the sender asks of a person. @param facts title of the account's certificate service, and whether codes may be spoken */
export const askedColumns = (
  signer: SignerInput,
  options: RequestOptions,
  { title, calls }: { title: string; calls: boolean },
) => ({
  step: signer.order ?? 1,
  email: signer.email,
  first_name: signer.first_name ?? null,
  last_name: signer.last_name ?? null,
  role: signer.role ?? null,
  action: signer.action ?? ('sign' as const),
  locale: languageIn(signer.locale),
  delivery: deliveryOf(signer, options),
  authentication: signer.authentication ?? ('sms' as const),
  voice: voiceFor(signer.authentication ?? 'sms', calls),
  ...howKnown(signer, title),
  phone: signer.phone ?? null,
  phone_from: signer.phone === undefined ? null : ('sender' as const),
  redirect_urls: signer.redirect_urls ?? {},
  allow_delegation: Number(signer.allow_delegation === true),
})

const additionalNames = (request: RequestRow): { further_files?: Record<string, string> } =>
  request.files.length === 1
    ? {}
    : {
        further_files: Object.fromEntries(
          additionalFiles(request).map(({ number, filename }) => [String(number), filename]),
        ),
      }

/** At which open link one of the signers began the request. */
function begunAt({ input: { begun } }: Draft, signers: readonly SignerRow[]): BegunAt | null {
  if (begun === undefined) return null
  const signer = signers.find(({ role }) => role === begun.role)
  invariant(signer !== undefined, 'who begins a request has one of its roles')
  const { linkId: id, emailConfirmedAt: email_confirmed_at } = begun
  return { id, signer_id: signer.id, email: signer.email, email_confirmed_at }
}

/** The rows; the header of the trail, whose hash begins the chain; and what its first entry says. */
export function draftRows(draft: Draft) {
  const request = requestRow(draft)
  const signers = signerRows(draft, request.id)
  const begun = begunAt(draft, signers)
  const { name, files } = request
  const [{ original_sha256: sha256, filename, original_bytes: bytes }] = files
  const additional = additionalHashes('further_sha256', files, (file) => file.original_sha256)
  const header = {
    document_id: request.id,
    created_at: request.created_at,
    filename,
    bytes,
    sha256,
    ...additionalNames(request),
    ...additional,
  }
  const created = { name, sha256, ...additional, signers: signers.length }
  const by = begun && {
    open_link_id: begun.id,
    begun_by: begun.signer_id,
    email_confirmed_at: begun.email_confirmed_at,
  }
  return {
    request: { ...request, open_link: begun },
    signers,
    header,
    created: { ...created, ...by },
  }
}
