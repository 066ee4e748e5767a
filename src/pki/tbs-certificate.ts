/** Writes the part of a certificate that gets signed (RFC 5280, 4.1), from a profile and the facts of one case. */
import { createHash } from 'node:crypto'
import { readBer } from '../pades/ber.ts'
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import { usualAlgorithm } from '../pades/signing-algorithm.ts'
import { KEY_USAGE, type Profile } from './profiles.ts'

/** The facts of one certificate. */
export interface CertificateFacts {
  profile: Profile
  serial: Buffer
  /** DER names. */
  issuer: Buffer
  subject: Buffer
  /** DER of SubjectPublicKeyInfo of the subject and of the issuer. */
  publicKey: Buffer
  issuerKey: Buffer
  notBeforeMs: number
  notAfterMs: number
  /** The authority's base of policy OIDs. */
  policyBase: string
  /** Where the policy text is published, without a trailing slash; if empty, none is stated. */
  baseUrl: string
  /** Where issuers, lists and the responder are published, without a trailing slash; if empty, none is stated. */
  publishUrl: string
  /** File name parts of the issuer's certificate and list, under `publishUrl`/pki. */
  issuerLabel?: string
  email?: string
}

/** SHA-1 of the key bits (RFC 5280, 4.2.1.2, method 1): an identifier, not a safeguard. */
export const keyIdentifier = (publicKeyInfo: Buffer): Buffer =>
  createHash('sha1').update(readBer(publicKeyInfo).at(1).bits).digest()

/** One extension (RFC 5280, 4.1). */
export function extension(type: string, critical: boolean, value: Buffer): Buffer {
  return der.sequence(
    der.oid(type),
    ...(critical ? [der.boolean(true)] : []),
    der.octetString(value),
  )
}

const uri = (text: string): Buffer => der.implicit(6, Buffer.from(text, 'latin1'))

function policies({ profile, policyBase, baseUrl }: CertificateFacts): Buffer[] {
  if (profile.policy === undefined) return []
  const statement = der.sequence(der.oid(OID.cpsQualifier), der.ia5(`${baseUrl}/pki/policy`))
  const information = der.sequence(
    der.oid(profile.ca === undefined ? `${policyBase}.${profile.policy}` : OID.anyPolicy),
    ...(baseUrl === '' || profile.ca !== undefined ? [] : [der.sequence(statement)]),
  )
  return [extension(OID.certificatePolicies, false, der.sequence(information))]
}

function published({ profile, publishUrl, issuerLabel }: CertificateFacts): Buffer[] {
  if (publishUrl === '' || issuerLabel === undefined) return []
  const issuers = der.sequence(
    der.oid(OID.accessCaIssuers),
    uri(`${publishUrl}/pki/${issuerLabel}.crt`),
  )
  const responder =
    profile.namesResponder === true
      ? [der.sequence(der.oid(OID.accessOcsp), uri(`${publishUrl}/pki/ocsp`))]
      : []
  const access = extension(OID.authorityInfoAccess, false, der.sequence(...responder, issuers))
  if (profile.noRevocationCheck === true) return [access]
  const point = der.explicit(0, der.explicit(0, uri(`${publishUrl}/pki/${issuerLabel}.crl`)))
  const lists = der.sequence(der.sequence(point))
  return [access, extension(OID.crlDistributionPoints, false, lists)]
}

function basicConstraints({ ca }: Profile): Buffer[] {
  if (ca === undefined) return []
  const length = ca.pathLength === undefined ? [] : [der.integer(ca.pathLength)]
  return [extension(OID.basicConstraints, true, der.sequence(der.boolean(true), ...length))]
}

function extensions(facts: CertificateFacts): Buffer {
  const { profile } = facts
  const usage = profile.keyUsage.map((use) => KEY_USAGE[use])
  const extended = profile.extendedKeyUsage
  const all = [
    ...basicConstraints(profile),
    extension(OID.keyUsage, true, der.namedBits(...usage)),
    ...(extended === undefined
      ? []
      : [extension(OID.extendedKeyUsage, extended.critical, der.sequence(der.oid(extended.oid)))]),
    extension(
      OID.authorityKeyIdentifier,
      false,
      der.sequence(der.implicit(0, keyIdentifier(facts.issuerKey))),
    ),
    extension(OID.subjectKeyIdentifier, false, der.octetString(keyIdentifier(facts.publicKey))),
    ...policies(facts),
    ...published(facts),
    ...alternativeName(facts.email),
    ...(profile.shortTerm === true
      ? [extension(OID.validityAssuredShortTerm, false, der.nothing())]
      : []),
    ...(profile.noRevocationCheck === true
      ? [extension(OID.ocspNoCheck, false, der.nothing())]
      : []),
  ]
  return der.explicit(3, der.sequence(...all))
}

/** An address with non-ASCII letters is not allowed in rfc822Name and is omitted. */
function alternativeName(email: string | undefined): Buffer[] {
  if (email === undefined || !/^[\x21-\x7e]+$/.test(email)) return []
  const address = der.implicit(1, Buffer.from(email, 'latin1'))
  return [extension(OID.subjectAltName, false, der.sequence(address))]
}

/** The TBSCertificate. */
export function tbsCertificate(facts: CertificateFacts): Buffer {
  return der.sequence(
    der.explicit(0, der.integer(2)),
    der.integer(facts.serial),
    usualAlgorithm(facts.issuerKey).identifier,
    facts.issuer,
    der.sequence(der.time(facts.notBeforeMs), der.time(facts.notAfterMs)),
    facts.subject,
    facts.publicKey,
    extensions(facts),
  )
}

/**
 * Anything signed with the structure of a certificate or a list: body, algorithm, signature.
 * @param key DER of SubjectPublicKeyInfo of the key that signed
 */
export const signedShape = (body: Buffer, key: Buffer, signature: Buffer): Buffer =>
  der.sequence(body, usualAlgorithm(key).identifier, der.bitString(signature))
