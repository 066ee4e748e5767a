/**
 * Responds with the status of our certificates (RFC 6960, RFC 5019). The responder's own key signs for the authority
 * that certified it; for others (the root, an issuing authority whose responder's certificate has expired) the
 * authority itself signs, but only responses created once per hour, since anyone may ask.
 */
import type { Db } from '../database/open.ts'
import { BoundedMap } from '../kernel/cache.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { EncodingError } from '../pades/ber.ts'
import type { Authority } from './authority.ts'
import type { AuthorityKey } from './issuance.ts'
import {
  type CertId,
  namesIssuer,
  type OcspRequest,
  ocspError,
  readOcspRequest,
  type SingleAnswer,
} from './ocsp.ts'
import { findIssued } from './store.ts'

/** A response, and how long it may be cached; 0: not at all. */
export interface OcspAnswer {
  response: Buffer
  thisUpdateMs: number
  nextUpdateMs: number
  maxAgeSeconds: number
}

/** A response is valid for this long … */
const VALID_MS = DAY_MS
/** … and a shared one is recreated after this. */
const CACHE_MS = HOUR_MS
const CACHE_MAX = 5_000
/** Concurrent signatures; beyond this, callers are asked to retry later. */
const RUNNING_MAX = 16
const SECOND_MS = 1_000

/** The responder. */
export class OcspResponder {
  readonly #authority: Authority
  readonly #db: Db
  readonly #clock: Clock
  readonly #cache = new BoundedMap<string, OcspAnswer>(CACHE_MAX)
  #running = 0

  constructor(parts: { authority: Authority; db: Db; clock: Clock }) {
    this.#authority = parts.authority
    this.#db = parts.db
    this.#clock = parts.clock
  }

  /** Responds to an OCSPRequest; a faulty request gets an error response. */
  async answer(bytes: Uint8Array): Promise<OcspAnswer> {
    let request: OcspRequest
    try {
      request = readOcspRequest(bytes)
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error
      return this.#errorAnswer('malformedRequest')
    }
    if (this.#running >= RUNNING_MAX) return this.#errorAnswer('tryLater')
    this.#running += 1
    try {
      return await this.#answer(request)
    } catch (error) {
      // The authority is being created, or its token is absent.
      if (error instanceof AppError) return this.#errorAnswer('tryLater')
      throw error
    } finally {
      this.#running -= 1
    }
  }

  async #answer({ ids, nonce }: OcspRequest): Promise<OcspAnswer> {
    const keys = [...(await this.#authority.keys()).values()]
    const issuer = keys.find(
      ({ facts }) =>
        ['root', 'issuing'].includes(facts.role) &&
        ids.some((id) => namesIssuer(id, facts.certificate)),
    )
    if (issuer === undefined) return this.#errorAnswer('unauthorized')
    const answers = await Promise.all(ids.map((id) => this.#statusOf(id, issuer)))
    const responder = this.#responderOf(issuer, keys)
    const echoed = responder === issuer ? undefined : nonce
    const facts = answers.map((each) => `${each.id.raw.toString('base64')} ${stateOf(each)}`)
    const key = [responder.facts.label, ...facts].join(' ')
    const known = echoed === undefined ? this.#cache.get(key) : undefined
    const nowMs = this.#clock.now()
    if (known !== undefined && isFresh(known, nowMs))
      return { ...known, maxAgeSeconds: restOf(known, nowMs) }
    const made = await this.#make({ issuer, responder, answers, nonce: echoed })
    // Requests for numbers that do not exist must not fill the memory.
    if (echoed === undefined && answers.every(({ status }) => status !== 'unknown'))
      this.#cache.set(key, made)
    return made
  }

  async #make(work: {
    issuer: AuthorityKey
    responder: AuthorityKey
    answers: readonly SingleAnswer[]
    nonce: Buffer | undefined
  }): Promise<OcspAnswer> {
    const { issuer, responder, answers, nonce } = work
    const thisUpdateMs = Math.floor(this.#clock.now() / SECOND_MS) * SECOND_MS
    const nextUpdateMs = thisUpdateMs + VALID_MS
    const response = await responder.answer({
      answers,
      thisUpdateMs,
      nextUpdateMs,
      archiveCutoffMs: issuer.facts.certificate.notBeforeMs,
      ...(nonce !== undefined && { nonce }),
    })
    const maxAgeSeconds = nonce === undefined ? CACHE_MS / SECOND_MS : 0
    return { response, thisUpdateMs, nextUpdateMs, maxAgeSeconds }
  }

  /** The newest valid responder certified by the issuer itself; else the issuer. */
  #responderOf(issuer: AuthorityKey, keys: readonly AuthorityKey[]): AuthorityKey {
    const now = this.#clock.now()
    const fitting = keys.filter(
      ({ facts: { role, certificate } }) =>
        role === 'ocsp' &&
        now + VALID_MS < certificate.notAfterMs &&
        certificate.isSignedBy(issuer.facts.certificate),
    )
    return fitting.at(-1) ?? issuer
  }

  async #statusOf(id: CertId, issuer: AuthorityKey): Promise<SingleAnswer> {
    if (!namesIssuer(id, issuer.facts.certificate)) return { id, status: 'unknown' }
    const row = await findIssued(this.#db, issuer.facts.label, id.serialHex)
    if (row === undefined) return { id, status: 'unknown' }
    if (row.revoked_at === null) return { id, status: 'good' }
    const atMs = Date.parse(row.revoked_at)
    return { id, status: 'revoked', atMs, reason: row.revoked_reason ?? 0 }
  }

  #errorAnswer(error: Parameters<typeof ocspError>[0]): OcspAnswer {
    const nowMs = this.#clock.now()
    return {
      response: ocspError(error),
      thisUpdateMs: nowMs,
      nextUpdateMs: nowMs,
      maxAgeSeconds: 0,
    }
  }
}

const stateOf = (answer: SingleAnswer): string =>
  answer.status === 'revoked' ? `revoked ${answer.atMs} ${answer.reason}` : answer.status

const ageOf = ({ thisUpdateMs }: OcspAnswer, nowMs: number): number => nowMs - thisUpdateMs

/** If the clock was set back, a cached response is from the future, which clients reject. */
const isFresh = (answer: OcspAnswer, nowMs: number): boolean =>
  ageOf(answer, nowMs) >= 0 && ageOf(answer, nowMs) < CACHE_MS

const restOf = (answer: OcspAnswer, nowMs: number): number =>
  Math.floor((CACHE_MS - ageOf(answer, nowMs)) / SECOND_MS)
