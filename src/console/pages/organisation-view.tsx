/** Invitations and the organisation itself, on the page of members. */
import type { IdentityError } from '../../identity/identity-error.ts'
import type { InvitationRow } from '../../identity/invitation-store.ts'
import type { MemberRow } from '../../identity/member-store.ts'
import { ROLES, type Role, roleOf } from '../../identity/roles.ts'
import { LOCALES } from '../../kernel/languages.ts'
import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { moment, OwnForm, Row, Section, SubmitForm } from '../components.tsx'
import { fieldsIn, identityFindings } from '../form-fields.ts'
import { languageOptions } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'

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
  const words = visit.words.members
  const choices = ROLES.map((role) => [role, `${words.roles[role]} · ${words.roleHints[role]}`] as const)
  return <SelectField id={id} name="role" label={words.role} choices={choices} chosen={chosen} />
}

/** Invites a person. */
export function invitePart(visit: Visit, { finding }: MembersPage): Html {
  const words = visit.words.members
  const findings = identityFindings(visit, finding?.error)
  return (
    <Section id="invite" title={words.invite} text={words.inviteText}>
      <OwnForm visit={visit} action={`${MEMBERS_PATH}/invite`} className="stack narrow">
        <Field
          {...fieldsIn({ findings })('email', words.email)}
          type="email"
          value={finding?.email ?? ''}
          required
          autocomplete="off"
          maxLength={254}
        />
        {roleField(visit, 'role', 'developer')}
        <SelectField id="locale" label={words.language}>
          {languageOptions(visit.locale, LOCALES)}
        </SelectField>
        <Button label={words.inviteDo} type="submit" icon="mail" />
      </OwnForm>
    </Section>
  )
}

/** Invitations that nobody has accepted yet. */
export function openPart(visit: Visit, { invitations }: MembersPage): Html | false {
  if (invitations.length === 0) return false
  const words = visit.words.members
  const act = (id: string, email: string, name: 'resend' | 'revoke'): Html => (
    <SubmitForm
      visit={visit}
      action={`${MEMBERS_PATH}/invitations/${id}/${name}`}
      className="row-form"
      kind="quiet"
      label={words[name]}
      about={email}
    />
  )
  const items = invitations.map(({ id, email, role: text, expires_at }) => {
    const role = roleOf(text)
    const name = role === undefined ? text : words.roles[role]
    return (
      <Row
        title={email}
        hint={
          <>
            {words.invitedAs} {name}, {words.until} {moment(expires_at, visit)}
          </>
        }
      >
        <div class="actions">
          {act(id, email, 'resend')}
          {act(id, email, 'revoke')}
        </div>
      </Row>
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
  const words = visit.words.members
  const findings = identityFindings(visit, finding?.error)
  const contacts = members.map(({ person_id: id, email }) => [id, email] as const)
  return (
    <Section id="organisation" title={words.settings} text={words.settingsText}>
      <OwnForm visit={visit} action={`${MEMBERS_PATH}/settings`} className="stack narrow">
        <Field
          {...fieldsIn({ findings })('name', words.name, words.nameHint)}
          value={finding?.name ?? settings.name ?? ''}
          autocomplete="organization"
          maxLength={100}
        />
        <SelectField
          id="contact"
          label={words.contact}
          hint={words.contactHint}
          choices={[['', words.contactFirst], ...contacts]}
          chosen={settings.contactId ?? ''}
        />
        <Button label={words.save} type="submit" kind="secondary" />
      </OwnForm>
    </Section>
  )
}
