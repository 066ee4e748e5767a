/** What every step of the page shares: the state, the words, the calls, and going to another step. */

import type { Language } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { dateLocale } from '../../pages/locale.ts'
import type { StampWords } from '../../signing/appearance/stamp.ts'
import { CLOSED_LINK, PAGES_SHOWN_MAX } from '../../signing/model/signer-page.ts'
import type { SignerFile } from '../../signing/model/uploads.ts'
import { STEPS, type Step } from '../../signing/pages/sign-data.ts'
import type { ConsentGiven, SignerState } from '../../signing/signers/schemas.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { make } from '../pieces/make.ts'
import { type Calls, Problem } from './calls.ts'
import { byId } from './dom.ts'
import type { Host } from './host.ts'

/** Errors that end this page: the server has a separate page for each. */
const DEAD_ENDS = new Set<string>(CLOSED_LINK)
/** Of those, the ones whose page is shown in no frame, and could not tell. */
const UNTOLD = new Set(['signing_link_invalid', 'signing_delegated', 'signer_removed'])
const RELOAD = new Set(['document_changed', 'consent_required'])

/** One person's way through the page. */
export class Session {
  state: SignerState
  readonly words: SignTexts
  readonly stampWords: StampWords
  readonly locale: Language
  readonly calls: Calls
  readonly host: Host
  /** What is uploaded, by field, and how many files are on their way. */
  readonly uploads = { files: new Map<string, SignerFile>(), running: 0 }
  /** Since when each page has been on the screen, by file and page, monotonic milliseconds. */
  readonly #shown = new Map<string, { file: number; page: number; atMs: number }>()
  readonly #entered = new Map<Step, () => void>()

  constructor(parts: {
    state: SignerState
    words: SignTexts
    stampWords: StampWords
    locale: Language
    calls: Calls
    host: Host
  }) {
    this.state = parts.state
    this.words = parts.words
    this.stampWords = parts.stampWords
    this.locale = parts.locale
    this.calls = parts.calls
    this.host = parts.host
  }

  /** Takes a newer state; the consent stays the one that is on the page, in its language. */
  update(state: SignerState): void {
    this.state = { ...state, consent: this.state.consent }
  }

  /** Notes that a page is on the screen; the first time counts. */
  noteShown({ file, page }: { file: number; page: number }): void {
    const key = `${file}:${page}`
    if (!this.#shown.has(key)) this.#shown.set(key, { file, page, atMs: performance.now() })
  }

  /** The consent on the page, and the pages of the document that were on the screen before. */
  get consent(): ConsentGiven {
    const { version, sha256 } = this.state.consent
    const pages = [...this.#shown.values()].slice(0, PAGES_SHOWN_MAX)
    return {
      version,
      sha256,
      document_sha256: this.state.document.sha256,
      pages_shown: pages.map(({ file, page, atMs }) => ({
        file_number: file,
        page,
        seconds_ago: Math.round((performance.now() - atMs) / 1000),
      })),
    }
  }

  /** Runs each time the step is shown, after it is visible. */
  onEnter(step: Step, run: () => void): void {
    this.#entered.set(step, run)
  }

  /** Shows a step and, unless the page has just been loaded, moves the focus to its title. */
  show(step: Exclude<Step, 'done'>, { focus = true } = {}): void {
    document.body.dataset.step = step
    for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]')) {
      panel.hidden = panel.dataset.panel !== step
    }
    this.#mark(step)
    if (focus) {
      window.scrollTo({ top: 0 })
      byId(`title-${step}`, HTMLElement).focus({ preventScroll: true })
    }
    this.#entered.get(step)?.()
  }

  #mark(step: Step): void {
    const at = STEPS.indexOf(step)
    for (const [index, one] of [...document.querySelectorAll('.steps li')].entries()) {
      one.classList.toggle('done', index < at)
      if (index === at) one.setAttribute('aria-current', 'step')
      else one.removeAttribute('aria-current')
    }
  }

  /** A time of day in the reader's zone. */
  timeOf(ms: number): string {
    return new Intl.DateTimeFormat(dateLocale(this.locale), {
      hour: '2-digit',
      minute: '2-digit',
    }).format(ms)
  }

  /** The words for what went wrong. */
  explain(problem: Problem): string {
    const { errors } = this.words
    const all = membersOf(errors)
    const known = all[problem.finding ?? ''] ?? all[problem.code]
    const text = typeof known === 'string' ? known : errors.server
    const retry = problem.retryAtMs
    // The words say when: a time of day would be taken for today's.
    const isTold = problem.finding === 'otp_locked_today' || problem.finding === 'call_limit'
    return retry === undefined || isTold
      ? text
      : `${text} ${errors.retryAt({ time: this.timeOf(retry + 59_000) })}`
  }

  /**
   * Shows an error at a place on the page. If the link has expired, the page is reloaded instead, since the server
   * has a page for that.
   */
  fail(place: string, error: unknown): void {
    const problem = error instanceof Problem ? error : new Problem('server')
    if (!(error instanceof Problem)) console.error(error)
    if (DEAD_ENDS.has(problem.code)) {
      if (UNTOLD.has(problem.code)) this.host.notify({ type: 'error', code: problem.code })
      location.reload()
      return
    }
    this.clear(place)
    const box = byId(`problem-${place}`, HTMLElement)
    const notice = make('div', { className: 'alert error' }, make('p', {}, this.explain(problem)))
    if (RELOAD.has(problem.code)) notice.append(this.#reloadButton())
    box.append(notice)
    box.scrollIntoView({ block: 'nearest' })
  }

  /** Begins again with a code where the session has ended; returns whether it had. */
  restarts(error: unknown): boolean {
    if (!(error instanceof Problem) || error.code !== 'verification_required') return false
    this.state = { ...this.state, verified_until: null }
    this.show('code')
    this.fail('code', error)
    return true
  }

  /** Goes to the page of what has become of the document; the button stays busy until it is there. */
  async finish(state: SignerState): Promise<never> {
    this.host.tellState(state)
    location.reload()
    return await new Promise<never>(() => undefined)
  }

  /** The connection may have broken after the signature was taken: returns whether another page is due, and shows it. */
  async isFinished(): Promise<boolean> {
    const state = await this.calls.state().catch(() => undefined)
    const isOver = state !== undefined && state.next !== 'sign' && state.next !== 'open'
    if (isOver) location.reload()
    return isOver
  }

  /** Clears the message at a place. */
  clear(place: string): void {
    byId(`problem-${place}`, HTMLElement).replaceChildren()
  }

  #reloadButton(): HTMLButtonElement {
    const onclick = () => location.reload()
    const className = 'button secondary'
    return make('button', { type: 'button', className, onclick }, this.words.reload)
  }
}
