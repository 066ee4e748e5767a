/** Markup of the section "Members". */

import type { MemberRow } from '../../identity/member-store.ts'
import { roleOf } from '../../identity/roles.ts'
import { Button, Check } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { badge, Folded, FoldedForm, identityFault, moment, OwnForm, PageHead, Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { invitePart, MEMBERS_PATH, type MembersPage, openPart, roleField, settingsPart } from './organisation-view.tsx'

/** The whole page. */
export function membersMain(visit: Visit, page: MembersPage): Html {
  const words = visit.words.members
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      {identityFault(visit, page.finding?.error)}
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
  const words = visit.words.members
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
          {words.since} {moment(member.created_at, visit)}
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
  const words = visit.words.members
  const action = `${MEMBERS_PATH}/${id}/role`
  return (
    <FoldedForm visit={visit} label={words.change} name={email} action={action}>
      {roleField(visit, `role-${id}`, roleOf(role))}
      <Button label={words.changeDo} type="submit" kind="secondary" />
    </FoldedForm>
  )
}

function transferAction(visit: Visit, { person_id: id, email }: MemberRow): Html | false {
  const words = visit.words.members
  const action = `${MEMBERS_PATH}/${id}/transfer`
  const form = sureForm(visit, action, { check: words.transferCheck, submit: words.transferDo })
  return (
    <Folded visit={visit} label={words.transfer} name={email} action={action}>
      <p>{words.transferText}</p>
      {form}
    </Folded>
  )
}

function removeAction(visit: Visit, { person_id: id, email }: MemberRow): Html | false {
  const words = visit.words.members
  const action = `${MEMBERS_PATH}/${id}/remove`
  const form = sureForm(visit, action, { check: words.removeCheck, submit: words.removeDo })
  return (
    <Folded visit={visit} label={words.remove} name={email} action={action}>
      <p>{words.removeText}</p>
      {form}
    </Folded>
  )
}
