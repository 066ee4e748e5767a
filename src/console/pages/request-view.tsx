/** The page of one signature request: state, signers, files, history, actions. */
import { Button, Facts, Field, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { RequestFile } from '../account-requests.ts'
import { Crumb, CurlLine, FormAlert, moment, OwnForm, Section } from '../components.tsx'
import { fieldsIn } from '../form-fields.ts'
import type { Visit } from '../visit.ts'
import { inBytes, type Reader } from '../words.ts'
import { liveRegion } from './live.tsx'
import { requestActions } from './request-actions.tsx'
import { changeActions } from './request-edit.tsx'
import { endNote, isBeingSealed, placeNote, renderNote, returnNote, uploadNote } from './request-notes.tsx'
import { findingsAt, isOver, liveState, type RequestPage } from './request-page.ts'
import { signerList } from './request-signers.tsx'
import { trailSection } from './request-trail.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { kindBadge, stateBadge, tagList } from './requests-list.tsx'
import { requestCurl } from './signature-curl.ts'

/** The whole page. */
export function requestMain(visit: Visit, page: RequestPage): Html {
  const { request, trail } = page
  const words = visit.words.requests
  const live = {
    ...liveState(request.status, trail.entries.length),
    path: `${REQUESTS_PATH}/${request.id}`,
  }
  const content = (
    <>
      <div class="page-head request-head">
        <div>
          <h1>{request.name}</h1>
          <p class="request-badges">
            {stateBadge(visit, request.status)}
            {kindBadge(visit, request.test)}
            <code>{request.id}</code>
          </p>
        </div>
      </div>
      <FormAlert findings={page.finding?.findings} />
      {returnNote(visit, request)}
      {endNote(visit, request)}
      {uploadNote(visit, request)}
      {renderNote(visit, request)}
      {placeNote(visit, request)}
      {!isBeingSealed(request) && requestActions(visit, page, changeActions(visit, page))} {signerList(visit, page)}
      {files(visit, page)}
      {about(visit, page)}
      {tagSection(visit, page)}
      {trailSection(visit, page)}
      {page.outbox && (
        <p class="after-panels">
          <a href="/dev/outbox">{words.outbox}</a>
        </p>
      )}
      <CurlLine visit={visit} id="curl-get" text={requestCurl(visit.baseUrl).get(request.id)} />
    </>
  )
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{words.back}</Crumb>
      {liveRegion(visit, live, content)}
    </>
  )
}

const FINISHED: readonly RequestFile[] = ['signed', 'proof', 'evidence']
const ANY_TIME: readonly RequestFile[] = ['file', 'audit']

function files(visit: Visit, { request }: RequestPage): Html {
  const words = visit.words.requests
  const done = request.status === 'completed'
  const there = done ? [...FINISHED, ...ANY_TIME] : ANY_TIME
  const path = `${REQUESTS_PATH}/${request.id}/files`
  const links = there.flatMap((file, index) => {
    const kind = done && index === 0 ? 'primary' : 'secondary'
    const link = (label: string, href: string): Html => (
      <li>
        <LinkButton label={label} href={href} kind={kind} icon="download" download />
      </li>
    )
    const isEach = request.files !== undefined && (file === 'file' || file === 'signed')
    if (!isEach) return [link(words.fileNames[file], `${path}/${file}`)]
    return (request.files ?? []).map(({ number, filename }) =>
      link(`${words.fileNames[file]}: ${filename}`, `${path}/${file}?file_number=${number}`),
    )
  })
  const lines = there.map((file) => requestCurl(visit.baseUrl).file(request.id, file)).join('\n')
  return (
    <Section id="files" title={words.files} {...(!isOver(request.status) && { text: words.filesLater })}>
      <div class="files-and-picture">
        <ul class="file-links">{links}</ul>
        <div
          class="try-sheet request-picture"
          data-picture={`${REQUESTS_PATH}/${request.id}/files/${done ? 'signed' : 'file'}`}
          data-page="page"
        />
      </div>
      <CurlLine visit={visit} id="curl-files" text={lines} />
    </Section>
  )
}

/** How the account sorts the request, in any state. */
function tagSection(visit: Visit, page: RequestPage): Html | false {
  const words = visit.words.requests
  const { request } = page
  const at = fieldsIn({ findings: findingsAt(page, 'tags'), id: () => 'tag-list' })
  return (
    <Section id="tags" title={words.tags}>
      {tagList(request.tags)}
      <OwnForm visit={visit} action={`${REQUESTS_PATH}/${request.id}/tags`}>
        <Field {...at('tags', words.tags, words.tagsHint)} value={request.tags.join(', ')} autocomplete="off" />
        <Button label={words.tagsDo} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

/** A hash shortened to half its length. */
const hash = (text: string | undefined): HtmlPart => text !== undefined && <code class="hash">{text}</code>

/** What is said of each file. */
function fileLines(
  visit: Reader,
  file: Pick<DocumentJson, 'filename' | 'pages' | 'size_bytes' | 'sha256' | 'signed_sha256'>,
  number: number | undefined,
): Array<readonly [string, HtmlPart]> {
  const words = visit.words.requests
  const size = inBytes(file.size_bytes, visit)
  const label = (text: string): string => (number === undefined ? text : `${text} (${number})`)
  return [
    [
      label(words.file),
      <>
        {file.filename} · {words.pages({ pages: file.pages, size })}
      </>,
    ],
    [label(words.hash), hash(file.sha256)],
    [label(words.signedHash), hash(file.signed_sha256)],
  ]
}

function about(visit: Reader, { request, keptUntil }: RequestPage): Html {
  const words = visit.words.requests
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.made, moment(request.created_at, visit)],
    [words.sent, moment(request.sent_at, visit)],
    [words.completed, moment(request.completed_at, visit)],
    [words.ended, moment(request.ended_at, visit)],
    [words.ends, !isOver(request.status) && moment(request.expires_at, visit)],
    [words.keptUntil, moment(keptUntil, visit)],
    [words.sender, request.sender],
    [words.message, request.message !== undefined && <span class="prose">{request.message}</span>],
    [
      words.copies,
      request.copies
        ?.map(({ email, from_start }) => (from_start === true ? words.follows({ email }) : email))
        .join(', '),
    ],
    [words.externalId, request.external_id],
    ...(request.files ?? [request]).flatMap((file, index) => fileLines(visit, file, request.files && index + 1)),
    [words.level, request.level],
  ]
  return (
    <Section id="about" title={words.facts}>
      <Facts lines={lines} />
    </Section>
  )
}
