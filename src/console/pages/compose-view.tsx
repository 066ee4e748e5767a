/** Markup of the page that creates a signature request; its script adds the document and the placements. */

import { PASSWORD_CHARACTERS_MAX } from '../../http/form-spec.ts'
import { Alert, Button, FileField, PdfPasswordField, SelectField } from '../../pages/components.tsx'
import { type Html, jsonBlock } from '../../pages/html.ts'
import { templatesOf } from '../../translations/messages.ts'
import { Crumb, CurlLine, PageHead, Section } from '../components.tsx'
import { faultAt } from '../form-fields.ts'
import type { Visit } from '../visit.ts'
import { inBytes, type Reader } from '../words.ts'
import { type ComposePage, framedSendPart, nameField, sendPart, wordsPart } from './compose-parts.tsx'
import { sheetPart } from './compose-sheets.tsx'
import { signerCard, signersPart } from './compose-signers.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { requestCurl } from './signature-curl.ts'

/** The whole page. */
export function composeMain(visit: Reader & Pick<Visit, 'csrf'>, page: ComposePage): Html {
  const { action, frame } = page
  const own = page.findings.find((finding) => finding.field === 'form')
  const { compose: words, fields } = visit.words
  const names = templatesOf({ ...words.script, ...fields.script })
  return (
    <>
      {frame === undefined && <Crumb href={REQUESTS_PATH}>{words.back}</Crumb>}
      <PageHead title={titleOf(visit, frame)} text={frame?.saved === undefined ? words.text : ''} />
      <form
        id="request-form"
        class="compose"
        action={action}
        method="post"
        enctype="multipart/form-data"
        data-fields={`${action}/fields`}
        data-bytes={page.bytesMax}
      >
        <input type="hidden" name="csrf" value={visit.csrf} />
        <input type="hidden" name="form" value={page.form} />
        <div id="form-fault" hidden={own === undefined}>
          <Alert kind="error">
            <p id="form-fault-text">{own?.text}</p>
          </Alert>
        </div>
        {documentPart(visit, page)}
        {signersPart(visit, page)}
        {sheetPart(visit)}
        {wordsPart(visit, page)}
        {frame === undefined ? sendPart(visit, page) : framedSendPart(visit, page)}
      </form>
      <template id="signer-template">{signerCard(visit, page, 'N')}</template>
      {jsonBlock('compose-words', names)}
      {frame?.saved !== undefined && jsonBlock('compose-saved', frame.saved)}
      {frame === undefined && <CurlLine visit={visit} id="curl-create" text={requestCurl(page.baseUrl).create} />}
    </>
  )
}

/** What the page is for. */
export function titleOf(visit: Reader, frame: ComposePage['frame']): string {
  const { compose, framed } = visit.words
  if (frame === undefined || (frame.kind === 'document' && frame.saved === undefined)) return compose.title
  if (frame.kind === 'document') return framed.editDocument
  return frame.saved === undefined ? framed.newTemplate : framed.editTemplate
}

function documentPart(visit: Reader, page: ComposePage): Html {
  const words = visit.words.compose
  const again = page.findings.length > 0
  const limit = inBytes(page.bytesMax, visit)
  const hint = words.fileHint({ limit })
  return (
    <Section id="document" title={words.documentTitle}>
      <div class="stack">
        {/* The files of what is saved are in its state. */}
        <fieldset
          class="stack bare"
          disabled={page.frame?.saved !== undefined}
          hidden={page.frame?.saved !== undefined}
        >
          <FileField
            id="file"
            name="file"
            label={words.file}
            hint={again ? `${hint} ${words.fileAgain}` : hint}
            drop={words.fileDrop}
            accept="application/pdf,.pdf"
            max={{ bytes: page.bytesMax, text: words.fileOver({ limit }) }}
            error={faultAt(page.findings, 'file')}
          />
          {filesPart(visit, limit)}
          <PdfPasswordField
            locale={visit.locale}
            max={PASSWORD_CHARACTERS_MAX}
            error={faultAt(page.findings, 'password')}
          />
        </fieldset>
        {nameField(visit, page)}
        {page.frame?.saved === undefined && (
          <SelectField
            id="form_fields"
            label={words.formFields}
            hint={words.formFieldsHint}
            choices={[
              ['', words.formFieldsFlatten],
              ['use', words.formFieldsUse],
            ]}
            chosen={page.value('form_fields')}
          />
        )}
      </div>
    </Section>
  )
}

/** Further files: their list is shown once there are several. */
function filesPart(visit: Reader, limit: string): Html {
  const words = visit.words.compose
  const act = (name: string, text: string): Html => (
    <button type="button" class="button quiet" data-act={name}>
      {text}
      <span class="visually-hidden" />
    </button>
  )
  const accept = 'application/pdf,.pdf'
  return (
    <>
      <div class="more-files" id="more-files-part" data-over={words.filesOver({ limit })} hidden>
        <ol class="file-list" id="file-list" aria-label={words.files} hidden />
        <p class="field-error" id="files-error" role="alert" hidden />
        <p class="visually-hidden" role="status" id="files-live" />
        <Button label={words.addFile} id="add-files" kind="secondary" icon="plus" />
        <input type="file" id="more-files" accept={accept} multiple hidden />
      </div>
      <template id="file-template">
        <li class="file-row">
          <button type="button" class="place-link file-pick" />
          <span class="file-acts">
            {act('up', words.fileUp)}
            {act('down', words.fileDown)}
            {act('remove', words.fileRemove)}
          </span>
        </li>
      </template>
      <noscript>
        <div class="field">
          <label for="plain-files">{words.moreFiles}</label>
          <input type="file" id="plain-files" name="files" accept={accept} multiple />
        </div>
      </noscript>
    </>
  )
}
