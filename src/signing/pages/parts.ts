/** Elements shared by the signer's pages: times, the list of other signers, the steps. */
import type { Language } from '../../kernel/languages.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import { dateLocale } from '../../pages/locale.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { SignerState } from '../signers/schemas.ts'
import { STEPS, type Step } from './sign-data.ts'

/** A time in UTC, which the page's script converts to the reader's local time. */
export function moment(iso: string, locale: Language): Html {
  const text = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso))
  return html`<time datetime="${iso}">${text} UTC</time>`
}

/** The person's current step; the ones before are done. */
export function stepList(words: SignTexts, current: Step): Html {
  const at = STEPS.indexOf(current)
  return html`<nav class="steps" aria-label="${words.steps.label}"><ol>${STEPS.map(
    (step, index) =>
      html`<li data-step="${step}" class="${index < at || current === 'done' ? 'done' : ''}" ${step === current && html`aria-current="step"`}><span class="step-mark" aria-hidden="true"><span class="step-number">${index + 1}</span>${icon('check')}</span><span class="step-name">${words.steps[step]}</span></li>`,
  )}</ol></nav>`
}

/** Whether somebody has nothing left to do. */
export const isDone = ({ status }: SignerState['others'][number]): boolean =>
  status === 'signed' || status === 'approved'

/** The other signers and their progress. */
export function othersList(
  words: SignTexts,
  others: SignerState['others'],
  locale: Language,
): HtmlPart {
  const state = ({ status, action }: SignerState['others'][number]): string => {
    const own = textsIn(locale).signing.pages.approve.status
    if (status === 'approved') return own.approved
    return status === 'verified' && action === 'approve' ? own.verified : words.status[status]
  }
  return (
    others.length > 0 &&
    html`<ul class="people">${others.map(
      (other) =>
        html`<li><span class="person">${other.name}</span><span class="person-state ${isDone(other) ? 'done' : ''}">${isDone(other) && icon('check')}${state(other)}</span></li>`,
    )}</ul>`
  )
}

/** Name and address of a person, or the address alone. */
export const personName = ({ name, email }: { name: string; email: string }): string =>
  name === '' || name === email ? email : `${name} (${email})`
