/** Where accounts let their signers' pages be embedded. */

import type { KeyMode } from '../../accounts/key-format.ts'
import type { Trails } from '../../audit/trail.ts'
import { inTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { type Finding, saying } from '../../kernel/coded-error.ts'
import { invalid, throwIfInvalid } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { findingAt, say } from '../../translations/texts.ts'
import * as store from './store.ts'

/** Names that lead to the reader's own machine (RFC 6761, 6.3; RFC 5735, 3). */
const LOCAL = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** What a policy (CSP3) and a header may contain: no wildcard, no quote, no semicolon, no comma. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/

/** Whether only test documents may be signed there. */
export const isPlain = (origin: string): boolean => origin.startsWith('http:')

/**
 * The origin (RFC 6454) in a text, as browsers write it; undefined where the text names anything else or more.
 * @param plain whether HTTP without TLS is taken from every host, and not from the reader's own machine alone
 */
export function originIn(text: string, { plain }: { plain: boolean }): string | undefined {
  const given = text.trim()
  // A browser's address bar gives it with a slash.
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || `${url.origin}/` !== url.href || !HOST.test(url.hostname))
    return undefined
  if (url.protocol === 'https:') return url.origin
  const isTaken = url.protocol === 'http:' && (plain || LOCAL.test(url.hostname))
  return isTaken ? url.origin : undefined
}

/** Where programs read and replace an account's origins. */
export const EMBED_ORIGINS_PATH = '/api/v1/account/embed-origins'
/** Most origins of an account. */
export const ORIGINS_MAX = 20

/** Dependencies of the service. */
export interface EmbeddingParts {
  db: Db
  trails: Pick<Trails, 'note'>
  /** Those that the operator lets embed the pages of every account. */
  operatorOrigins: readonly string[]
}

/** Whose requests, and of which kind of key. */
export interface EmbeddedRequest {
  account_id: string
  mode: KeyMode
}

/** The origins of accounts. */
export class Embedding extends Service<EmbeddingParts> {
  /** What an account has chosen. */
  of(accountId: string): Promise<string[]> {
    return store.originsOf(this.parts.db, accountId)
  }

  /** Every origin that may embed the pages of a request's signers now. */
  async allowed(db: Db, { account_id, mode }: EmbeddedRequest): Promise<string[]> {
    const own = await store.originsOf(db, account_id)
    const usable = own.filter((origin) => mode === 'test' || !isPlain(origin))
    return [...new Set([...this.parts.operatorOrigins, ...usable])]
  }

  /** The origin that a link is asked for. @throws AppError `validation_failed` unless it is allowed */
  async admit(db: Db, request: EmbeddedRequest, given: string): Promise<string> {
    const origin = originIn(given, { plain: true })
    const allowed = await this.allowed(db, request)
    if (origin !== undefined && allowed.includes(origin)) return origin
    const test = origin !== undefined && isPlain(origin) && request.mode === 'live'
    const detail = test
      ? say('requests.originHttps')
      : say('requests.origin', { allowed: allowed.join(', ') || 'none', path: EMBED_ORIGINS_PATH })
    throw invalid([{ pointer: '/embed_origin', ...saying(detail) }])
  }

  /**
   * Replaces what an account has chosen. Links for an origin that is no longer there stop working at once.
   * @param actor for the trail
   * @param mode of the key that asks: a test key changes only origins without TLS, which never count for live documents
   * @throws AppError `validation_failed`
   */
  async set(accountId: string, given: readonly string[], actor: string, mode: KeyMode = 'live') {
    const { db, trails } = this.parts
    return await inTurn(db, ['account', accountId], async (trx) => {
      const before = mode === 'live' ? [] : await store.originsOf(trx, accountId)
      const kept = before.filter((origin) => !isPlain(origin))
      const read = given.map((text) => originIn(text, { plain: false }))
      const findings: Finding[] = read.flatMap((origin, index) => {
        if (origin === undefined) return [finding(given[index] ?? '', index)]
        const isOwn = mode === 'live' || isPlain(origin) || kept.includes(origin)
        return isOwn ? [] : [findingAt(`/origins/${index}`, undefined, 'people.originKey')]
      })
      const chosen = read.filter((origin) => origin !== undefined)
      const origins = [...new Set([...kept, ...chosen])].sort()
      if (origins.length > ORIGINS_MAX)
        findings.push(findingAt('/origins', undefined, 'people.originsMost', { max: ORIGINS_MAX }))
      throwIfInvalid(findings)
      await store.setOrigins(trx, accountId, origins)
      const data = { account_id: accountId, origins }
      await trails.note(trx, { type: 'embedding.changed', actor, data })
      return origins
    })
  }

  /** Forgets what an account has chosen. */
  async forget(accountId: string): Promise<void> {
    await store.setOrigins(this.parts.db, accountId, [])
  }
}

const SHOWN_MAX = 100
const finding = (given: string, index: number): Finding => {
  const text = JSON.stringify(given.slice(0, SHOWN_MAX))
  return findingAt(`/origins/${index}`, 'origin_invalid', 'people.originInvalid', { text })
}
