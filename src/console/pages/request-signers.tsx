/** The signers of a signature request, step by step: their state, and what can be corrected. */

import type { Locale } from '../../kernel/languages.ts'
import { Alert, Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon, type IconName } from '../../pages/icons.tsx'
import { failureText } from '../../signing/model/certificate-failure.ts'
import { delegatorOf } from '../../signing/model/delegation.ts'
import type { SignerJson } from '../../signing/model/schemas/request.ts'
import { named } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { CurlLine, moment, OwnForm, Section } from '../components.tsx'
import { countryOptions, languageName, languageOptions } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { inPersonAction } from './in-person.tsx'
import { actionFold, findingIn } from './request-actions.tsx'
import type { RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-list.tsx'
import { requestCurl } from './signature-curl.ts'

/** The name of a person, or the address where no name is known. */
export const signerName = ({ first_name, last_name, email }: SignerJson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** How many have signed and, where some are to approve, how many have. */
function progressOf(locale: Locale, signers: readonly SignerJson[]): string {
  const words = textsIn(locale).console.requests
  const of = (status: SignerJson['status'], among: readonly SignerJson[]): number =>
    among.filter((each) => each.status === status).length
  const approvers = signers.filter(({ action }) => action === 'approve')
  const others = signers.filter((each) => !approvers.includes(each))
  const signed = words.signedOf({ signed: of('signed', others), all: others.length })
  if (approvers.length === 0) return signed
  return `${signed}, ${words.approvedOf({ approved: of('approved', approvers), all: approvers.length })}`
}

/** Whether a person has nothing left to do. */
export const isDone = ({ status }: SignerJson): boolean => status === 'signed' || status === 'approved'

/** The section. */
export function signerList(visit: Visit, page: RequestPage): Html {
  const words = textsIn(visit.locale).console.requests
  const { signers } = page.request
  const steps = [...new Set(signers.map(({ order }) => order))].sort((one, other) => one - other)
  const count = progressOf(visit.locale, signers)
  const one = (signer: SignerJson) => signerItem(visit, page, signer)
  const content =
    steps.length === 1 ? (
      <ul class="people">{signers.map(one)}</ul>
    ) : (
      steps.map((step) => (
        <>
          <h3 class="step-title">{words.step({ step })}</h3>
          <ul class="people">{signers.filter(({ order }) => order === step).map(one)}</ul>
        </>
      ))
    )
  return (
    <Section
      id="signers"
      title={
        <>
          {words.signers} <span class="title-count">{count}</span>
        </>
      }
      {...(steps.length > 1 && { text: words.stepHint })}
    >
      {content}
    </Section>
  )
}

const MARKS: Readonly<Record<string, IconName>> = {
  waiting: 'clock',
  invited: 'mail',
  opened: 'book',
  verified: 'shield',
  signed: 'check',
  approved: 'check',
  declined: 'cross',
  blocked: 'lock',
}

function signerItem(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const { locale } = visit
  const words = textsIn(locale).console.requests
  const { id, email, status, role, action = 'sign' } = signer
  const asked = action === 'sign' ? undefined : words.actions[action]
  const name = signerName(signer)
  return (
    <li class={`person is-${status}`} id={id}>
      <span class="person-mark" aria-hidden="true">
        <Icon name={MARKS[status] ?? 'info'} />
      </span>
      <div class="person-body">
        <div class="person-head">
          <div>
            <p class="person-name">
              <strong>{name}</strong>
              {[asked, role].map(
                (badge) =>
                  badge !== undefined && (
                    <>
                      {' '}
                      <span class="badge">{badge}</span>
                    </>
                  ),
              )}
            </p>
            {name !== email && <p class="person-mail">{email}</p>}
          </div>
          <span class="badge signer-state">{named(words.signerStates, status)}</span>
        </div>
        {signerNotices(locale, signer)}
        {signerFacts(locale, page, signer)}
        {signerActions(visit, page, signer)}
      </div>
    </li>
  )
}

/** What went wrong with messages and certificates, and what the person or a delegator said. */
function signerNotices(locale: Locale, signer: SignerJson): Html {
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
          <p>
            {words.certificateFailed} {failureText(unsigned, locale)}. {moment(unsigned.at, locale)}
          </p>
        </Alert>
      )}
      {signer.kept_mail !== undefined && (
        <Alert kind="info">
          <p>{words.keptMail}</p>
        </Alert>
      )}
      {signer.delegation !== undefined && (
        <Alert kind="info">
          <p>
            {words.delegated({ from: delegatorOf(signer.delegation) })}. {words.reason}: {signer.delegation.reason}
          </p>
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

function signerFacts(locale: Locale, page: RequestPage, signer: SignerJson): Html {
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

function signerActions(visit: Visit, page: RequestPage, signer: SignerJson): HtmlPart {
  const { status } = page.request
  const open = !isDone(signer) && signer.status !== 'declined'
  if ((status !== 'draft' && status !== 'pending') || !open) return undefined
  const blocked = status === 'pending' && signer.status === 'blocked'
  return (
    <div class="key-acts">
      {blocked && unblockAction(visit, page, signer)}
      {inPersonAction(visit, page, signer)}
      {changeAction(visit, page, signer)}
    </div>
  )
}

function unblockAction(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(visit.locale).console.requests
  const { id } = page.request
  const form = (
    <OwnForm visit={visit} action={`${REQUESTS_PATH}/${id}/signers/${signer.id}/unblock`}>
      <p>{words.unblockText}</p>
      <Button label={words.unblockDo} type="submit" />
    </OwnForm>
  )
  const line = requestCurl(page.baseUrl).unblock(id, signer.id)
  const curl = <CurlLine locale={visit.locale} id={`curl-unblock-${signer.id}`} text={line} />
  return actionFold({
    id: `unblock-${signer.id}`,
    label: words.unblock,
    about: signerName(signer),
    content: (
      <>
        {form}
        {curl}
      </>
    ),
  })
}

function changeAction(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(visit.locale).console.requests
  const act = `signer ${signer.id}`
  const findings = page.finding?.act === act ? page.finding.findings : undefined
  const text = (
    name: string,
    label: string,
    value: string,
    more: { hint?: string; type?: string; maxLength: number },
  ) => (
    <Field
      id={`${name}-${signer.id}`}
      name={name}
      label={label}
      value={value}
      autocomplete="off"
      {...more}
      {...findingIn(findings, name)}
    />
  )
  const languages = languageOptions(signer.locale)
  const fields = (
    <>
      <p>{words.changeText}</p>
      <div class="two">
        {text('email', words.email, signer.email, { type: 'email', maxLength: 254 })}
        {text('phone', words.phoneLabel, signer.phone ?? '', { type: 'tel', hint: words.phoneHint, maxLength: 40 })}
        <SelectField id={`country-${signer.id}`} name="country" label={words.country}>
          {countryOptions(visit.locale, page.countries)}
        </SelectField>
        {text('first_name', words.firstName, signer.first_name ?? '', { maxLength: 100 })}
        {text('last_name', words.lastName, signer.last_name ?? '', { maxLength: 100 })}
      </div>
      <div class="field narrow">
        <label for={`locale-${signer.id}`}>{words.language}</label>
        <select id={`locale-${signer.id}`} name="locale">
          {languages}
        </select>
      </div>
      <Button label={words.changeDo} type="submit" />
    </>
  )
  const line = requestCurl(page.baseUrl).update(page.request.id, signer.id, signer.email)
  const curl = <CurlLine locale={visit.locale} id={`curl-change-${signer.id}`} text={line} />
  const path = `${REQUESTS_PATH}/${page.request.id}/signers/${signer.id}`
  return actionFold({
    id: `change-${signer.id}`,
    label: words.change,
    about: signerName(signer),
    open: findings !== undefined,
    content: (
      <>
        <OwnForm visit={visit} action={path}>
          {fields}
        </OwnForm>
        {curl}
      </>
    ),
  })
}
