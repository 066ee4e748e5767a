/** Invitations and the organisation itself, on the page of members. */
import type { IdentityError } from '../../identity/identity-error.ts'
import type { InvitationRow } from '../../identity/invitation-store.ts'
import type { MemberRow } from '../../identity/member-store.ts'
import { ROLES, type Role, roleOf } from '../../identity/roles.ts'
import { LOCALES, languageFacts } from '../../kernel/languages.ts'
import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { moment, OwnForm, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { identityErrorText } from '../words.ts'

/** Path of the section. */
export const MEMBERS_PATH = '/console/members'

/** Data of the page. */
export interface MembersPage {
  members: readonly MemberRow[]
  invitations: readonly InvitationRow[]
  settings: { name: string | null; contactId: string | null }
  /** The member who looks at it. */
  personId: string
  /** What the submitted form said, and why it was refused. */
  finding?: { error: IdentityError; email: string; name: string } | undefined
}

/** The choice of a role. */
export function roleField(visit: Visit, id: string, chosen: Role | undefined): Html {
  const words = textsIn(visit.locale).console.members
  const options = ROLES.map((role) => (
    <option value={role} selected={role === chosen}>
      {words.roles[role]} · {words.roleHints[role]}
    </option>
  ))
  return selection(id, 'role', words.role, options)
}

const selection = (id: string, name: string, label: string, options: HtmlPart): Html => (
  <SelectField id={id} name={name} label={label}>
    {options}
  </SelectField>
)

/** Invites a person. */
export function invitePart(visit: Visit, { finding }: MembersPage): Html {
  const words = textsIn(visit.locale).console.members
  const wrong = finding?.error.field === 'email' ? finding.error : undefined
  const languages = LOCALES.map((locale) => (
    <option value={locale} lang={locale} selected={locale === visit.locale}>
      {languageFacts(locale).name}
    </option>
  ))
  const email = (
    <Field
      id="email"
      type="email"
      label={words.email}
      value={finding?.email ?? ''}
      required
      autocomplete="off"
      maxLength={254}
      {...(wrong && { error: identityErrorText(visit.locale, wrong.code) })}
    />
  )
  return (
    <Section id="invite" title={words.invite} text={words.inviteText}>
      <OwnForm visit={visit} action={`${MEMBERS_PATH}/invite`} className="stack narrow">
        {email}
        {roleField(visit, 'role', 'developer')}
        {selection('locale', 'locale', words.language, languages)}
        <Button label={words.inviteDo} type="submit" icon="mail" />
      </OwnForm>
    </Section>
  )
}

/** Invitations that nobody has accepted yet. */
export function openPart(visit: Visit, { invitations }: MembersPage): Html | false {
  if (invitations.length === 0) return false
  const words = textsIn(visit.locale).console.members
  const act = (id: string, email: string, name: 'resend' | 'revoke'): Html => (
    <OwnForm visit={visit} action={`${MEMBERS_PATH}/invitations/${id}/${name}`} className="row-form">
      <button type="submit" class="button quiet">
        {words[name]}
        <span class="visually-hidden"> {email}</span>
      </button>
    </OwnForm>
  )
  const items = invitations.map(({ id, email, role: text, expires_at }) => {
    const role = roleOf(text)
    const name = role === undefined ? text : words.roles[role]
    return (
      <li>
        <div>
          <p>
            <strong>{email}</strong>
          </p>
          <p class="hint">
            {words.invitedAs} {name}, {words.until} {moment(expires_at, visit.locale)}
          </p>
        </div>
        <div class="actions">
          {act(id, email, 'resend')}
          {act(id, email, 'revoke')}
        </div>
      </li>
    )
  })
  return (
    <Section id="open" title={words.open}>
      <ul class="rows">{items}</ul>
    </Section>
  )
}

/** The name of the organisation, and the member who stands for it. */
export function settingsPart(visit: Visit, { settings, members, finding }: MembersPage): Html {
  const words = textsIn(visit.locale).console.members
  const wrong = finding?.error.field === 'name' ? finding.error : undefined
  const name = (
    <Field
      id="name"
      label={words.name}
      hint={words.nameHint}
      value={finding?.name ?? settings.name ?? ''}
      autocomplete="organization"
      maxLength={100}
      {...(wrong && { error: identityErrorText(visit.locale, wrong.code) })}
    />
  )
  const options = members.map(({ person_id: id, email }) => (
    <option value={id} selected={id === settings.contactId}>
      {email}
    </option>
  ))
  const contact = (
    <div class="field">
      <label for="contact">{words.contact}</label>
      <p class="hint">{words.contactHint}</p>
      <select id="contact" name="contact">
        <option value="">{words.contactFirst}</option>
        {options}
      </select>
    </div>
  )
  return (
    <Section id="organisation" title={words.settings} text={words.settingsText}>
      <OwnForm visit={visit} action={`${MEMBERS_PATH}/settings`} className="stack narrow">
        {name}
        {contact}
        <Button label={words.save} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}
