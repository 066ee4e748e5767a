/** Markup of the settings. */
import type { IdentityError } from '../../identity/identity-error.ts'
import type { FactorState } from '../../identity/second-factor.ts'
import type { EventRow, SessionRow } from '../../identity/store.ts'
import { LOCALES, languageFacts } from '../../kernel/languages.ts'
import { Alert, Button, Check, Field, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { NOTICE_KINDS } from '../../signing/model/schemas/notify.ts'
import type { NoticeSettings } from '../../signing/notifications/notice-store.ts'
import { textsIn } from '../../translations/texts.ts'
import { badge, MemberLink, moment, OwnForm, PageHead, Section } from '../components.tsx'
import { countryOptions, type PhoneCountries } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { eventText, identityErrorText } from '../words.ts'
import { brandPart } from './brand.tsx'
import { embeddingPart } from './embedding.tsx'
import { externalSealsPart } from './external-seals.tsx'
import { factorsPart } from './factors-view.tsx'
import { retentionPart } from './retention.tsx'

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
  return (
    <>
      <PageHead title={words.title} text={words.text({ email: page.email })} />
      {languagePart(visit)}
      {brandPart(visit)}
      {embeddingPart(visit)}
      {externalSealsPart(visit)}
      {retentionPart(visit)}
      {noticesPart(visit, page.notices)}
      {countryPart(visit, page.countries)}
      {passwordPart(visit, page)}
      {factorsPart(visit, page.factors, page.passkeysPossible)}
      {sessionsPart(visit, page)}
      {eventsPart(visit, page)}
      <Section id="data" title={words.data} text={words.dataText}>
        <OwnForm visit={visit} action="/console/settings/export">
          <Button label={words.dataDo} type="submit" kind="secondary" icon="download" />
        </OwnForm>
      </Section>
      <Section id="leave" title={words.leave} text={words.leaveText}>
        <MemberLink visit={visit} label={words.leaveDo} href="/console/settings/delete" kind="secondary" />
      </Section>
    </>
  )
}

function languagePart(visit: Visit): Html {
  const words = textsIn(visit.locale).console.settings
  const options = LOCALES.map((locale) => (
    <option value={locale} lang={locale} selected={locale === visit.locale}>
      {languageFacts(locale).name}
    </option>
  ))
  return (
    <Section id="language" title={words.language} text={words.languageText}>
      <OwnForm visit={visit} action="/console/settings/language" className="inline-form">
        <SelectField id="lang" label={words.language} hidesLabel>
          {options}
        </SelectField>
        <Button label={words.languageSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

function noticesPart(visit: Visit, { kinds, attach }: NoticeSettings): Html {
  const words = textsIn(visit.locale).console.settings
  const boxes = NOTICE_KINDS.map((kind) => (
    <Check name={kind} label={words.noticeKinds[kind]} checked={kinds.includes(kind)} />
  ))
  return (
    <Section id="notifications" title={words.notices} text={words.noticesText}>
      <OwnForm visit={visit} action="/console/settings/notifications" className="stack">
        <div class="checks">{boxes}</div>
        <Check name="attach" label={words.noticesAttach} checked={attach} hint={words.noticesAttachHint} />
        <Button label={words.noticesSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

function countryPart(visit: Visit, countries: PhoneCountries): Html {
  const words = textsIn(visit.locale).console.settings
  return (
    <Section id="phone-country" title={words.country} text={words.countryText}>
      <OwnForm visit={visit} action="/console/settings/country" className="inline-form">
        <SelectField id="country" label={words.countryLabel} hidesLabel>
          {countryOptions(visit.locale, countries)}
        </SelectField>
        <Button label={words.countrySave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

function passwordPart(visit: Visit, { error, email }: SettingsPage): Html {
  const words = textsIn(visit.locale).console.settings
  const said = error && identityErrorText(visit.locale, error.code)
  const at = (name: string) => (said !== undefined && error?.field === name ? { error: said } : {})
  return (
    <Section id="password-part" title={words.password} text={words.passwordText}>
      <OwnForm visit={visit} action="/console/settings/password" className="stack narrow">
        {said !== undefined && error?.field === undefined && (
          <Alert kind="error">
            <p>{said}</p>
          </Alert>
        )}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <Field
          id="current"
          type="password"
          label={words.current}
          required
          autocomplete="current-password"
          {...at('current')}
        />
        <Field
          id="password"
          type="password"
          label={words.next}
          hint={words.nextHint}
          required
          autocomplete="new-password"
          {...at('password')}
        />
        <Button label={words.passwordSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

function sessionsPart(visit: Visit, page: SettingsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.settings
  const others = page.sessions.filter(({ id }) => id !== page.current)
  const items = page.sessions.map((one) => {
    const here = one.id === page.current
    const end = (
      <OwnForm visit={visit} action={`/console/settings/sessions/${one.id}/end`} className="row-form">
        <button type="submit" class="button quiet">
          {words.end}
          <span class="visually-hidden">
            {' '}
            {browserName(one.ua)}, {one.ip}
          </span>
        </button>
      </OwnForm>
    )
    return (
      <li>
        <div>
          <p>
            <strong>{browserName(one.ua)}</strong>
            {here && badge(words.here, 'live')}
          </p>
          <p class="hint">
            {one.ip} · {words.seen} {moment(one.seen_at, locale)} · {words.since} {moment(one.created_at, locale)}
          </p>
        </div>
        {!here && end}
      </li>
    )
  })
  const endAll = others.length > 0 && (
    <OwnForm visit={visit} action="/console/settings/sessions/end-others">
      <Button label={words.endOthers} type="submit" kind="secondary" />
    </OwnForm>
  )
  return (
    <Section id="sessions" title={words.sessions} text={words.sessionsText}>
      <ul class="rows">{items}</ul>
      {endAll}
    </Section>
  )
}

function eventsPart({ locale }: Visit, { events }: SettingsPage): Html {
  const words = textsIn(locale).console.settings
  return (
    <Section id="events" title={words.events} text={words.eventsText}>
      <ul class="rows events">
        {events.map(({ at, type, subject, ip, ua }) => (
          <li>
            <div>
              <p>
                <strong>{eventText(locale, type)}</strong>
              </p>
              <p class="hint">
                {subject !== null && <>{subject} · </>}
                {ip} · {browserName(ua)}
              </p>
            </div>
            <p class="when">{moment(at, locale)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The confirmation page for deleting an account. */
export function deleteMain(visit: Visit, error?: IdentityError): Html {
  const words = textsIn(visit.locale).console.settings
  const said = error && identityErrorText(visit.locale, error.code)
  const fields = (
    <>
      <Check name="sure" label={words.deleteCheck} required />
      <Field
        id="current"
        type="password"
        label={words.deletePassword}
        required
        autocomplete="current-password"
        {...(said !== undefined && { error: said })}
      />
      <div class="actions">
        <Button label={words.deleteDo} type="submit" kind="danger" />
        <LinkButton label={textsIn(visit.locale).console.common.cancel} href="/console/settings" kind="secondary" />
      </div>
    </>
  )
  return (
    <>
      <PageHead title={words.deleteTitle} text={words.deleteText} />
      <section class="panel">
        <ul class="points">
          {words.deletePoints.map((point) => (
            <li>{point}</li>
          ))}
        </ul>
        <OwnForm visit={visit} action="/console/settings/delete" className="stack narrow">
          {fields}
        </OwnForm>
      </section>
    </>
  )
}
