/** Notes on the page of a request: its end, and what the sender is warned of. */
import { WARNING_CODES } from '../../kernel/document-warnings.ts'
import { type Locale, languageFacts } from '../../kernel/languages.ts'
import { Alert } from '../../pages/components.tsx'
import type { HtmlPart } from '../../pages/html.ts'
import { pointerOf } from '../../signing/model/files.ts'
import { formNoteIn } from '../../signing/model/form-notes.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import { uploadNoteIn } from '../../signing/model/upload-warnings.ts'
import { warningText } from '../../translations/document-warnings.ts'
import { textsIn } from '../../translations/texts.ts'
import { SubmitForm } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { isDone, signerName } from './request-signer-actions.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'

/** Whether everybody has signed and the seal is still to come. */
export const isBeingSealed = ({ status, signers }: DocumentJson): boolean =>
  status === 'pending' && signers.every(isDone)

/** How the request ended, or that it is being sealed. */
export function endNote(locale: Locale, request: DocumentJson): HtmlPart {
  const { status, end_reason: reason } = request
  const words = textsIn(locale).console.requests
  if (isBeingSealed(request))
    return (
      <div class="end-note">
        <Alert kind="info">{words.sealing}</Alert>
      </div>
    )
  if (reason === undefined) return undefined
  const kind = status === 'failed' || status === 'declined' ? 'warning' : 'info'
  return (
    <div class="end-note">
      <Alert kind={kind}>
        {words.reason}: {reason}
      </Alert>
    </div>
  )
}

/** Why the document waits for its sender, and the button that sends it again. */
export function returnNote(visit: Visit, { id, returned, signers }: DocumentJson): HtmlPart {
  const signer = signers.find((each) => each.id === returned?.signer_id)
  if (returned === undefined || signer === undefined) return undefined
  const words = textsIn(visit.locale).console.requests
  return (
    <div class="end-note">
      <Alert kind="warning" title={words.returnedBy({ person: signerName(signer) })}>
        <p>
          {words.reason}
          {languageFacts(visit.locale).colon} {returned.reason}
        </p>
        <p>{words.returnedText}</p>
        <SubmitForm
          visit={visit}
          action={`${REQUESTS_PATH}/${id}/send-again`}
          label={words.sendAgain}
          kind="secondary"
          icon="send"
        />
      </Alert>
    </div>
  )
}

/** What was changed about the uploads; those after the first one are named. */
export function uploadNote(locale: Locale, { warnings = [], files = [] }: DocumentJson): HtmlPart {
  const notes = warnings.flatMap((warning) => {
    const text = uploadNoteIn(warning, locale) ?? formNoteIn(warning, locale)
    const file = files.find(({ number }) => number > 1 && pointerOf(number) === warning.pointer)
    if (text === undefined) return []
    return [file === undefined ? text : `${file.filename} – ${text}`]
  })
  if (notes.length === 0) return undefined
  return (
    <div class="end-note">
      <Alert kind="warning">
        {notes.map((text) => (
          <p>{text}</p>
        ))}
      </Alert>
    </div>
  )
}

/** What the document lacks, where it was rendered from a template. */
export function renderNote(locale: Locale, { warnings = [] }: DocumentJson): HtmlPart {
  const notes = warnings.flatMap((warning) => {
    const code = WARNING_CODES.find((known) => known === warning.code)
    if (code === undefined) return []
    const { detail, fix } = warningText({ ...warning, code }, textsIn(locale).documentWarnings)
    return [
      <p>
        {detail} {fix}
      </p>,
    ]
  })
  if (notes.length === 0) return undefined
  return (
    <div class="end-note">
      <Alert kind="warning">{notes}</Alert>
    </div>
  )
}

/** Where signatures without a placement are shown. */
export function placeNote(locale: Locale, { warnings = [] }: DocumentJson): HtmlPart {
  const words = textsIn(locale).console.requests
  const codes = new Set(warnings.map(({ code }) => code))
  const notes = (['place_on_added_page', 'place_invisible'] as const).filter((code) => codes.has(code))
  if (notes.length === 0) return undefined
  return (
    <div class="end-note">
      <Alert kind="info">
        {notes.map((code) => (
          <p>{words.placeWarnings[code]}</p>
        ))}
        <p>{words.placeChoose}</p>
      </Alert>
    </div>
  )
}
