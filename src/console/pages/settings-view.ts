/** Markup of the settings. */
import type { IdentityError } from '../../identity/identity-error.ts'
import type { FactorState } from '../../identity/second-factor.ts'
import type { EventRow, SessionRow } from '../../identity/store.ts'
import { LOCALES, languageFacts } from '../../kernel/languages.ts'
import { alert, button, field, linkButton } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import { NOTICE_KINDS } from '../../signing/model/schemas/notify.ts'
import type { NoticeSettings } from '../../signing/notifications/notice-store.ts'
import { textsIn } from '../../translations/texts.ts'
import { badge, memberLink, moment, ownForm, pageHead, section } from '../components.ts'
import { countryOptions, type PhoneCountries } from '../option-lists.ts'
import type { Visit } from '../visit.ts'
import { eventText, identityErrorText } from '../words.ts'
import { brandPart } from './brand.ts'
import { embeddingPart } from './embedding.ts'
import { externalSealsPart } from './external-seals.ts'
import { factorsPart } from './factors-view.ts'
import { retentionPart } from './retention.ts'

/** Data of the page. */
interface SettingsPage {
  email: string
  /** The session of this browser. */
  current: string
  sessions: readonly SessionRow[]
  events: readonly EventRow[]
  factors: FactorState
  notices: NoticeSettings
  countries: PhoneCountries
  passkeysPossible: boolean
  /** The reason a new password was refused. */
  error?: IdentityError | undefined
}

/** `Firefox on Linux`, as far as the user agent reveals it. */
function browserName(ua: string): string {
  const browser =
    [
      ['Edg/', 'Edge'],
      ['Firefox/', 'Firefox'],
      ['Chrome/', 'Chrome'],
      ['Safari/', 'Safari'],
      ['curl/', 'curl'],
    ].find(([mark = '']) => ua.includes(mark))?.[1] ?? ''
  const system =
    [
      ['Android', 'Android'],
      ['iPhone', 'iPhone'],
      ['iPad', 'iPad'],
      ['Windows', 'Windows'],
      ['Mac OS', 'macOS'],
      ['Linux', 'Linux'],
    ].find(([mark = '']) => ua.includes(mark))?.[1] ?? ''
  return [browser, system].filter((name) => name !== '').join(' · ') || '–'
}

/** The whole page. */
export function settingsMain(visit: Visit, page: SettingsPage): Html {
  const words = textsIn(visit.locale).console.settings
  return html`${pageHead(words.title, words.text({ email: page.email }))}
${languagePart(visit)}${brandPart(visit)}${embeddingPart(visit)}${externalSealsPart(visit)}${retentionPart(visit)}${noticesPart(visit, page.notices)}${countryPart(visit, page.countries)}${passwordPart(visit, page)}${factorsPart(visit, page.factors, page.passkeysPossible)}${sessionsPart(visit, page)}${eventsPart(visit, page)}
${section({ id: 'data', title: words.data, text: words.dataText }, ownForm(visit, '/console/settings/export', button(words.dataDo, { type: 'submit', kind: 'secondary', icon: 'download' })))}
${section({ id: 'leave', title: words.leave, text: words.leaveText }, memberLink(visit, words.leaveDo, '/console/settings/delete', { kind: 'secondary' }) || '')}`
}

function languagePart(visit: Visit): Html {
  const words = textsIn(visit.locale).console.settings
  const options = LOCALES.map(
    (locale) =>
      html`<option value="${locale}" lang="${locale}" ${locale === visit.locale && html`selected`}>${languageFacts(locale).name}</option>`,
  )
  const fields = html`<div class="field"><label for="lang" class="visually-hidden">${words.language}</label><select id="lang" name="lang">${options}</select></div>${button(words.languageSave, { type: 'submit', kind: 'secondary' })}`
  const form = ownForm(visit, '/console/settings/language', fields, { className: 'inline-form' })
  return section({ id: 'language', title: words.language, text: words.languageText }, form)
}

/** A checkbox with a hint below its label. */
const check = (name: string, label: string, checked: boolean, hint?: string): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="yes" ${checked && html`checked`}><span>${label}${hint !== undefined && html` <span class="hint">${hint}</span>`}</span></label>`

function noticesPart(visit: Visit, { kinds, attach }: NoticeSettings): Html {
  const words = textsIn(visit.locale).console.settings
  const boxes = NOTICE_KINDS.map((kind) =>
    check(kind, words.noticeKinds[kind], kinds.includes(kind)),
  )
  const fields = html`<div class="checks">${boxes}</div>${check('attach', words.noticesAttach, attach, words.noticesAttachHint)}${button(words.noticesSave, { type: 'submit', kind: 'secondary' })}`
  const form = ownForm(visit, '/console/settings/notifications', fields, { className: 'stack' })
  return section({ id: 'notifications', title: words.notices, text: words.noticesText }, form)
}

function countryPart(visit: Visit, countries: PhoneCountries): Html {
  const words = textsIn(visit.locale).console.settings
  const fields = html`<div class="field"><label for="country" class="visually-hidden">${words.countryLabel}</label><select id="country" name="country">${countryOptions(visit.locale, countries)}</select></div>${button(words.countrySave, { type: 'submit', kind: 'secondary' })}`
  const form = ownForm(visit, '/console/settings/country', fields, { className: 'inline-form' })
  return section({ id: 'phone-country', title: words.country, text: words.countryText }, form)
}

function passwordPart(visit: Visit, { error, email }: SettingsPage): Html {
  const words = textsIn(visit.locale).console.settings
  const said = error && identityErrorText(visit.locale, error.code)
  const at = (name: string) => (said !== undefined && error?.field === name ? { error: said } : {})
  const fields = html`${said !== undefined && error?.field === undefined && alert('error', html`<p>${said}</p>`)}<input type="hidden" name="username" autocomplete="username" value="${email}">${field(
    {
      id: 'current',
      type: 'password',
      label: words.current,
      required: true,
      autocomplete: 'current-password',
      ...at('current'),
    },
  )}${field({
    id: 'password',
    type: 'password',
    label: words.next,
    hint: words.nextHint,
    required: true,
    autocomplete: 'new-password',
    ...at('password'),
  })}${button(words.passwordSave, { type: 'submit', kind: 'secondary' })}`
  const form = ownForm(visit, '/console/settings/password', fields, { className: 'stack narrow' })
  return section({ id: 'password-part', title: words.password, text: words.passwordText }, form)
}

function sessionsPart(visit: Visit, page: SettingsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.settings
  const others = page.sessions.filter(({ id }) => id !== page.current)
  const items = page.sessions.map((one) => {
    const here = one.id === page.current
    const end = ownForm(
      visit,
      `/console/settings/sessions/${one.id}/end`,
      html`<button type="submit" class="button quiet">${words.end}<span class="visually-hidden"> ${browserName(one.ua)}, ${one.ip}</span></button>`,
      { className: 'row-form' },
    )
    return html`<li><div><p><strong>${browserName(one.ua)}</strong>${here && badge(words.here, 'live')}</p><p class="hint">${one.ip} · ${words.seen} ${moment(one.seen_at, locale)} · ${words.since} ${moment(one.created_at, locale)}</p></div>${!here && end}</li>`
  })
  const endAll =
    others.length > 0 &&
    ownForm(
      visit,
      '/console/settings/sessions/end-others',
      button(words.endOthers, { type: 'submit', kind: 'secondary' }),
    )
  return section(
    { id: 'sessions', title: words.sessions, text: words.sessionsText },
    html`<ul class="rows">${items}</ul>${endAll}`,
  )
}

function eventsPart({ locale }: Visit, { events }: SettingsPage): Html {
  const words = textsIn(locale).console.settings
  return section(
    { id: 'events', title: words.events, text: words.eventsText },
    html`<ul class="rows events">${events.map(
      ({ at, type, subject, ip, ua }) =>
        html`<li><div><p><strong>${eventText(locale, type)}</strong></p><p class="hint">${subject !== null && html`${subject} · `}${ip} · ${browserName(ua)}</p></div><p class="when">${moment(at, locale)}</p></li>`,
    )}</ul>`,
  )
}

/** The confirmation page for deleting an account. */
export function deleteMain(visit: Visit, error?: IdentityError): Html {
  const words = textsIn(visit.locale).console.settings
  const said = error && identityErrorText(visit.locale, error.code)
  const fields = html`<label class="check"><input type="checkbox" name="sure" value="yes" required><span>${words.deleteCheck}</span></label>${field(
    {
      id: 'current',
      type: 'password',
      label: words.deletePassword,
      required: true,
      autocomplete: 'current-password',
      ...(said !== undefined && { error: said }),
    },
  )}<div class="actions">${button(words.deleteDo, { type: 'submit', kind: 'danger' })}${linkButton(textsIn(visit.locale).console.common.cancel, '/console/settings', { kind: 'secondary' })}</div>`
  return html`${pageHead(words.deleteTitle, words.deleteText)}<section class="panel"><ul class="points">${words.deletePoints.map((point) => html`<li>${point}</li>`)}</ul>${ownForm(visit, '/console/settings/delete', fields, { className: 'stack narrow' })}</section>`
}
