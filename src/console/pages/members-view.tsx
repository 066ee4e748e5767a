/** Markup of the section "Members". */

import type { IdentityError } from '../../identity/identity-error.ts'
import type { InvitationRow } from '../../identity/invitation-store.ts'
import type { MemberRow } from '../../identity/member-store.ts'
import { ROLES, type Role, roleOf } from '../../identity/roles.ts'
import { LOCALES, languageFacts } from '../../kernel/languages.ts'
import { Alert, Button, Check, Field, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { badge, Folded, moment, OwnForm, PageHead, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { identityErrorText } from '../words.ts'

/** Path of the section. */
export const MEMBERS_PATH = '/console/members'

/** Data of the page. */
interface MembersPage {
  members: readonly MemberRow[]
  invitations: readonly InvitationRow[]
  settings: { name: string | null; contactId: string | null }
  /** Whoever looks at it. */
  personId: string
  /** What the submitted form said, and why it was refused. */
  finding?: { error: IdentityError; email: string; name: string } | undefined
}

/** The whole page. */
export function membersMain(visit: Visit, page: MembersPage): Html {
  const words = textsIn(visit.locale).console.members
  const { finding } = page
  const whole = finding !== undefined && finding.error.field === undefined && (
    <Alert kind="error">
      <p>{identityErrorText(visit.locale, finding.error.code)}</p>
    </Alert>
  )
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      {whole}
      <Section id="list" title={words.listTitle}>
        <ul class="keys">{page.members.map((one) => memberItem(visit, page, one))}</ul>
      </Section>
      {invitePart(visit, page)}
      {openPart(visit, page)}
      {settingsPart(visit, page)}
      <Section id="leave" title={words.leave} text={words.leaveText}>
        {sureForm(visit, `${MEMBERS_PATH}/leave`, { check: words.leaveCheck, submit: words.leaveDo })}
      </Section>
    </>
  )
}

const sureForm = (visit: Visit, action: string, words: { check: string; submit: string }): Html => (
  <OwnForm visit={visit} action={action}>
    <Check name="sure" label={words.check} required />
    <Button label={words.submit} type="submit" kind="danger" />
  </OwnForm>
)

function memberItem(visit: Visit, page: MembersPage, member: MemberRow): Html {
  const words = textsIn(visit.locale).console.members
  const { email, person_id: id } = member
  const role = roleOf(member.role)
  const own = id === page.personId
  return (
    <li class="key">
      <div class="key-head">
        <div>
          <h3>{email}</h3>
          <p class="key-text">
            {badge(role === undefined ? member.role : words.roles[role], role === 'owner' ? 'live' : 'plain')}
            {own && badge(words.you)}
          </p>
        </div>
        <p class="hint">
          {words.since} {moment(member.created_at, visit.locale)}
        </p>
      </div>
      <div class="key-acts">
        {changeAction(visit, member)}
        {!own && transferAction(visit, member)}
        {!own && removeAction(visit, member)}
      </div>
    </li>
  )
}

function changeAction(visit: Visit, { person_id: id, email, role }: MemberRow): Html | false {
  const words = textsIn(visit.locale).console.members
  const action = `${MEMBERS_PATH}/${id}/role`
  const fields = (
    <>
      {roleField(visit, `role-${id}`, roleOf(role))}
      <Button label={words.changeDo} type="submit" kind="secondary" />
    </>
  )
  return (
    <Folded visit={visit} label={words.change} name={email} action={action}>
      <OwnForm visit={visit} action={action}>
        {fields}
      </OwnForm>
    </Folded>
  )
}

function transferAction(visit: Visit, { person_id: id, email }: MemberRow): Html | false {
  const words = textsIn(visit.locale).console.members
  const action = `${MEMBERS_PATH}/${id}/transfer`
  const form = sureForm(visit, action, { check: words.transferCheck, submit: words.transferDo })
  const content = (
    <>
      <p>{words.transferText}</p>
      {form}
    </>
  )
  return (
    <Folded visit={visit} label={words.transfer} name={email} action={action}>
      {content}
    </Folded>
  )
}

function removeAction(visit: Visit, { person_id: id, email }: MemberRow): Html | false {
  const words = textsIn(visit.locale).console.members
  const action = `${MEMBERS_PATH}/${id}/remove`
  const form = sureForm(visit, action, { check: words.removeCheck, submit: words.removeDo })
  const content = (
    <>
      <p>{words.removeText}</p>
      {form}
    </>
  )
  return (
    <Folded visit={visit} label={words.remove} name={email} action={action}>
      {content}
    </Folded>
  )
}

function roleField(visit: Visit, id: string, chosen: Role | undefined): Html {
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

function invitePart(visit: Visit, { finding }: MembersPage): Html {
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
  const fields = (
    <>
      {email}
      {roleField(visit, 'role', 'developer')}
      {selection('locale', 'locale', words.language, languages)}
      <Button label={words.inviteDo} type="submit" icon="mail" />
    </>
  )
  const form = (
    <OwnForm visit={visit} action={`${MEMBERS_PATH}/invite`} className="stack narrow">
      {fields}
    </OwnForm>
  )
  return (
    <Section id="invite" title={words.invite} text={words.inviteText}>
      {form}
    </Section>
  )
}

function openPart(visit: Visit, { invitations }: MembersPage): Html | false {
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

function settingsPart(visit: Visit, { settings, members, finding }: MembersPage): Html {
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
  const fields = (
    <>
      {name}
      {contact}
      <Button label={words.save} type="submit" kind="secondary" />
    </>
  )
  const form = (
    <OwnForm visit={visit} action={`${MEMBERS_PATH}/settings`} className="stack narrow">
      {fields}
    </OwnForm>
  )
  return (
    <Section id="organisation" title={words.settings} text={words.settingsText}>
      {form}
    </Section>
  )
}
