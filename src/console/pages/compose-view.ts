/** Markup of the page that creates a signature request; its script adds the document and the placements. */

import type { Locale } from '../../kernel/languages.ts'
import { alert, button, type FormFinding, field, fileField } from '../../pages/components.ts'
import { type Html, type HtmlPart, html, jsonBlock } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import { ASKED_ACTIONS } from '../../signing/model/participant-actions.ts'
import { templatesOf } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { crumb, curlLine, pageHead, section } from '../components.ts'
import { countryOptions, languageOptions, type PhoneCountries } from '../option-lists.ts'
import type { Sender } from '../senders.ts'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'
import { PLAIN_SIGNERS } from './compose-input.ts'
import { sheetPart } from './compose-sheets.ts'

import { findingIn } from './request-actions.ts'
import { REQUESTS_PATH } from './requests-list.ts'
import { requestCurl } from './signature-curl.ts'

/** Data of the page. */
export interface ComposePage {
  senders: readonly Sender[]
  /** Maximum number of days a request may stay open. */
  daysMax: number
  /** Maximum PDF size over all keys. */
  bytesMax: number
  /** Token of this form: submitted twice, it creates one request. */
  form: string
  /** The previous input. */
  value: (name: string) => string
  findings: readonly FormFinding[]
  countries: PhoneCountries
  baseUrl: string
  /** The button that stores it as a template; absent: there is none. */
  keep?: string
}

/** The whole page. */
export function composeMain(visit: Visit, page: ComposePage): Html {
  const { locale } = visit
  const own = page.findings.find((finding) => finding.field === 'form')
  const { compose: words, fields } = textsIn(locale).console
  const names = templatesOf({ ...words.script, ...fields.script })
  return html`${crumb(words.back, REQUESTS_PATH)}
${pageHead(words.title, words.text)}
<form id="request-form" class="compose" action="${REQUESTS_PATH}" method="post" enctype="multipart/form-data" data-fields="${REQUESTS_PATH}/fields" data-bytes="${page.bytesMax}">
<input type="hidden" name="csrf" value="${visit.csrf}"><input type="hidden" name="form" value="${page.form}">
<div id="form-fault" ${own === undefined && html`hidden`}>${alert('error', html`<p id="form-fault-text">${own?.text}</p>`)}</div>
${documentPart(locale, page)}
${signersPart(locale, page)}
${sheetPart(locale)}
${wordsPart(locale, page)}
${sendPart(locale, page)}
</form>
<template id="signer-template">${signerCard(locale, page, 'N')}</template>
${jsonBlock('compose-words', names)}
${curlLine(locale, 'curl-create', requestCurl(page.baseUrl).create)}`
}

function documentPart(locale: Locale, page: ComposePage): Html {
  const words = textsIn(locale).console.compose
  const again = page.findings.length > 0
  const limit = inBytes(page.bytesMax, locale)
  const hint = words.fileHint({ limit })
  return section(
    { id: 'document', title: words.documentTitle },
    html`<div class="stack">${fileField({
      id: 'file',
      name: 'file',
      label: words.file,
      hint: again ? `${hint} ${words.fileAgain}` : hint,
      drop: words.fileDrop,
      accept: 'application/pdf,.pdf',
      max: { bytes: page.bytesMax, text: words.fileOver({ limit }) },
      ...findingIn(page.findings, 'file'),
    })}${filesPart(locale, limit)}${nameField(locale, page)}<div class="field"><label for="form_fields">${words.formFields}</label><p class="hint" id="form-fields-hint">${words.formFieldsHint}</p><select id="form_fields" name="form_fields" aria-describedby="form-fields-hint">${option('', words.formFieldsFlatten, page.value('form_fields'))}${option('use', words.formFieldsUse, page.value('form_fields'))}</select></div></div>`,
  )
}

/** Further files: their list is shown once there are several. */
function filesPart(locale: Locale, limit: string): Html {
  const words = textsIn(locale).console.compose
  const act = (name: string, text: string): Html =>
    html`<button type="button" class="button quiet" data-act="${name}">${text}<span class="visually-hidden"></span></button>`
  const accept = 'application/pdf,.pdf'
  return html`<div class="more-files" id="more-files-part" data-over="${words.filesOver({ limit })}" hidden><ol class="file-list" id="file-list" aria-label="${words.files}" hidden></ol><p class="field-error" id="files-error" role="alert" hidden></p><p class="visually-hidden" role="status" id="files-live"></p>${button(words.addFile, { id: 'add-files', kind: 'secondary', icon: 'plus' })}<input type="file" id="more-files" accept="${accept}" multiple hidden></div><template id="file-template"><li class="file-row"><button type="button" class="place-link file-pick"></button><span class="file-acts">${act('up', words.fileUp)}${act('down', words.fileDown)}${act('remove', words.fileRemove)}</span></li></template><noscript><div class="field"><label for="plain-files">${words.moreFiles}</label><input type="file" id="plain-files" name="files" accept="${accept}" multiple></div></noscript>`
}

/** The document's name. */
export function nameField(locale: Locale, page: ComposePage): Html {
  const words = textsIn(locale).console.compose
  return field({
    id: 'name',
    label: words.name,
    hint: words.nameHint,
    maxLength: 200,
    autocomplete: 'off',
    value: page.value('name'),
    ...findingIn(page.findings, 'name'),
  })
}

function signersPart(locale: Locale, page: ComposePage): Html {
  const words = textsIn(locale).console.compose
  const others = Array.from({ length: PLAIN_SIGNERS - 1 }, (_, index) =>
    signerCard(locale, page, index + 1),
  )
  return section(
    { id: 'signers', title: words.signersTitle },
    html`<ol class="signer-cards" id="signer-cards">${signerCard(locale, page, 0)}</ol><noscript><h3 class="step-title">${words.more}</h3><ol class="signer-cards" start="2">${others}</ol></noscript><p class="script-only" hidden>${button(words.add, { id: 'add-signer', kind: 'secondary', icon: 'plus' })}</p>`,
  )
}

/** One signer; `N` is the template for those that the script adds. */
export function signerCard(
  locale: Locale,
  page: ComposePage,
  index: number | 'N',
  role = '',
): Html {
  const words = textsIn(locale).console.compose
  const number = index === 'N' ? 'N' : index + 1
  const text = (
    name: string,
    label: string,
    more: {
      type?: string
      hint?: string
      maxLength: number
      autocomplete?: string
      required?: boolean
    },
  ): Html => {
    const id = `signer-${index}-${name}`
    return field({
      autocomplete: 'off',
      ...more,
      id,
      label,
      value: page.value(id),
      ...findingIn(page.findings, id),
    })
  }
  const id = `signer-${index}`
  const language = page.value(`${id}-locale`) || locale
  const { error } = findingIn(page.findings, `${id}-order`)
  const action = page.value(`${id}-action`) || 'sign'
  const places = findingIn(page.findings, `${id}-fields`)
  const mayDelegate = page.value(`${id}-allow_delegation`) === 'yes'
  const delegation = findingIn(page.findings, `${id}-allow_delegation`)
  return html`<li class="signer-card tone-0" data-signer><div class="signer-head"><span class="tone-mark" aria-hidden="true">${number}</span><h3>${words.signer({ number })}${role !== '' && html` · <code>${role}</code>`}</h3><button type="button" class="button quiet remove-signer" hidden>${words.remove}<span class="visually-hidden"> ${words.signer({ number })}</span></button></div>
${text('email', words.email, { type: 'email', maxLength: 254, required: index === 0 || role !== '' })}
<div class="two">${text('first_name', words.firstName, { maxLength: 100 })}${text('last_name', words.lastName, { maxLength: 100 })}</div>
<div class="two">${text('phone', words.phone, { type: 'tel', hint: words.phoneHint, maxLength: 40 })}<div class="field"><label for="${id}-country">${words.country}</label><select id="${id}-country" name="${id}-country">${countryOptions(locale, page.countries, page.value(`${id}-country`))}</select></div></div>
<div class="two"><div class="field"><label for="${id}-locale">${words.language}</label><select id="${id}-locale" name="${id}-locale">${languageOptions(language)}</select></div>
<div class="field"><label for="${id}-order">${words.step}</label><input id="${id}-order" name="${id}-order" type="number" min="1" max="100" inputmode="numeric" value="${page.value(`${id}-order`) || '1'}" aria-describedby="${id}-order-hint ${id}-order-error" ${error !== undefined && html`aria-invalid="true"`}><p class="hint" id="${id}-order-hint">${words.stepHint}</p><p class="field-error" id="${id}-order-error" ${error === undefined && html`hidden`}>${error}</p></div></div>
<div class="two"><div class="field"><label for="${id}-action">${words.action}</label><select id="${id}-action" name="${id}-action">${ASKED_ACTIONS.map((each) => option(each, words.actions[each], action))}</select></div>${text('witness_of', words.witnessOf, { type: 'email', hint: words.witnessOfHint, maxLength: 254 })}</div>
<div><label class="check"><input type="checkbox" id="${id}-allow_delegation" name="${id}-allow_delegation" value="yes" aria-describedby="${id}-allow_delegation-error" ${mayDelegate && html`checked`} ${delegation.error !== undefined && html`aria-invalid="true"`}><span>${words.allowDelegation}</span></label><p class="field-error" id="${id}-allow_delegation-error" ${delegation.error === undefined && html`hidden`}>${delegation.error}</p></div>
<div class="signer-places" hidden><button type="button" class="chip" id="${id}-fields">${icon('pen')}<span>${words.place}</span><span class="visually-hidden"> ${words.signer({ number })}</span></button><ul class="place-list"></ul><p class="hint no-place">${words.noPlace}</p></div><p class="field-error" id="${id}-fields-error" ${places.error === undefined && html`hidden`}>${places.error}</p></li>`
}

const DAYS = [3, 7, 14] as const
const REMINDERS = [2, 3, 7] as const

const option = (value: string, label: HtmlPart, chosen: string): Html =>
  html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`

/** Message, expiry and reminders. */
export function wordsPart(locale: Locale, page: ComposePage): Html {
  const words = textsIn(locale).console.compose
  const { error } = findingIn(page.findings, 'message')
  const expiry = findingIn(page.findings, 'days')
  const days = DAYS.filter((one) => one < page.daysMax).map((one) =>
    option(String(one), words.daysOf({ days: one }), page.value('days')),
  )
  const reminders = REMINDERS.map((one) =>
    option(String(one), words.remindOf({ days: one }), page.value('remind')),
  )
  return section(
    { id: 'words', title: words.wordsTitle },
    html`<div class="stack"><div class="field"><label for="message">${words.message}</label><p class="hint" id="message-hint">${words.messageHint}</p><textarea id="message" name="message" maxlength="2000" rows="3" aria-describedby="message-hint message-error" ${error !== undefined && html`aria-invalid="true"`}>${page.value('message')}</textarea><p class="field-error" id="message-error" ${error === undefined && html`hidden`}>${error}</p></div>
<div class="choices-row"><div class="field"><label for="days">${words.days}</label><select id="days" name="days" aria-describedby="days-error">${option('', words.daysMax({ days: page.daysMax }), page.value('days'))}${days}</select><p class="field-error" id="days-error" ${expiry.error === undefined && html`hidden`}>${expiry.error}</p></div>
<div class="field"><label for="remind">${words.remind}</label><select id="remind" name="remind">${option('', words.remindNever, page.value('remind'))}${reminders}</select></div></div>
<div class="field"><label for="delivery">${words.delivery}</label><p class="hint" id="delivery-hint">${words.deliveryHint}</p><select id="delivery" name="delivery" aria-describedby="delivery-hint">${option('', words.deliveryEmail, page.value('delivery'))}${option('none', words.deliveryNone, page.value('delivery'))}</select></div></div>`,
  )
}

/** The key to send with, and the buttons. */
export function sendPart(locale: Locale, page: ComposePage): Html {
  const words = textsIn(locale).console.compose
  const { error } = findingIn(page.findings, 'key')
  const keys = page.senders.map(({ id, label }) => option(id, label, page.value('key')))
  return section(
    { id: 'send', title: words.sendTitle },
    html`<div class="stack"><div class="field"><label for="key">${words.key}</label><p class="hint" id="key-hint">${words.keyHint}</p><select id="key" name="key" aria-describedby="key-hint key-error">${keys}</select><p class="field-error" id="key-error" ${error === undefined && html`hidden`}>${error}</p></div>
<div class="actions"><button type="submit" class="button primary" name="intent" value="send">${icon('send')}<span>${words.send}</span></button><button type="submit" class="button secondary" name="intent" value="draft"><span>${words.draft}</span></button>${page.keep !== undefined && html`<button type="submit" class="button secondary" name="intent" value="template" formnovalidate><span>${page.keep}</span></button>`}</div><p class="hint" role="status" id="send-status"></p></div>`,
  )
}
