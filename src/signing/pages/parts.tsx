/** Elements shared by the signer's pages: times, the list of other signers, the steps. */
import { LANGUAGES, type Language } from '../../kernel/languages.ts'
import { Alert } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { timeInWords } from '../../pages/locale.ts'
import { page } from '../../pages/page.tsx'
import type { SignTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { SignerState } from '../signers/schemas.ts'
import { STEPS, type Step } from './sign-data.ts'

/** A time in UTC, which the page's script converts to the reader's local time. */
export const moment = (iso: string, locale: Language) => <time datetime={iso}>{timeInWords(iso, locale, 'long')}</time>

/** The person's current step; the ones before are done. */
export function stepList(words: SignTexts, current: Step): Html {
  const at = STEPS.indexOf(current)
  return (
    <nav class="steps" aria-label={words.steps.label}>
      <ol>
        {STEPS.map((step, index) => (
          <li
            data-step={step}
            class={index < at || current === 'done' ? 'done' : ''}
            aria-current={step === current ? 'step' : undefined}
          >
            <span class="step-mark" aria-hidden="true">
              <span class="step-number">{index + 1}</span>
              <Icon name="check" />
            </span>
            <span class="step-name">{words.steps[step]}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Whether a person has nothing left to do. */
export const isDone = ({ status }: SignerState['others'][number]) => status === 'signed' || status === 'approved'

/** The other signers and their progress. */
export function othersList(words: SignTexts, others: SignerState['others'], locale: Language): HtmlPart {
  const state = ({ status, action }: SignerState['others'][number]): string => {
    const own = textsIn(locale).signing.pages.approve.status
    if (status === 'approved') return own.approved
    return status === 'verified' && action === 'approve' ? own.verified : words.status[status]
  }
  return (
    others.length > 0 && (
      <ul class="people">
        {others.map((other) => (
          <li>
            <span class="person">{other.name}</span>
            <span class={`person-state ${isDone(other) ? 'done' : ''}`}>
              {isDone(other) && <Icon name="check" />}
              {state(other)}
            </span>
          </li>
        ))}
      </ul>
    )
  )
}

/** A page of a signer, in every language. */
export const signerPage = (given: Omit<Parameters<typeof page>[0], 'languages' | 'styles'>): string =>
  page({ languages: LANGUAGES, styles: ['sign.css'], ...given })

/** Above what a test shows. */
export const testNote = ({ test }: SignTexts): Html => (
  <div class="sign-note">
    <Alert kind="warning">{test}</Alert>
  </div>
)

/** Name and address of a person, or the address alone. */
export const personName = ({ name, email }: { name: string; email: string }): string =>
  name === '' || name === email ? email : `${name} (${email})`

/** Input of the panels. */
export interface StepParts {
  state: SignerState
  words: SignTexts
  locale: Language
  /** Who is there while the person signs on the sender's device. */
  host?: string | undefined
}

/** The panel of a step. */
export const panel = (step: Exclude<Step, 'done'>, title: string, content: Html): Html => (
  <section class="panel-step stack" id={`step-${step}`} data-panel={step} aria-labelledby={`title-${step}`} hidden>
    <h2 id={`title-${step}`} tabindex="-1">
      {title}
    </h2>
    {content}
  </section>
)

/** Where what went wrong in a step is shown. */
export const problem = (step: string): Html => <div class="problem" id={`problem-${step}`} role="alert" />
