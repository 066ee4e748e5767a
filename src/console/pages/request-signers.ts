/** The signers of a signature request, step by step: their state, and what can be corrected. */

import type { Locale } from '../../kernel/languages.ts'
import { alert, button, field } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { type IconName, icon } from '../../pages/icons.ts'
import { failureText } from '../../signing/model/certificate-failure.ts'
import { delegatorOf } from '../../signing/model/delegation.ts'
import type { SignerJson } from '../../signing/model/schemas/request.ts'
import { named } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { curlLine, moment, ownForm, section } from '../components.ts'
import { countryOptions, languageName, languageOptions } from '../option-lists.ts'
import type { Visit } from '../visit.ts'
import { inPersonAction } from './in-person.ts'
import { actionFold, findingIn } from './request-actions.ts'
import type { RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-list.ts'
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
export const isDone = ({ status }: SignerJson): boolean =>
  status === 'signed' || status === 'approved'

/** The section. */
export function signerList(visit: Visit, page: RequestPage): Html {
  const words = textsIn(visit.locale).console.requests
  const { signers } = page.request
  const steps = [...new Set(signers.map(({ order }) => order))].sort((one, other) => one - other)
  const count = progressOf(visit.locale, signers)
  const one = (signer: SignerJson) => signerItem(visit, page, signer)
  const content =
    steps.length === 1
      ? html`<ul class="people">${signers.map(one)}</ul>`
      : steps.map(
          (step) =>
            html`<h3 class="step-title">${words.step({ step })}</h3><ul class="people">${signers.filter(({ order }) => order === step).map(one)}</ul>`,
        )
  return section(
    {
      id: 'signers',
      title: html`${words.signers} <span class="title-count">${count}</span>`,
      ...(steps.length > 1 && { text: words.stepHint }),
    },
    content,
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
  const { delivery_failure: failure, certificate_failure: unsigned } = signer
  const channel = failure?.channel ?? 'email'
  return html`<li class="person is-${status}" id="${id}"><span class="person-mark" aria-hidden="true">${icon(MARKS[status] ?? 'info')}</span><div class="person-body">
<div class="person-head"><div><p class="person-name"><strong>${name}</strong>${asked !== undefined && html` <span class="badge">${asked}</span>`}${role !== undefined && html` <span class="badge">${role}</span>`}</p>${name !== email && html`<p class="person-mail">${email}</p>`}</div><span class="badge signer-state">${named(words.signerStates, status)}</span></div>
${failure !== undefined && alert('warning', html`<p>${words.undelivered[channel]}: <span lang="en">${failure.reason}</span>. ${moment(failure.at, locale)}</p>`)}
${unsigned !== undefined && alert('warning', html`<p>${words.certificateFailed} ${failureText(unsigned, locale)}. ${moment(unsigned.at, locale)}</p>`)}
${signer.kept_mail !== undefined && alert('info', html`<p>${words.keptMail}</p>`)}
${signer.delegation !== undefined && alert('info', html`<p>${words.delegated({ from: delegatorOf(signer.delegation) })}. ${words.reason}: ${signer.delegation.reason}</p>`)}
${signer.decline_reason !== undefined && html`<p class="person-reason">${words.reason}: ${signer.decline_reason}</p>`}
${signerFacts(locale, page, signer)}
${signerActions(visit, page, signer)}</div></li>`
}

function signerFacts(locale: Locale, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(locale).console.requests
  const pages = [...new Set(signer.fields.map(({ page: number }) => number))]
  const [code, link] = [page.codes.get(signer.id), page.links.get(signer.id)]
  const placesText = (all: readonly number[]): string =>
    all.length === 0
      ? words.placeAtEnd
      : all.map((number) => words.place({ page: number })).join(', ')
  const time = (iso: string | undefined): HtmlPart => iso !== undefined && moment(iso, locale)
  const phone =
    signer.phone === undefined
      ? words.phoneUnknown
      : html`${signer.phone}${signer.phone_from === 'signer' && ` (${words.phoneBySigner})`}`
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
      link === undefined
        ? signer.delivery === 'none' && words.linkHanded
        : html`<a href="${link}" target="_blank">${words.testLinkDo}</a>`,
    ],
    [
      words.testCode,
      code !== undefined && html`<code class="code" title="${words.testCodeHint}">${code}</code>`,
    ],
  ]
  return html`<dl class="key-facts person-facts">${lines
    .filter(([, value]) => value !== false)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** What the signer gave, to be downloaded. */
function filesGiven({ request }: RequestPage, { fields }: SignerJson): HtmlPart {
  // A field may be shown in several places.
  const files = new Map(
    fields.flatMap((field) =>
      'file' in field && field.file !== undefined
        ? [[field.file.id, { ...field, ...field.file }]]
        : [],
    ),
  )
  if (files.size === 0) return false
  return html`<ul class="file-links">${[...files.values()].map(
    ({ id, name, label }) =>
      html`<li>${label}: <a href="${REQUESTS_PATH}/${request.id}/signer-files/${id}" download>${name}</a></li>`,
  )}</ul>`
}

function signerActions(visit: Visit, page: RequestPage, signer: SignerJson): HtmlPart {
  const { status } = page.request
  const open = !isDone(signer) && signer.status !== 'declined'
  if ((status !== 'draft' && status !== 'pending') || !open) return undefined
  const blocked = status === 'pending' && signer.status === 'blocked'
  return html`<div class="key-acts">${blocked && unblockAction(visit, page, signer)}${inPersonAction(visit, page, signer)}${changeAction(visit, page, signer)}</div>`
}

function unblockAction(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(visit.locale).console.requests
  const { id } = page.request
  const form = ownForm(
    visit,
    `${REQUESTS_PATH}/${id}/signers/${signer.id}/unblock`,
    html`<p>${words.unblockText}</p>${button(words.unblockDo, { type: 'submit' })}`,
  )
  const line = requestCurl(page.baseUrl).unblock(id, signer.id)
  const curl = curlLine(visit.locale, `curl-unblock-${signer.id}`, line)
  return actionFold({
    id: `unblock-${signer.id}`,
    label: words.unblock,
    about: signerName(signer),
    content: html`${form}${curl}`,
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
  ) =>
    field({
      id: `${name}-${signer.id}`,
      name,
      label,
      value,
      autocomplete: 'off',
      ...more,
      ...findingIn(findings, name),
    })
  const languages = languageOptions(signer.locale)
  const fields = html`<p>${words.changeText}</p><div class="two">${text('email', words.email, signer.email, { type: 'email', maxLength: 254 })}${text('phone', words.phoneLabel, signer.phone ?? '', { type: 'tel', hint: words.phoneHint, maxLength: 40 })}<div class="field"><label for="country-${signer.id}">${words.country}</label><select id="country-${signer.id}" name="country">${countryOptions(visit.locale, page.countries)}</select></div>${text('first_name', words.firstName, signer.first_name ?? '', { maxLength: 100 })}${text('last_name', words.lastName, signer.last_name ?? '', { maxLength: 100 })}</div><div class="field narrow"><label for="locale-${signer.id}">${words.language}</label><select id="locale-${signer.id}" name="locale">${languages}</select></div>${button(words.changeDo, { type: 'submit' })}`
  const line = requestCurl(page.baseUrl).update(page.request.id, signer.id, signer.email)
  const curl = curlLine(visit.locale, `curl-change-${signer.id}`, line)
  const path = `${REQUESTS_PATH}/${page.request.id}/signers/${signer.id}`
  return actionFold({
    id: `change-${signer.id}`,
    label: words.change,
    about: signerName(signer),
    open: findings !== undefined,
    content: html`${ownForm(visit, path, fields)}${curl}`,
  })
}
