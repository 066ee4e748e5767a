/** Certificate chains and revocation lists, judged offline from what a file brings along. */
import { createHash, verify as verifyWith } from 'node:crypto'
import { type Element, readBer } from './ber.ts'
import type { Certificate } from './certificate.ts'
import { OID } from './oids.ts'

/** A revocation list, read. */
export interface RevocationList {
  issuer: Buffer
  thisUpdateMs: number
  revoked: ReadonlyMap<string, number>
  isSignedBy(issuer: Certificate): boolean
}

/** What could be found out about a certificate's chain. */
export interface ChainVerdict {
  /** From the certificate to the last issuer that was found. */
  names: string[]
  trusted: boolean
  /** Whether there is a revocation list for every certificate but the root. */
  covered: boolean
  problems: string[]
}

const DEPTH_MAX = 10
const SIGNATURES: Readonly<Record<string, string>> = {
  [OID.sha256WithRsa]: 'sha256',
  [OID.sha384WithRsa]: 'sha384',
  [OID.sha512WithRsa]: 'sha512',
  [OID.ecdsaWithSha256]: 'sha256',
  [OID.ecdsaWithSha384]: 'sha384',
  [OID.ecdsaWithSha512]: 'sha512',
}

const isTime = ({ tag }: Element): boolean => tag === 0x17 || tag === 0x18

/** Reads a CertificateList. @throws EncodingFault */
export function parseList(der: Uint8Array): RevocationList {
  const root = readBer(der)
  const body = root.at(0)
  const digest = SIGNATURES[root.at(1).at(0).oid]
  const signature = root.at(2).bits
  const start = body.at(0).tag === 0x02 ? 1 : 0
  const rest = body.children.slice(start + 2)
  const times = rest.filter(isTime)
  const entries = rest.find(({ tag }) => tag === 0x30)?.children ?? []
  return {
    issuer: body.at(start + 1).raw,
    thisUpdateMs: times[0]?.time ?? 0,
    revoked: new Map(entries.map((entry) => [entry.at(0).integerHex, entry.at(1).time])),
    isSignedBy(issuer) {
      try {
        return digest !== undefined && verifyWith(digest, body.raw, issuer.publicKey, signature)
      } catch {
        return false
      }
    },
  }
}

/** The material a file brings, and whom the reader trusts. */
export interface TrustMaterial {
  certificates: readonly Certificate[]
  lists: readonly RevocationList[]
  roots: readonly Certificate[]
}

const isAuthority = (certificate: Certificate): boolean => {
  const constraints = certificate.extensions.get(OID.basicConstraints)
  return constraints !== undefined && readBer(constraints.value).children[0]?.content[0] === 0xff
}

function revocationProblem(
  certificate: Certificate,
  issuer: Certificate,
  lists: readonly RevocationList[],
  atMs: number,
): { covered: boolean; problem?: string } {
  const fitting = lists.filter(
    (list) => list.issuer.equals(issuer.subject) && list.isSignedBy(issuer),
  )
  for (const list of fitting) {
    const revokedMs = list.revoked.get(certificate.serialHex)
    if (revokedMs !== undefined && revokedMs <= atMs)
      return { covered: true, problem: `the certificate of ${certificate.name} was revoked` }
  }
  return { covered: fitting.length > 0 }
}

/** Follows a certificate up to a trusted root and judges it at a point in time. */
export function judgeChain(
  leaf: Certificate,
  { certificates, lists, roots }: TrustMaterial,
  atMs: number,
): ChainVerdict {
  const verdict: ChainVerdict = { names: [], trusted: false, covered: true, problems: [] }
  let current = leaf
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    verdict.names.push(current.name)
    if (atMs < current.notBeforeMs || atMs > current.notAfterMs)
      verdict.problems.push(`the certificate of ${current.name} was not valid at that time`)
    if (roots.some((root) => root.fingerprint === current.fingerprint)) {
      verdict.trusted = true
      return verdict
    }
    const issuer = [...roots, ...certificates].find(
      (each) =>
        each.fingerprint !== current.fingerprint && isAuthority(each) && current.isSignedBy(each),
    )
    if (issuer === undefined) break
    const { covered, problem } = revocationProblem(current, issuer, lists, atMs)
    verdict.covered &&= covered
    if (problem !== undefined) verdict.problems.push(problem)
    current = issuer
  }
  return verdict
}

/** SHA-256 of bytes in hexadecimal. */
export const fingerprintOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')
