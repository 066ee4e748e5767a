/**
 * Revocation data of external authorities, fetched from the addresses in their certificates: the list, or failing
 * that the OCSP response, or the other way round. Cached for an hour; outdated data counts as none.
 */
import { randomBytes } from 'node:crypto'
import type { AddressGuard } from '../egress/client.ts'
import { type Clock, HOUR_MS } from '../kernel/clock.ts'
import { type Element, EncodingError, readBer } from '../pades/ber.ts'
import type { Certificate } from '../pades/certificate.ts'
import { OID } from '../pades/oids.ts'
import { parseList, parseOcsp, type RevocationStatement } from '../pades/revocation.ts'
import { exchange, NoAnswer } from './exchange.ts'
import { writeOcspRequest } from './ocsp.ts'
import { MEDIA } from './operations.ts'

/** A list or an OCSP response, with its contents. */
export interface RevocationFile {
  kind: 'crl' | 'ocsp'
  der: Buffer
  statements: readonly RevocationStatement[]
}

const LIST_BYTES_MAX = 10_000_000
const ANSWER_BYTES_MAX = 100_000
const CACHE_MS = HOUR_MS
const URI_TAG = 0x86
const NONCE_BYTES = 16

const isWeb = (uri: string): boolean => /^https?:\/\//i.test(uri) && URL.canParse(uri)

/** Every URI anywhere in an extension. */
const urisIn = (element: Element): string[] =>
  element.tag === URI_TAG
    ? [element.content.toString('latin1')].filter(isWeb)
    : element.isConstructed
      ? element.children.flatMap(urisIn)
      : []

const listAddresses = ({ extensions }: Certificate): string[] => {
  const points = extensions.get(OID.crlDistributionPoints)
  return points === undefined ? [] : urisIn(readBer(points.value))
}

const responderAddresses = ({ extensions }: Certificate): string[] => {
  const access = extensions.get(OID.authorityInfoAccess)
  if (access === undefined) return []
  const found = readBer(access.value).children.filter((each) => each.at(0).oid === OID.accessOcsp)
  return found.flatMap(urisIn)
}

/** Fetches and caches. */
export class RevocationFiles {
  readonly #clock: Clock
  readonly #guard: AddressGuard
  readonly #timeoutMs: number
  readonly #asksFirst: boolean
  readonly #cache = new Map<string, { file: RevocationFile; fetchedMs: number }>()

  /**
   * @param options `asksFirst`: responders before lists, and always anew, so that the answer is newer than what it is
   *   asked for
   */
  constructor(options: {
    clock: Clock
    guard: AddressGuard
    timeoutMs: number
    asksFirst?: boolean
  }) {
    this.#asksFirst = options.asksFirst ?? false
    this.#clock = options.clock
    this.#guard = options.guard
    this.#timeoutMs = options.timeoutMs
  }

  /** Revocation data about a certificate. @throws NoAnswer when no current data is available */
  async about(certificate: Certificate, issuer: Certificate): Promise<RevocationFile> {
    const lists = listAddresses(certificate).map((address) => ({ address, kind: 'crl' as const }))
    const responders = responderAddresses(certificate).map((address) => ({
      address,
      kind: 'ocsp' as const,
    }))
    const ways = this.#asksFirst ? [...responders, ...lists] : [...lists, ...responders]
    const failures: string[] = []
    for (const { address, kind } of ways) {
      try {
        return await this.#from(address, kind, { certificate, issuer })
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        failures.push(`${address}: ${error.message}`)
      }
    }
    const why = failures.length === 0 ? 'it names no list and no responder' : failures.join('; ')
    throw new NoAnswer(
      `the revocation status of the certificate of ${certificate.name} is unknown: ${why}`,
    )
  }

  async #from(
    address: string,
    kind: RevocationFile['kind'],
    whose: { certificate: Certificate; issuer: Certificate },
  ): Promise<RevocationFile> {
    const key = kind === 'crl' ? address : `${address} ${whose.certificate.fingerprint}`
    const known = this.#cache.get(key)
    const nowMs = this.#clock.now()
    const age = nowMs - (known?.fetchedMs ?? 0)
    const isFresh = age >= 0 && age < CACHE_MS && !(this.#asksFirst && kind === 'ocsp')
    if (known !== undefined && isFresh && speaks(known.file, whose, nowMs)) return known.file
    try {
      const file = await this.#fetch(address, kind, whose)
      if (!speaks(file, whose, nowMs))
        throw new NoAnswer('what it answers is out of date or not signed by the issuer')
      this.#cache.set(key, { file, fetchedMs: nowMs })
      return file
    } catch (error) {
      // Data that is still current contains what its authority promised.
      if (error instanceof NoAnswer && known !== undefined && speaks(known.file, whose, nowMs))
        return known.file
      throw error
    }
  }

  async #fetch(
    address: string,
    kind: RevocationFile['kind'],
    { certificate, issuer }: { certificate: Certificate; issuer: Certificate },
  ): Promise<RevocationFile> {
    const bounds = { timeoutMs: this.#timeoutMs, guard: this.#guard }
    try {
      if (kind === 'crl') {
        const der = await exchange(address, { ...bounds, method: 'GET', bytesMax: LIST_BYTES_MAX })
        return { kind, der, statements: [parseList(der)] }
      }
      const answer = await exchange(address, {
        ...bounds,
        method: 'POST',
        headers: { 'content-type': MEDIA.ocspRequest },
        body: writeOcspRequest(certificate, issuer, randomBytes(NONCE_BYTES)),
        bytesMax: ANSWER_BYTES_MAX,
      })
      return { kind, der: answer, statements: parseOcsp(answer) }
    } catch (error) {
      if (error instanceof EncodingError) throw new NoAnswer(`it cannot be read: ${error.message}`)
      throw error
    }
  }
}

const SKEW_MS = 60_000

/** Whether it contains a current statement about the certificate. */
function speaks(
  { statements }: RevocationFile,
  { certificate, issuer }: { certificate: Certificate; issuer: Certificate },
  nowMs: number,
): boolean {
  return statements.some(
    (each) =>
      each.thisUpdateMs <= nowMs + SKEW_MS &&
      (each.nextUpdateMs ?? Number.POSITIVE_INFINITY) >= nowMs &&
      each.about(certificate, issuer) !== undefined,
  )
}
