/**
 * Trust in the certificate of an external seal: its chain, completed from the addresses in it, what it may be used for,
 * and the proof that neither it nor an issuer is revoked.
 */
import { addressKind, hostOf } from '../egress/addresses.ts'
import type { AddressGuard } from '../egress/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { EncodingError, readBer } from '../pades/ber.ts'
import {
  type Certificate,
  hasUsage,
  hasWeakKey,
  isSelfSigned,
  parseCertificate,
} from '../pades/certificate.ts'
import { OID } from '../pades/oids.ts'
import type { ValidationData } from '../pades/ports.ts'
import { needsNoRevocation, servesPurpose, validateChain } from '../pades/verify-chain.ts'
import { exchange, NoAnswer } from '../pki/exchange.ts'
import { type RevocationFile, RevocationFiles } from '../pki/revocation-files.ts'
import { SealError } from './place.ts'
import { CALL_MS } from './provider-gate.ts'

const CERTIFICATE_BYTES_MAX = 64 * 1024
const DEPTH_MAX = 8
/** keyUsage (RFC 5280, 4.2.1.3). */
const DIGITAL_SIGNATURE = 0
const NON_REPUDIATION = 1
const URI_TAG = 0x86

/** Where lists, responders and issuers may be: on the public internet, or also on the operator's own network. */
const guardFor =
  (ownNetwork: boolean): AddressGuard =>
  (url, addresses) => {
    const kinds = addresses.map(addressKind)
    const isAllowed = kinds.every((kind) => kind === 'public' || (ownNetwork && kind === 'own'))
    if (kinds.length === 0 || !isAllowed)
      throw new Error(`${hostOf(url)} does not lead to the public internet`)
  }

/** Reads a certificate that came from outside. @throws SealError */
export function readCertificate(der: Uint8Array): Certificate {
  try {
    return parseCertificate(der)
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    throw new SealError('a certificate cannot be read', { cause: error })
  }
}

/** The same of one that is stored as DER in base64. */
export const readStored = (base64: string): Certificate =>
  readCertificate(Buffer.from(base64, 'base64'))

/**
 * Whether a certificate may sign documents now.
 * @throws SealError saying why not
 */
export function assertMaySeal(certificate: Certificate, nowMs: number): void {
  const { notBeforeMs, notAfterMs } = certificate
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  if (nowMs > notAfterMs) throw new SealError(`the certificate expired on ${day(notAfterMs)}`)
  if (nowMs < notBeforeMs)
    throw new SealError(`the certificate is valid from ${day(notBeforeMs)} only`)
  if (!hasUsage(certificate, DIGITAL_SIGNATURE, NON_REPUDIATION))
    throw new SealError('the key usage of the certificate does not allow signatures')
  if (!servesPurpose(certificate, 'signature'))
    throw new SealError('the extended key usage of the certificate does not allow documents')
  if (hasWeakKey(certificate)) throw new SealError('the key of the certificate is too short')
}

/** Addresses of a certificate's issuer (RFC 5280, 4.2.2.1). */
function issuerAddresses({ extensions }: Certificate): string[] {
  const access = extensions.get(OID.authorityInfoAccess)
  if (access === undefined) return []
  return readBer(access.value)
    .children.filter((each) => each.at(0).oid === OID.accessCaIssuers)
    .flatMap((each) => {
      const { tag, content } = each.at(1)
      const uri = content.toString('latin1')
      return tag === URI_TAG && /^https?:\/\//i.test(uri) && URL.canParse(uri) ? [uri] : []
    })
}

/** Answers of responders, always new; and lists, at most an hour old. */
interface Sources {
  answers: RevocationFiles
  lists: RevocationFiles
}

function noneIfNoAnswer(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error
  return undefined
}

/** Trust in external seals. */
export class SealTrust {
  readonly #clock: Clock
  readonly #files: Readonly<Record<'anywhere' | 'public', Sources>>

  constructor(clock: Clock) {
    this.#clock = clock
    const filesFor = (ownNetwork: boolean): Sources => {
      const bounds = { clock, guard: guardFor(ownNetwork), timeoutMs: CALL_MS }
      return {
        answers: new RevocationFiles({ ...bounds, asksFirst: true }),
        lists: new RevocationFiles(bounds),
      }
    }
    this.#files = { anywhere: filesFor(true), public: filesFor(false) }
  }

  /**
   * The chain of a certificate, from itself to the trust anchor: what is given first, then what the certificates name.
   * @param anchors certificates of the operator; if any are given, the chain must end at one of them
   * @throws SealError
   */
  async chainOf(
    leaf: Certificate,
    beside: readonly Certificate[],
    { anchors, ownNetwork }: { anchors: readonly Certificate[]; ownNetwork: boolean },
  ): Promise<Certificate[]> {
    const chain = [leaf]
    for (let current = leaf; chain.length < DEPTH_MAX && !isSelfSigned(current); ) {
      const known = [...anchors, ...beside].find(
        (each) => !chain.includes(each) && current.isSignedBy(each),
      )
      const above: Certificate | undefined = known ?? (await this.#issuerOf(current, ownNetwork))
      if (above === undefined || chain.includes(above)) break
      chain.push(above)
      current = above
    }
    if (anchors.length === 0) return chain
    const last = chain.findLastIndex((each) =>
      anchors.some(({ fingerprint }) => fingerprint === each.fingerprint),
    )
    if (last < 0)
      throw new SealError(
        `the certificate of ${leaf.name} does not lead to any of the authorities given`,
      )
    return chain.slice(0, last + 1)
  }

  async #issuerOf(certificate: Certificate, ownNetwork: boolean): Promise<Certificate | undefined> {
    for (const address of issuerAddresses(certificate)) {
      try {
        const bytes = await exchange(address, {
          method: 'GET',
          timeoutMs: CALL_MS,
          guard: guardFor(ownNetwork),
          bytesMax: CERTIFICATE_BYTES_MAX,
        })
        const found = parseCertificate(bytes)
        if (certificate.isSignedBy(found)) return found
      } catch (error) {
        if (!(error instanceof NoAnswer || error instanceof EncodingError)) throw error
        // The next address may have it; without any, the chain ends here.
      }
    }
    return undefined
  }

  /**
   * Proves that the first certificate of a chain is valid now: what a validator needs for it, made or fetched after
   * what it signed.
   * @param chain as returned by {@link chainOf}: the last one is the trust anchor
   * @throws SealError, also if one is revoked
   */
  async collectValidationData(
    chain: readonly Certificate[],
    ownNetwork: boolean,
  ): Promise<ValidationData> {
    const [leaf] = chain
    const anchor = chain.at(-1)
    if (leaf === undefined || anchor === undefined) throw new SealError('there is no certificate')
    const files: RevocationFile[] = []
    const source = this.#files[ownNetwork ? 'anywhere' : 'public']
    for (const [index, certificate] of chain.entries()) {
      const issuer = chain[index + 1]
      if (issuer === undefined || needsNoRevocation(certificate)) continue
      files.push(await this.#about(source.answers, certificate, issuer))
      // Besides, where there is one: some programs find it harder to prove the past with answers than with lists.
      const list = await source.lists.about(certificate, issuer).catch(noneIfNoAnswer)
      if (list?.kind === 'crl') files.push(list)
    }
    const nowMs = this.#clock.now()
    const material = {
      certificates: chain,
      roots: [anchor],
      revocations: files.flatMap(({ statements }) => statements),
    }
    const verdict = validateChain(leaf, material, { atMs: nowMs, madeMs: nowMs }, 'signature')
    const [first] = verdict.problems
    if (first !== undefined) throw new SealError(uncapitalised(first.detail))
    if (!verdict.trusted || !verdict.covered)
      throw new SealError(`the validity of the certificate of ${leaf.name} cannot be determined`)
    const of = (kind: RevocationFile['kind']): Buffer[] => [
      ...new Map(
        files.filter((each) => each.kind === kind).map(({ der }) => [der.toString('base64'), der]),
      ).values(),
    ]
    return { certificates: chain.map(({ der }) => der), crls: of('crl'), ocsps: of('ocsp') }
  }

  async #about(source: RevocationFiles, certificate: Certificate, issuer: Certificate) {
    try {
      return await source.about(certificate, issuer)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      throw new SealError(error.message, { cause: error, kind: 'status_unknown' })
    }
  }
}

const uncapitalised = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')
