/** The dialog in which a signer names somebody else. */
import { type Html, html } from '../../pages/html.ts'
import { button, field } from '../../pages/pieces.ts'
import { DELEGATION_WORDS } from '../words/delegation.ts'
import { APPROVER_DIALOG } from './approver-delegation-words.ts'
import type { StepParts } from './steps.ts'

/** The dialog; its script finds in it what is said about mistakes. */
export function delegateDialog({ state, words, locale }: StepParts): Html {
  const { form, faults } = DELEGATION_WORDS[locale]
  const { title, text: about } = state.signer.action === 'approve' ? APPROVER_DIALOG[locale] : form
  const text = (
    name: string,
    label: string,
    more: Omit<Parameters<typeof field>[0], 'id' | 'label'>,
  ) => field({ id: `delegate-${name}`, label, autocomplete: 'off', ...more })
  return html`<dialog id="delegate" aria-labelledby="delegate-title"><form id="delegate-form" class="stack" novalidate data-asked="${faults.asked}" data-email="${faults.email}" data-name="${faults.name}" data-phone="${faults.phone}" data-reason="${faults.reason}" data-limit="${faults.limit}">
  <h2 id="delegate-title" tabindex="-1">${title}</h2>
  <p>${about(state.document.sender)}</p>
  ${text('email', form.email, { type: 'email', maxLength: 254, required: true })}
  ${text('first_name', form.firstName, { maxLength: 100, required: true })}
  ${text('last_name', form.lastName, { maxLength: 100, required: true })}
  ${state.signer.authentication !== 'email' && text('phone', form.phone, { type: 'tel', inputmode: 'tel', hint: form.phoneHint, maxLength: 40 })}
  <div class="field"><label for="delegate-reason">${form.reason}</label>
    <textarea id="delegate-reason" maxlength="300" rows="3" aria-describedby="delegate-reason-error" required></textarea>
    <p class="field-error" id="delegate-reason-error" role="alert" hidden></p></div>
  <div id="problem-delegate"></div>
  <div class="actions">${button(form.submit, { type: 'submit', id: 'delegate-confirm' })}${button(words.declining.cancel, { kind: 'secondary', id: 'delegate-cancel' })}</div>
</form></dialog>`
}
