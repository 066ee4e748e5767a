import { membersOf } from '../../kernel/type-guards.ts'

/**
 * Keeps what a page follows (`console/pages/live.tsx`) up to date: polls every few seconds, and updates what has
 * changed.
 */

const EVERY_MS = 3_000
/** Polls without changes after which it polls less often. */
const PATIENCE = 40
const SLOW_MS = 15_000

/** Follows what the page is about, if that may change. */
export function startLive(): void {
  const region = document.getElementById('live')
  if (region === null || region.dataset.live === undefined) return
  new Live(region).start()
}

class Live {
  #region: HTMLElement
  #looks = 0

  constructor(region: HTMLElement) {
    this.#region = region
  }

  start(): void {
    if (this.#region.hasAttribute('data-over')) return
    setTimeout(() => void this.#look(), this.#looks > PATIENCE ? SLOW_MS : EVERY_MS)
  }

  async #look(): Promise<void> {
    this.#looks += 1
    // Hidden pages are not refreshed, nor pages in which the user is typing.
    if (!document.hidden && !this.#isTyping()) {
      try {
        await this.#refresh()
      } catch {
        // No connection now: the next poll may succeed.
      }
    }
    this.start()
  }

  #isTyping(): boolean {
    const { activeElement } = document
    const inputs = this.#region.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type="hidden"], [type="checkbox"]), textarea',
    )
    return (
      [...inputs].some((input) => input.value !== input.defaultValue) ||
      (activeElement?.matches('input, textarea, select') === true &&
        this.#region.contains(activeElement))
    )
  }

  async #refresh(): Promise<void> {
    const path = this.#region.dataset.live ?? ''
    const answer = await fetch(`${path}/version`, { headers: { Accept: 'application/json' } })
    if (!answer.ok || answer.redirected) return
    const { version } = membersOf(await answer.json())
    if (version === this.#region.dataset.version) return
    const page = await fetch(path, { headers: { Accept: 'text/html' } })
    if (!page.ok || page.redirected) return
    const fresh = new DOMParser().parseFromString(await page.text(), 'text/html')
    const next = fresh.getElementById('live')
    if (next === null) return
    this.#looks = 0
    this.#swap(document.importNode(next, true))
  }

  /** Folds that are open stay open, and the focus stays where it was. */
  #swap(next: HTMLElement): void {
    for (const { id } of this.#region.querySelectorAll('details[open][id]'))
      next.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
    const focused = this.#region.contains(document.activeElement) ? document.activeElement?.id : ''
    this.#region.replaceWith(next)
    this.#region = next
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
    next.dispatchEvent(new CustomEvent('fresh', { bubbles: true }))
    const status = next.querySelector<HTMLElement>('#live-status')
    const state = next.querySelector('.state')?.textContent ?? ''
    // Set after it is there: only a change is read out.
    setTimeout(() => {
      if (status !== null) status.textContent = `${status.dataset.words ?? ''} ${state}`
    }, 100)
  }
}
