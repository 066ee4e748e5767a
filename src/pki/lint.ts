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
import rules from './lint-rules.json' with { type: 'json' }
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

  /** Checks a rule of lint-rules.json. */
  rule(holds: boolean, name: keyof typeof rules): void {
    if (!holds) this.findings.push(rules[name])
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
  lint.rule(tbs.version === 2, 'version')
  lint.rule(serial.length <= SERIAL_BYTES_MAX && (serial[0] ?? 0x80) < 0x80, 'serial_positive')
  lint.rule(serial.length * 8 >= SERIAL_BITS_MIN, 'serial_random')
  lint.rule(SIGNED_WITH.has(tbs.signature.algorithm), 'signature_algorithm')
  const types = (tbs.extensions ?? []).map(({ extnID }) => extnID)
  lint.rule(new Set(types).size === types.length, 'extension_once')
  lint.rule(!types.includes(OID.qcStatements), 'no_qc_statements')
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
  lint.rule(isEc || publicExponent === 65_537n, 'key_exponent')
}

function validity(lint: Lint): void {
  const { notBefore, notAfter } = lint.tbs.validity
  const lasts = notAfter.getTime().getTime() - notBefore.getTime().getTime()
  lint.rule(lasts > 0, 'validity_empty')
  lint.rule(lasts <= lint.profile.validityMs + VALIDITY_TOLERANCE_MS, 'validity_long')
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
  lint.rule(
    // For a person it is stated if known, and otherwise omitted.
    country === undefined ? lint.profile.subject === 'natural' : /^[A-Z]{2}$/.test(country),
    'country',
  )
  if (lint.profile.subject === 'natural') {
    need('EN 319 412-2, 4.2.4', OID.commonName, OID.serialNumber)
    lint.rule(
      OF_PEOPLE.some((type) => subject.has(type)),
      'person_name',
    )
  } else need('EN 319 412-3, 4.2.1', OID.organization, OID.organizationIdentifier, OID.commonName)
}

function usages(lint: Lint): void {
  const usage = lint.parsed(OID.keyUsage, KeyUsage)
  const wanted = lint.profile.keyUsage.reduce((bits, use) => bits | (1 << KEY_USAGE[use]), 0)
  lint.rule(usage?.toNumber() === wanted, 'key_usage')
  lint.rule(lint.extension(OID.keyUsage)?.critical === true, 'key_usage_critical')
  const extended = lint.parsed(OID.extendedKeyUsage, ExtendedKeyUsage)
  const expected = lint.profile.extendedKeyUsage
  lint.rule((extended?.join() ?? '') === (expected?.oid ?? ''), 'extended_key_usage')
  lint.check(
    (lint.extension(OID.extendedKeyUsage)?.critical ?? false) === (expected?.critical ?? false),
    expected?.oid === OID.timeStamping ? 'RFC 3161, 2.3' : 'RFC 5280, 4.2.1.12',
    'extendedKeyUsage has the wrong criticality',
  )
}

function authority(lint: Lint): void {
  const constraints = lint.parsed(OID.basicConstraints, BasicConstraints)
  const { ca } = lint.profile
  lint.rule((constraints?.cA ?? false) === (ca !== undefined), 'basic_constraints')
  lint.rule(
    ca === undefined || lint.extension(OID.basicConstraints)?.critical === true,
    'basic_constraints_critical',
  )
  lint.rule(constraints?.pathLenConstraint === ca?.pathLength, 'path_length')
}

function identifiers(lint: Lint): void {
  lint.rule(
    lint.extension(OID.authorityKeyIdentifier)?.critical === false,
    'authority_key_identifier',
  )
  const subject = lint.parsed(OID.subjectKeyIdentifier, SubjectKeyIdentifier)
  lint.rule(subject?.byteLength === 20, 'subject_key_identifier')
}

function publication(lint: Lint): void {
  const isRoot = lint.profile.isRoot === true
  const policies = lint.parsed(OID.certificatePolicies, CertificatePolicies)
  lint.rule(isRoot || (policies?.length ?? 0) > 0, 'policies')
  lint.rule(
    isRoot || lint.extension(OID.authorityInfoAccess)?.critical === false,
    'authority_access',
  )
  const access = lint.parsed(OID.authorityInfoAccess, AuthorityInfoAccessSyntax)
  const methods = (access ?? []).map(({ accessMethod }) => accessMethod)
  lint.rule(isRoot || methods.includes(OID.accessCaIssuers), 'authority_access_issuer')
  lint.rule(
    methods.includes(OID.accessOcsp) === (lint.profile.namesResponder === true),
    'responder',
  )
  lint.rule(
    (lint.extension(OID.ocspNoCheck) !== undefined) === (lint.profile.noRevocationCheck === true),
    'ocsp_nocheck',
  )
  lint.rule(
    isRoot ||
      lint.profile.noRevocationCheck === true ||
      lint.extension(OID.crlDistributionPoints)?.critical === false,
    'list_points',
  )
  lint.rule(
    (lint.extension(OID.validityAssuredShortTerm) !== undefined) ===
      (lint.profile.shortTerm === true),
    'short_term',
  )
}

/** Every rule the body breaks; empty if it may be signed. */
export function lintCertificate(body: Buffer, profile: Profile): LintFinding[] {
  const lint = new Lint(AsnParser.parse(body, TBSCertificate), profile)
  for (const rule of [frame, key, validity, names, usages, authority, identifiers, publication])
    rule(lint)
  return lint.findings
}
