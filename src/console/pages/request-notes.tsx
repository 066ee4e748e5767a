/** Notes on the page of a request: its end, and what the sender is warned of. */
import { WARNING_CODES } from '../../kernel/document-warnings.ts'
import { languageFacts } from '../../kernel/languages.ts'
import { Alert } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { pointerOf } from '../../signing/model/files.ts'
import { formNoteIn } from '../../signing/model/form-notes.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import { uploadNoteIn } from '../../signing/model/upload-warnings.ts'
import { warningText } from '../../translations/document-warnings.ts'
import { textsIn } from '../../translations/texts.ts'
import { SubmitForm } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { signerName } from './request-page.ts'
import { isDone } from './request-signer-actions.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'

/** Whether everybody has signed and the seal is still to come. */
export const isBeingSealed = ({ status, signers }: DocumentJson): boolean =>
  status === 'pending' && signers.every(isDone)

/** A note; none where it would say nothing. */
const Note = ({ children, ...alert }: Parameters<typeof Alert>[0]): Html | false =>
  !(Array.isArray(children) && children.length === 0) && (
    <div class="end-note">
      <Alert {...alert}>{children}</Alert>
    </div>
  )

/** How the request ended, or that it is being sealed. */
export function endNote(visit: Reader, request: DocumentJson): HtmlPart {
  const { status, end_reason: reason } = request
  const words = visit.words.requests
  if (isBeingSealed(request)) return <Note kind="info">{words.sealing}</Note>
  if (reason === undefined) return undefined
  return (
    <Note kind={status === 'failed' || status === 'declined' ? 'warning' : 'info'}>
      {words.reason}: {reason}
    </Note>
  )
}

/** Why the document waits for its sender, and the button that sends it again. */
export function returnNote(visit: Visit, { id, returned, signers }: DocumentJson): HtmlPart {
  const signer = signers.find((each) => each.id === returned?.signer_id)
  if (returned === undefined || signer === undefined) return undefined
  const words = visit.words.requests
  return (
    <Note kind="warning" title={words.returnedBy({ person: signerName(signer) })}>
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
    </Note>
  )
}

/** What was changed about the uploads; those after the first one are named. */
export function uploadNote(visit: Reader, { warnings = [], files = [] }: DocumentJson): HtmlPart {
  const notes = warnings.flatMap((warning) => {
    const text = uploadNoteIn(warning, visit.locale) ?? formNoteIn(warning, visit.locale)
    const file = files.find(({ number }) => number > 1 && pointerOf(number) === warning.pointer)
    return text === undefined ? [] : [<p>{file === undefined ? text : `${file.filename} – ${text}`}</p>]
  })
  return <Note kind="warning">{notes}</Note>
}

/** What the document lacks, where it was rendered from a template. */
export function renderNote(visit: Reader, { warnings = [] }: DocumentJson): HtmlPart {
  const notes = warnings.flatMap((warning) => {
    const code = WARNING_CODES.find((known) => known === warning.code)
    if (code === undefined) return []
    const { detail, fix } = warningText({ ...warning, code }, textsIn(visit.locale).documentWarnings)
    return [
      <p>
        {detail} {fix}
      </p>,
    ]
  })
  return <Note kind="warning">{notes}</Note>
}

/** Where signatures without a placement are shown. */
export function placeNote(visit: Reader, { warnings = [] }: DocumentJson): HtmlPart {
  const words = visit.words.requests
  const codes = new Set(warnings.map(({ code }) => code))
  const notes = (['place_on_added_page', 'place_invisible'] as const)
    .filter((code) => codes.has(code))
    .map((code) => <p>{words.placeWarnings[code]}</p>)
  return notes.length > 0 && <Note kind="info">{[...notes, <p>{words.placeChoose}</p>]}</Note>
}
