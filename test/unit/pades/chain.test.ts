/** Chains are built and refused as RFC 5280 says: names, unknown critical extensions, purposes, several ways up. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as der from '../../../src/pades/der.ts'
import { OID } from '../../../src/pades/oids.ts'
import { type Purpose, validateChain } from '../../../src/pades/verify-chain.ts'
import {
  asAuthority,
  ecOwner,
  extension,
  type Owner,
  ownerOf,
  usages,
} from '../../support/small-pki.ts'

const judged = (
  leaf: Owner,
  {
    roots,
    between = [],
    purpose = 'signature',
  }: { roots: Owner[]; between?: Owner[]; purpose?: Purpose },
) => {
  const certificates = between.map(({ certificate }) => certificate)
  const material = {
    certificates,
    roots: roots.map(({ certificate }) => certificate),
    revocations: [],
  }
  const now = Date.now()
  const { trusted, problems } = validateChain(
    leaf.certificate,
    material,
    { atMs: now, madeMs: now },
    purpose,
  )
  const codes = problems.map(({ code }) => code)
  return { trusted, codes: codes.filter((code) => code !== 'revocation_unknown'), all: codes }
}

const directory = (...parts: [string, string][]): Buffer =>
  der.sequence(
    ...parts.map(([type, text]) => der.element(0x31, der.sequence(der.oid(type), der.utf8(text)))),
  )
const constraints = (permitted: Buffer[], excluded: Buffer[] = []): Buffer =>
  extension(
    OID.nameConstraints,
    der.sequence(
      ...(permitted.length > 0
        ? [der.explicit(0, ...permitted.map((each) => der.sequence(each)))]
        : []),
      ...(excluded.length > 0
        ? [der.explicit(1, ...excluded.map((each) => der.sequence(each)))]
        : []),
    ),
    true,
  )
const mail = (text: string): Buffer => der.implicit(1, Buffer.from(text))
const mailed = (address: string): Buffer =>
  extension(OID.subjectAltName, der.sequence(mail(address)))
const inFrance = der.explicit(4, directory([OID.country, 'FR']))

const root = ecOwner('Root', { extensions: [asAuthority] })
const below = (extensions: Buffer[]): Owner =>
  ecOwner('Issuing', { issuer: root, extensions: [asAuthority, ...extensions] })

describe('name constraints', () => {
  const named = (country: string, issuer: Owner): Owner =>
    ecOwner('', {
      issuer,
      subjectName: directory([OID.country, country], [OID.commonName, 'Ada']),
    })

  test.each<[string, Buffer, (issuer: Owner) => Owner, boolean]>([
    ['a country that is permitted', constraints([inFrance]), (by) => named('FR', by), true],
    ['the same in other letters', constraints([inFrance]), (by) => named('fr', by), true],
    ['a country that is not permitted', constraints([inFrance]), (by) => named('DE', by), false],
    ['a country that is excluded', constraints([], [inFrance]), (by) => named('FR', by), false],
    [
      'an address of the permitted host',
      constraints([mail('example.com')]),
      (by) => ecOwner('Ada', { issuer: by, extensions: [mailed('ada@example.com')] }),
      true,
    ],
    [
      'an address elsewhere',
      constraints([mail('example.com')]),
      (by) => ecOwner('Ada', { issuer: by, extensions: [mailed('ada@example.com.evil.org')] }),
      false,
    ],
    [
      'an address elsewhere, in the subject',
      constraints([mail('example.com')]),
      (by) =>
        ecOwner('', {
          issuer: by,
          subjectName: directory([OID.commonName, 'Ada'], [OID.emailAddress, 'ada@evil.org']),
        }),
      false,
    ],
  ])('%s', (_name, constraint, make, fits) => {
    const issuing = below([constraint])
    const { codes } = judged(make(issuing), { roots: [root], between: [issuing] })
    expect(codes).toEqual(fits ? [] : ['certificate_name_forbidden'])
  })
})

test('a critical extension that nobody here knows refuses the certificate, a plain one does not', () => {
  const odd = (critical: boolean) =>
    ecOwner('Ada', { issuer: root, extensions: [extension('1.2.3.4.5', der.nothing(), critical)] })
  expect(judged(odd(true), { roots: [root] }).codes).toEqual(['certificate_unprocessable'])
  expect(judged(odd(false), { roots: [root] }).codes).toEqual([])
})

describe('purposes', () => {
  test('who signs below an authority for time-stamps is not meant to sign documents', () => {
    const stamping = below([usages(OID.timeStamping)])
    const signer = ecOwner('Ada', { issuer: stamping })
    const unit = ecOwner('TSU', { issuer: stamping, extensions: [usages(OID.timeStamping)] })
    const given = { roots: [root], between: [stamping] }
    expect(judged(signer, given).codes).toEqual(['certificate_purpose'])
    expect(judged(unit, { ...given, purpose: 'timestamp' }).codes).toEqual([])
  })

  test('a time-stamp below an authority for documents is not meant for it', () => {
    const documents = below([usages(OID.documentSigning)])
    const unit = ecOwner('TSU', { issuer: documents, extensions: [usages(OID.timeStamping)] })
    const given = { roots: [root], between: [documents], purpose: 'timestamp' as const }
    expect(judged(unit, given).codes).toEqual(['certificate_purpose'])
  })
})

test('"no check" of a responder says nothing of a signer, who may have been revoked', () => {
  const signer = ecOwner('Ada', {
    issuer: root,
    extensions: [extension(OID.ocspNoCheck, der.nothing())],
  })
  const responder = ecOwner('OCSP', {
    issuer: root,
    extensions: [extension(OID.ocspNoCheck, der.nothing()), usages(OID.ocspSigning)],
  })
  expect(judged(signer, { roots: [root] }).all).toContain('revocation_unknown')
  expect(judged(responder, { roots: [root] }).all).not.toContain('revocation_unknown')
})

test('of two issuers with one name and key, the way that leads to a trusted root is found', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = ecOwner('Elsewhere', { extensions: [asAuthority] })
  const dead = ownerOf('Issuing', keys, { issuer: other, extensions: [asAuthority] })
  const good = ownerOf('Issuing', keys, { issuer: root, extensions: [asAuthority] })
  const signer = ecOwner('Ada', { issuer: dead })
  for (const between of [
    [dead, good],
    [good, dead],
  ])
    expect(judged(signer, { roots: [root], between })).toMatchObject({ trusted: true, codes: [] })
  expect(judged(signer, { roots: [root], between: [dead] }).codes).toEqual(['issuer_untrusted'])
})
