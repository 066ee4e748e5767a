/**
 * Parses a certificate body before it is signed, with a different parser than the writer's, and checks it against RFC
 * 5280, ETSI EN 319 412-1, -2, -3 and its profile. One finding per broken rule, with its clause.
 */
import { createPublicKey } from 'node:crypto'
import { AsnConvert, AsnParser, type OctetString } from '@peculiar/asn1-schema'
import {
  AuthorityInfoAccessSyntax,
  BasicConstraints,
  CertificatePolicies,
  ExtendedKeyUsage,
  type Extension,
  KeyUsage,
  type Name,
  SubjectKeyIdentifier,
  TBSCertificate,
} from '@peculiar/asn1-x509'
import { OID } from '../pades/oids.ts'
import { OF_PEOPLE } from '../pades/qc-statements.ts'
import { curveOf, KEY_BITS, KEY_KINDS } from './keys.ts'
import { KEY_USAGE, type Profile } from './profiles.ts'

/** A broken rule. */
interface LintFinding {
  /** The standard and its clause. */
  rule: string
  detail: string
}

const VALIDITY_TOLERANCE_MS = 15 * 60_000
const SERIAL_BYTES_MAX = 20
const SERIAL_BITS_MIN = 64

const SIGNED_WITH: ReadonlySet<string> = new Set([
  OID.sha256WithRsa,
  OID.ecdsaWithSha256,
  OID.ecdsaWithSha384,
])
const CURVES = KEY_KINDS.map(curveOf)

class Lint {
  readonly findings: LintFinding[] = []
  readonly tbs: TBSCertificate
  readonly profile: Profile

  constructor(tbs: TBSCertificate, profile: Profile) {
    this.tbs = tbs
    this.profile = profile
  }

  check(holds: boolean, rule: string, detail: string): void {
    if (!holds) this.findings.push({ rule, detail })
  }

  extension(type: string): Extension | undefined {
    return this.tbs.extensions?.find(({ extnID }) => extnID === type)
  }

  parsed<T>(type: string, schema: new () => T): T | undefined {
    const extension = this.extension(type)
    return extension === undefined
      ? undefined
      : AsnParser.parse(extension.extnValue as OctetString, schema)
  }
}

const attributes = (name: Name): Map<string, string> =>
  new Map(name.flatMap((set) => set.map((pair) => [pair.type, pair.value.toString()] as const)))

function frame(lint: Lint): void {
  const { tbs } = lint
  const serial = Buffer.from(tbs.serialNumber)
  lint.check(tbs.version === 2, 'RFC 5280, 4.1.2.1', 'the version must be 3')
  lint.check(
    serial.length <= SERIAL_BYTES_MAX && (serial[0] ?? 0x80) < 0x80,
    'RFC 5280, 4.1.2.2',
    'the serial number must be positive and have at most 20 bytes',
  )
  lint.check(
    serial.length * 8 >= SERIAL_BITS_MIN,
    'EN 319 411-1, 6.6.1',
    'the serial number must have at least 64 random bits',
  )
  lint.check(
    SIGNED_WITH.has(tbs.signature.algorithm),
    'ETSI TS 119 312',
    'it must be signed with RSA and SHA-256, or with ECDSA and the SHA-2 of its curve',
  )
  const types = (tbs.extensions ?? []).map(({ extnID }) => extnID)
  lint.check(new Set(types).size === types.length, 'RFC 5280, 4.2', 'no extension occurs twice')
  lint.check(
    !types.includes(OID.qcStatements),
    'EN 319 412-5',
    'a certificate that is not qualified has no QCStatements',
  )
}

function key(lint: Lint): void {
  const spki = Buffer.from(AsnConvert.serialize(lint.tbs.subjectPublicKeyInfo))
  const parsed = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const { modulusLength = 0, publicExponent, namedCurve } = parsed.asymmetricKeyDetails ?? {}
  const isEc = parsed.asymmetricKeyType === 'ec' && namedCurve !== undefined
  lint.check(
    isEc
      ? CURVES.includes(namedCurve)
      : parsed.asymmetricKeyType === 'rsa' && modulusLength >= KEY_BITS,
    'ETSI TS 119 312',
    `the key must be RSA of ${KEY_BITS} bits, or on the curve P-256 or P-384`,
  )
  lint.check(isEc || publicExponent === 65_537n, 'ETSI TS 119 312', 'the exponent must be 65537')
}

function validity(lint: Lint): void {
  const { notBefore, notAfter } = lint.tbs.validity
  const lasts = notAfter.getTime().getTime() - notBefore.getTime().getTime()
  lint.check(lasts > 0, 'RFC 5280, 4.1.2.5', 'the validity must not be empty')
  lint.check(
    lasts <= lint.profile.validityMs + VALIDITY_TOLERANCE_MS,
    'profile',
    'the validity is longer than the profile allows',
  )
}

function names(lint: Lint): void {
  const issuer = attributes(lint.tbs.issuer)
  for (const type of [OID.country, OID.organization, OID.organizationIdentifier, OID.commonName])
    lint.check(issuer.has(type), 'EN 319 412-2, 4.2.3.1', `the issuer's name needs ${type}`)
  const subject = attributes(lint.tbs.subject)
  const need = (rule: string, ...types: readonly string[]): void => {
    for (const type of types)
      lint.check(subject.has(type), rule, `the subject's name needs ${type}`)
  }
  const country = subject.get(OID.country)
  lint.check(
    // For a person it is stated if known, and otherwise omitted.
    country === undefined ? lint.profile.subject === 'natural' : /^[A-Z]{2}$/.test(country),
    'EN 319 412-2, 4.2.4',
    "the subject's country must be two letters",
  )
  if (lint.profile.subject === 'natural') {
    need('EN 319 412-2, 4.2.4', OID.commonName, OID.serialNumber)
    lint.check(
      OF_PEOPLE.some((type) => subject.has(type)),
      'EN 319 412-2, 4.2.4',
      "the subject's name needs a given name, a surname or a pseudonym",
    )
  } else need('EN 319 412-3, 4.2.1', OID.organization, OID.organizationIdentifier, OID.commonName)
}

function usages(lint: Lint): void {
  const usage = lint.parsed(OID.keyUsage, KeyUsage)
  const wanted = lint.profile.keyUsage.reduce((bits, use) => bits | (1 << KEY_USAGE[use]), 0)
  lint.check(usage?.toNumber() === wanted, 'profile', 'keyUsage differs from the profile')
  lint.check(
    lint.extension(OID.keyUsage)?.critical === true,
    'EN 319 412-2, 4.3.2',
    'keyUsage must be critical',
  )
  const extended = lint.parsed(OID.extendedKeyUsage, ExtendedKeyUsage)
  const expected = lint.profile.extendedKeyUsage
  lint.check(
    (extended?.join() ?? '') === (expected?.oid ?? ''),
    'profile',
    'extendedKeyUsage differs from the profile',
  )
  lint.check(
    (lint.extension(OID.extendedKeyUsage)?.critical ?? false) === (expected?.critical ?? false),
    expected?.oid === OID.timeStamping ? 'RFC 3161, 2.3' : 'RFC 5280, 4.2.1.12',
    'extendedKeyUsage has the wrong criticality',
  )
}

function authority(lint: Lint): void {
  const constraints = lint.parsed(OID.basicConstraints, BasicConstraints)
  const { ca } = lint.profile
  lint.check(
    (constraints?.cA ?? false) === (ca !== undefined),
    'RFC 5280, 4.2.1.9',
    'basicConstraints differ from the profile',
  )
  lint.check(
    ca === undefined || lint.extension(OID.basicConstraints)?.critical === true,
    'RFC 5280, 4.2.1.9',
    'basicConstraints of an authority must be critical',
  )
  lint.check(
    constraints?.pathLenConstraint === ca?.pathLength,
    'profile',
    'the path length differs from the profile',
  )
}

function identifiers(lint: Lint): void {
  lint.check(
    lint.extension(OID.authorityKeyIdentifier)?.critical === false,
    'EN 319 412-2, 4.3.1',
    'authorityKeyIdentifier must be there and not critical',
  )
  const subject = lint.parsed(OID.subjectKeyIdentifier, SubjectKeyIdentifier)
  lint.check(subject?.byteLength === 20, 'RFC 5280, 4.2.1.2', 'subjectKeyIdentifier must be there')
}

function publication(lint: Lint): void {
  const isRoot = lint.profile.isRoot === true
  const policies = lint.parsed(OID.certificatePolicies, CertificatePolicies)
  lint.check(
    isRoot || (policies?.length ?? 0) > 0,
    'EN 319 412-2, 4.3.3',
    'certificatePolicies must be there',
  )
  lint.check(
    isRoot || lint.extension(OID.authorityInfoAccess)?.critical === false,
    'EN 319 412-2, 4.4.1',
    'authorityInfoAccess must be there and not critical',
  )
  const access = lint.parsed(OID.authorityInfoAccess, AuthorityInfoAccessSyntax)
  const methods = (access ?? []).map(({ accessMethod }) => accessMethod)
  lint.check(
    isRoot || methods.includes(OID.accessCaIssuers),
    'EN 319 412-2, 4.4.1',
    'authorityInfoAccess must name the issuer certificate',
  )
  lint.check(
    methods.includes(OID.accessOcsp) === (lint.profile.namesResponder === true),
    'profile',
    'the OCSP responder in authorityInfoAccess differs from the profile',
  )
  lint.check(
    (lint.extension(OID.ocspNoCheck) !== undefined) === (lint.profile.noRevocationCheck === true),
    'RFC 6960, 4.2.2.2.1',
    'ocsp-nocheck differs from the profile',
  )
  lint.check(
    isRoot ||
      lint.profile.noRevocationCheck === true ||
      lint.extension(OID.crlDistributionPoints)?.critical === false,
    'EN 319 412-2, 4.3.11',
    'crlDistributionPoints must be there and not critical',
  )
  lint.check(
    (lint.extension(OID.validityAssuredShortTerm) !== undefined) ===
      (lint.profile.shortTerm === true),
    'EN 319 412-1, 5.2.2',
    'the validity-assured extension differs from the profile',
  )
}

/** Every rule the body breaks; empty if it may be signed. */
export function lintCertificate(body: Buffer, profile: Profile): LintFinding[] {
  const lint = new Lint(AsnParser.parse(body, TBSCertificate), profile)
  for (const rule of [frame, key, validity, names, usages, authority, identifiers, publication])
    rule(lint)
  return lint.findings
}
