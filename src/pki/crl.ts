/** Writes certificate revocation lists (RFC 5280, 5). */
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import { usualAlgorithm } from '../pades/signing-algorithm.ts'
import { extension, keyIdentifier, signedShape } from './tbs-certificate.ts'

/** One revoked certificate. */
interface Revoked {
  serial: Buffer
  atMs: number
  /** CRLReason (RFC 5280, 5.3.1); 0, unspecified, is omitted. */
  reason: number
}

/** The contents of a list. */
export interface CrlFacts {
  /** DER name and key of the authority that signs it. */
  issuer: Buffer
  issuerKey: Buffer
  /** Increases with every list. */
  number: number
  thisUpdateMs: number
  nextUpdateMs: number
  revoked: readonly Revoked[]
}

function revokedEntry({ serial, atMs, reason }: Revoked): Buffer {
  const extensions =
    reason === 0 ? [] : [der.sequence(extension(OID.reasonCode, false, der.enumerated(reason)))]
  return der.sequence(der.integer(serial), der.time(atMs), ...extensions)
}

/** Creates and signs a list. */
export async function makeCrl(facts: CrlFacts, sign: (data: Uint8Array) => Promise<Buffer>) {
  const authorityKey = der.sequence(der.implicit(0, keyIdentifier(facts.issuerKey)))
  const body = der.sequence(
    der.integer(1),
    usualAlgorithm(facts.issuerKey).identifier,
    facts.issuer,
    der.time(facts.thisUpdateMs),
    der.time(facts.nextUpdateMs),
    ...(facts.revoked.length === 0 ? [] : [der.sequence(...facts.revoked.map(revokedEntry))]),
    der.explicit(
      0,
      der.sequence(
        extension(OID.authorityKeyIdentifier, false, authorityKey),
        extension(OID.crlNumber, false, der.integer(facts.number)),
      ),
    ),
  )
  return signedShape(body, facts.issuerKey, await sign(body))
}
