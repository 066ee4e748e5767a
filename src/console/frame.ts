/** What the sections of the console share. */
import type { Accounts } from '../accounts/open.ts'
import type { App } from '../http/app.ts'
import type { Identity } from '../identity/open.ts'
import { DAY_MS } from '../kernel/clock.ts'
import type { Assets } from '../pages/assets.ts'
import type { AttemptLimiter, Throttling } from '../throttling/ports.ts'
import type { Cookies } from './cookies.ts'
import type { Action } from './permissions.ts'
import type { NavEntry } from './shell.tsx'

/** Remembers for a day which forms were submitted. */
export class SingleUseForms {
  readonly #sent: AttemptLimiter

  constructor(throttling: Throttling) {
    this.#sent = throttling.attemptLimiter({ name: 'forms', max: 1, windowMs: DAY_MS })
  }

  /** Marks a form as submitted; returns whether this was the first time. */
  async consume(form: string): Promise<boolean> {
    return (await this.#sent.consume(form)).waitMs === 0
  }

  /** Releases a form that had no effect, so that it may be submitted again. */
  async release(form: string): Promise<void> {
    await this.#sent.clear(form)
  }
}

/** What every page has: people with their organisations, and accounts with their keys. */
export interface CommonParts {
  identity: Identity
  accounts: Accounts
}

/** How a route is called. */
export type Method = 'GET' | 'POST'

/** What the sections share: where their routes go, and who may do what there. */
export class ConsoleFrame {
  readonly app: App
  readonly cookies: Cookies
  readonly nav: readonly NavEntry[]
  readonly forms: SingleUseForms
  readonly assets: Assets
  readonly common: CommonParts
  /** The routes of members, with what they do. */
  readonly actions: Array<{ method: Method; path: RegExp; action: Action }> = []

  constructor(
    app: App,
    {
      cookies,
      nav,
      assets,
      ...common
    }: CommonParts & { cookies: Cookies; nav: readonly NavEntry[]; assets: Assets },
  ) {
    this.app = app
    this.cookies = cookies
    this.nav = nav
    this.assets = assets
    this.common = common
    this.forms = new SingleUseForms(common.accounts.throttling)
  }
}
