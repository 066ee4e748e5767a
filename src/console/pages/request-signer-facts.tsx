/** What the page of a request says about a signer. */
import type { Locale } from '../../kernel/languages.ts'
import { Alert } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { failureText } from '../../signing/model/certificate-failure.ts'
import { delegatorOf } from '../../signing/model/delegation.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { textsIn } from '../../translations/texts.ts'
import { moment } from '../components.tsx'
import { languageName } from '../option-lists.tsx'
import type { RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

/** What went wrong with messages and certificates, and what the person or a delegator said. */
export function signerNotices(locale: Locale, signer: SignerJson): Html {
  const words = textsIn(locale).console.requests
  const { delivery_failure: failure, certificate_failure: unsigned } = signer
  return (
    <>
      {failure !== undefined && (
        <Alert kind="warning">
          <p>
            {words.undelivered[failure.channel]}: <span lang="en">{failure.reason}</span>. {moment(failure.at, locale)}
          </p>
        </Alert>
      )}
      {unsigned !== undefined && (
        <Alert kind="warning">
          {words.certificateFailed} {failureText(unsigned, locale)}. {moment(unsigned.at, locale)}
        </Alert>
      )}
      {signer.kept_mail !== undefined && <Alert kind="info">{words.keptMail}</Alert>}
      {signer.delegation !== undefined && (
        <Alert kind="info">
          {words.delegated({ from: delegatorOf(signer.delegation) })}. {words.reason}: {signer.delegation.reason}
        </Alert>
      )}
      {signer.decline_reason !== undefined && (
        <p class="person-reason">
          {words.reason}: {signer.decline_reason}
        </p>
      )}
    </>
  )
}

/** Where and how the person signs, and what they gave. */
export function signerFacts(locale: Locale, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(locale).console.requests
  const pages = [...new Set(signer.fields.map(({ page: number }) => number))]
  const [code, link] = [page.codes.get(signer.id), page.links.get(signer.id)]
  const placesText = (all: readonly number[]): string =>
    all.length === 0 ? words.placeAtEnd : all.map((number) => words.place({ page: number })).join(', ')
  const time = (iso: string | undefined): HtmlPart => iso !== undefined && moment(iso, locale)
  const phone =
    signer.phone === undefined ? (
      words.phoneUnknown
    ) : (
      <>
        {signer.phone}
        {signer.phone_from === 'signer' && ` (${words.phoneBySigner})`}
      </>
    )
  const lines: Array<readonly [string, HtmlPart]> = [
    [words.invited, time(signer.invited_at)],
    [words.opened, time(signer.opened_at)],
    [words.verified, time(signer.verified_at)],
    [words.signed, time(signer.signed_at)],
    [words.approved, time(signer.approved_at)],
    [words.phone, phone],
    [words.language, languageName(signer.locale, locale)],
    [words.places, signer.action === 'approve' ? words.noPlaces : placesText(pages)],
    [words.filesGiven, filesGiven(page, signer)],
    [
      words.testLink,
      link === undefined ? (
        signer.delivery === 'none' && words.linkHanded
      ) : (
        <a href={link} target="_blank" rel="noopener">
          {words.testLinkDo}
        </a>
      ),
    ],
    [
      words.testCode,
      code !== undefined && (
        <code class="code" title={words.testCodeHint}>
          {code}
        </code>
      ),
    ],
  ]
  return (
    <dl class="key-facts person-facts">
      {lines
        .filter(([, value]) => value !== false)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** What the signer gave, to be downloaded. */
function filesGiven({ request }: RequestPage, { fields }: SignerJson): HtmlPart {
  // A field may be shown in several places.
  const files = new Map(
    fields.flatMap((field) =>
      'file' in field && field.file !== undefined ? [[field.file.id, { ...field, ...field.file }]] : [],
    ),
  )
  if (files.size === 0) return false
  return (
    <ul class="file-links">
      {[...files.values()].map(({ id, name, label }) => (
        <li>
          {label}:{' '}
          <a href={`${REQUESTS_PATH}/${request.id}/signer-files/${id}`} download>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
