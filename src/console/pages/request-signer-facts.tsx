/** What the page of a request says about a signer. */
import { Alert, Facts } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { failureText } from '../../signing/model/certificate-failure.ts'
import { delegatorOf } from '../../signing/model/delegation.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { moment } from '../components.tsx'
import { languageName } from '../option-lists.tsx'
import type { Reader } from '../words.ts'
import type { RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

/** What went wrong with messages and certificates, and what the person or a delegator said. */
export function signerNotices(visit: Reader, signer: SignerJson): Html {
  const words = visit.words.requests
  const { delivery_failure: failure, certificate_failure: unsigned } = signer
  return (
    <>
      {failure !== undefined && (
        <Alert kind="warning">
          <p>
            {words.undelivered[failure.channel]}: <span lang="en">{failure.reason}</span>. {moment(failure.at, visit)}
          </p>
        </Alert>
      )}
      {unsigned !== undefined && (
        <Alert kind="warning">
          {words.certificateFailed} {failureText(unsigned, visit.locale)}. {moment(unsigned.at, visit)}
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
export function signerFacts(visit: Reader, page: RequestPage, signer: SignerJson): Html {
  const words = visit.words.requests
  const pages = [...new Set(signer.fields.map(({ page: number }) => number))]
  const [code, link] = [page.codes.get(signer.id), page.links.get(signer.id)]
  const placesText = (all: readonly number[]): string =>
    all.length === 0 ? words.placeAtEnd : all.map((number) => words.place({ page: number })).join(', ')
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
    [words.invited, moment(signer.invited_at, visit)],
    [words.opened, moment(signer.opened_at, visit)],
    [words.verified, moment(signer.verified_at, visit)],
    [words.signed, moment(signer.signed_at, visit)],
    [words.approved, moment(signer.approved_at, visit)],
    [words.phone, phone],
    [words.language, languageName(signer.locale, visit.locale)],
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
  return <Facts className="key-facts person-facts" lines={lines} />
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
