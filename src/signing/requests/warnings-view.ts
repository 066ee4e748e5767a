/** The warnings of a request as the API returns them. */
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { warningText } from '../../translations/document-warnings.ts'
import { textsIn } from '../../translations/texts.ts'
import { additionalFiles, fileOf, type RequestFile } from '../model/files.ts'
import { formWarning } from '../model/form-notes.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { uploadWarnings } from '../model/upload-warnings.ts'

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
export function warningsOf({ request, signers }: RequestWithSigners) {
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
