/** The warnings of a request as the API returns them. */
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import type { UploadNotice } from '../../pdf/upload-notices.ts'
import { warningText } from '../../translations/document-warnings.ts'
import { textsIn } from '../../translations/texts.ts'
import { additionalFiles, fileOf, pointerOf, type RequestFile } from '../model/files.ts'
import { formWarning } from '../model/form-notes.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'

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

/** What was changed in the upload, and what to do to avoid it. */
const NOTICE_DETAILS: Readonly<Record<UploadNotice, string>> = {
  repaired:
    'The structure of the PDF was damaged: its table of objects was rebuilt from the objects in the file, as PDF readers do. The signers sign the rebuilt file, not the bytes you sent. Check it before they do; if a page is missing or wrong, cancel the request and send a newly saved file.',
  decrypted:
    'The PDF was encrypted. Its encryption and its restrictions (printing, copying, changes) were removed, since an encrypted file cannot be signed in a way that everyone can verify. If the restrictions must stay, cancel the request.',
  layers_fixed:
    'The PDF has layers, which readers show, hide or print differently. It stays as a screen shows it when it is opened: what is hidden then is removed, and nothing can be switched any more. Check the document; if a layer is missing, cancel the request and send a file in which it is shown.',
  hidden_annotations_removed:
    'The PDF has annotations that a screen hides, such as those that only appear on paper: they are removed, because signers would sign what they do not see.',
  other_versions_removed:
    'The PDF has images with another version for printing, or content that lies in other files: these are removed, and the pages stay as a screen shows them.',
  media_removed: 'The PDF has sounds, videos or 3D views: they are removed.',
  links_removed:
    'The PDF has links that open other files, programs or scripts: they are removed. Links to websites, e-mail addresses and telephone numbers stay.',
  presentation_removed:
    'The PDF has page transitions, or is a portfolio: it becomes an ordinary document; attached files stay.',
  fields_flattened:
    'The form fields of the PDF become part of its pages as they look now and can no longer be filled in: what is signed must not change. If fields still need to be filled in, cancel the request and send the completed file.',
  javascript_removed:
    'The JavaScript of the PDF is removed, such as the number formats of form fields: it could change what people see after signing.',
  actions_removed:
    'The PDF has actions that start programs, send or import data, play media or hide parts of pages: they are removed.',
  xfa_removed:
    'The XFA form of the PDF is removed, because few readers display it. The pages remain as other readers show them. Check the document before the signers see it; if it differs from what Adobe Reader shows, cancel the request and send a file printed to PDF.',
  tags_covered:
    'The text of the PDF has tags for fields, such as {field:client:start}: the signers fill in the fields there, and each tag is painted over in white. Programs that extract the text still find it; set tags in white in your document if its pages are not white.',
}

/** What was changed in the uploads. */
const uploadWarnings = (files: readonly RequestFile[]) =>
  files.flatMap(({ upload_notices, number }) =>
    upload_notices.map((code) => ({
      code,
      pointer: pointerOf(number),
      detail: NOTICE_DETAILS[code],
    })),
  )

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
