/** The page of one signature request: state, signers, files, history, actions. */
import type { Locale } from '../../kernel/languages.ts'
import { Button, Facts, Field, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import { textsIn } from '../../translations/texts.ts'
import type { RequestFile } from '../account-requests.ts'
import { Crumb, CurlLine, FormAlert, moment, OwnForm, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'
import { liveRegion } from './live.tsx'
import { findingIn, requestActions } from './request-actions.tsx'
import { changeActions } from './request-edit.tsx'
import { endNote, isBeingSealed, placeNote, renderNote, returnNote, uploadNote } from './request-notes.tsx'
import { isOver, liveState, type RequestPage } from './request-page.ts'
import { signerList } from './request-signers.tsx'
import { trailSection } from './request-trail.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { kindBadge, stateBadge, tagList } from './requests-list.tsx'
import { requestCurl } from './signature-curl.ts'

/** The whole page. */
export function requestMain(visit: Visit, page: RequestPage): Html {
  const { locale } = visit
  const { request, trail } = page
  const words = textsIn(locale).console.requests
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
            {stateBadge(locale, request.status)}
            {kindBadge(locale, request.test)}
            <code>{request.id}</code>
          </p>
        </div>
      </div>
      <FormAlert findings={page.finding?.findings} />
      {returnNote(visit, request)}
      {endNote(locale, request)}
      {uploadNote(locale, request)}
      {renderNote(locale, request)}
      {placeNote(locale, request)}
      {!isBeingSealed(request) && requestActions(visit, page, changeActions(visit, page))} {signerList(visit, page)}
      {files(locale, page)}
      {about(locale, page)}
      {tagSection(visit, page)}
      {trailSection(locale, page)}
      {page.outbox && (
        <p class="after-panels">
          <a href="/dev/outbox">{words.outbox}</a>
        </p>
      )}
      <CurlLine locale={locale} id="curl-get" text={requestCurl(page.baseUrl).get(request.id)} />
    </>
  )
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{words.back}</Crumb>
      {liveRegion(locale, live, content)}
    </>
  )
}

const FINISHED: readonly RequestFile[] = ['signed', 'proof', 'evidence']
const ANY_TIME: readonly RequestFile[] = ['file', 'audit']

function files(locale: Locale, { request, baseUrl }: RequestPage): Html {
  const words = textsIn(locale).console.requests
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
  const lines = there.map((file) => requestCurl(baseUrl).file(request.id, file)).join('\n')
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
      <CurlLine locale={locale} id="curl-files" text={lines} />
    </Section>
  )
}

/** How the account sorts the request, in any state. */
function tagSection(visit: Visit, { request, finding }: RequestPage): Html | false {
  const words = textsIn(visit.locale).console.requests
  const findings = finding?.act === 'tags' ? finding.findings : undefined
  return (
    <Section id="tags" title={words.tags}>
      {tagList(request.tags)}
      <OwnForm visit={visit} action={`${REQUESTS_PATH}/${request.id}/tags`}>
        <Field
          id="tag-list"
          name="tags"
          label={words.tags}
          hint={words.tagsHint}
          value={request.tags.join(', ')}
          autocomplete="off"
          {...findingIn(findings, 'tags')}
        />
        <Button label={words.tagsDo} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

/** A hash shortened to half its length. */
const hash = (text: string | undefined): HtmlPart => text !== undefined && <code class="hash">{text}</code>

/** What is said of each file. */
function fileLines(
  locale: Locale,
  file: Pick<DocumentJson, 'filename' | 'pages' | 'size_bytes' | 'sha256' | 'signed_sha256'>,
  number: number | undefined,
): Array<readonly [string, HtmlPart]> {
  const words = textsIn(locale).console.requests
  const size = inBytes(file.size_bytes, locale)
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

function about(locale: Locale, { request, keptUntil }: RequestPage): Html {
  const words = textsIn(locale).console.requests
  const time = (iso: string | undefined): HtmlPart => iso !== undefined && moment(iso, locale)
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.made, time(request.created_at)],
    [words.sent, time(request.sent_at)],
    [words.completed, time(request.completed_at)],
    [words.ended, time(request.ended_at)],
    [words.ends, !isOver(request.status) && time(request.expires_at)],
    [words.keptUntil, time(keptUntil)],
    [words.sender, request.sender],
    [words.message, request.message !== undefined && <span class="prose">{request.message}</span>],
    [
      words.copies,
      request.copies
        ?.map(({ email, from_start }) => (from_start === true ? words.follows({ email }) : email))
        .join(', '),
    ],
    [words.externalId, request.external_id],
    ...(request.files ?? [request]).flatMap((file, index) => fileLines(locale, file, request.files && index + 1)),
    [words.level, request.level],
  ]
  return (
    <Section id="about" title={words.facts}>
      <Facts lines={lines.filter(([, value]) => value !== false && value !== undefined)} />
    </Section>
  )
}
