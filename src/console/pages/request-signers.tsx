/** The signers of a signature request, step by step: their state, and what can be corrected. */

import type { Html } from '../../pages/html.ts'
import { Icon, type IconName } from '../../pages/icons.tsx'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { named } from '../../translations/messages.ts'
import { Section } from '../components.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import type { RequestPage } from './request-page.ts'
import { signerName } from './request-page.ts'
import { signerActions } from './request-signer-actions.tsx'
import { signerFacts, signerNotices } from './request-signer-facts.tsx'

/** How many have signed and, where some are to approve, how many have. */
function progressOf(visit: Reader, signers: readonly SignerJson[]): string {
  const words = visit.words.requests
  const of = (status: SignerJson['status'], among: readonly SignerJson[]): number =>
    among.filter((each) => each.status === status).length
  const approvers = signers.filter(({ action }) => action === 'approve')
  const others = signers.filter((each) => !approvers.includes(each))
  const signed = words.signedOf({ signed: of('signed', others), all: others.length })
  if (approvers.length === 0) return signed
  return `${signed}, ${words.approvedOf({ approved: of('approved', approvers), all: approvers.length })}`
}

/** The section. */
export function signerList(visit: Visit, page: RequestPage): Html {
  const words = visit.words.requests
  const { signers } = page.request
  const steps = [...new Set(signers.map(({ order }) => order))].sort((one, other) => one - other)
  const count = progressOf(visit, signers)
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
  const words = visit.words.requests
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
        {signerNotices(visit, signer)}
        {signerFacts(visit, page, signer)}
        {signerActions(visit, page, signer)}
      </div>
    </li>
  )
}
