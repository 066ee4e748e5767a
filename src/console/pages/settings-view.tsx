/** Markup of the settings. */
import type { IdentityError } from '../../identity/identity-error.ts'
import { LOCALES } from '../../kernel/languages.ts'
import { Button, Check, Field, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { NOTICE_KINDS } from '../../signing/model/schemas/notify.ts'
import type { NoticeSettings } from '../../signing/notifications/notice-store.ts'
import { MemberLink, OwnForm, PageHead, pageLink, Section, SubmitForm } from '../components.tsx'
import { countryOptions, languageOptions, type PhoneCountries } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { factorsPart } from './factors-view.tsx'
import { eventsPart, passwordPart, type SettingsPage, sessionsPart } from './settings-security-view.tsx'

/** Settings with a page of their own. */
const PAGES = [
  ['brand', 'brand'],
  ['embedding', 'embedding'],
  ['outer-seals', 'externalSeals'],
  ['retention', 'retention'],
] as const

/** The whole page. */
export function settingsMain(visit: Visit, page: SettingsPage): Html {
  const words = visit.words.settings
  return (
    <>
      <PageHead title={words.title} text={words.text({ email: page.email })} />
      {languagePart(visit)}
      {PAGES.map(([path, name]) => pageLink(visit, path, `/console/settings/${path}`, visit.words[name]))}
      {noticesPart(visit, page.notices)}
      {countryPart(visit, page.countries)}
      {passwordPart(visit, page)}
      {factorsPart(visit, page.factors, page.passkeysPossible)}
      {sessionsPart(visit, page)}
      {eventsPart(visit, page)}
      <Section id="data" title={words.data} text={words.dataText}>
        <SubmitForm
          visit={visit}
          action="/console/settings/export"
          label={words.dataDo}
          kind="secondary"
          icon="download"
        />
      </Section>
      <Section id="leave" title={words.leave} text={words.leaveText}>
        <MemberLink visit={visit} label={words.leaveDo} href="/console/settings/delete" kind="secondary" />
      </Section>
    </>
  )
}

function languagePart(visit: Visit): Html {
  const words = visit.words.settings
  return (
    <Section id="language" title={words.language} text={words.languageText}>
      <OwnForm visit={visit} action="/console/settings/language" className="inline-form">
        <SelectField id="lang" label={words.language} hidesLabel>
          {languageOptions(visit.locale, LOCALES)}
        </SelectField>
        <Button label={words.languageSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

function noticesPart(visit: Visit, { kinds, attach, codeToOpen }: NoticeSettings): Html {
  const words = visit.words.settings
  const boxes = NOTICE_KINDS.map((kind) => (
    <Check name={kind} label={words.noticeKinds[kind]} checked={kinds.includes(kind)} />
  ))
  return (
    <Section id="notifications" title={words.notices} text={words.noticesText}>
      <OwnForm visit={visit} action="/console/settings/notifications" className="stack">
        <div class="checks">{boxes}</div>
        <Check name="attach" label={words.noticesAttach} checked={attach} hint={words.noticesAttachHint} />
        <Check name="code_to_open" label={words.codeToOpen} checked={codeToOpen} hint={words.codeToOpenHint} />
        <Button label={words.noticesSave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

function countryPart(visit: Visit, countries: PhoneCountries): Html {
  const words = visit.words.settings
  return (
    <Section id="phone-country" title={words.country} text={words.countryText}>
      <OwnForm visit={visit} action="/console/settings/country" className="inline-form">
        <SelectField id="country" label={words.countryLabel} hidesLabel>
          {countryOptions(visit, countries)}
        </SelectField>
        <Button label={words.countrySave} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}

/** The confirmation page for deleting an account. */
export function deleteMain(visit: Visit, error?: IdentityError): Html {
  const words = visit.words.settings
  const said = error && visit.words.refusals[error.code]
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
            <LinkButton label={visit.words.common.cancel} href="/console/settings" kind="secondary" />
          </div>
        </OwnForm>
      </section>
    </>
  )
}
