/** Signatures by every algorithm in use are checked by exactly the one they name; what is weak is called weak. */
import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CoveredDigests } from '../../../src/pades/covered-digests.ts'
import * as der from '../../../src/pades/der.ts'
import { OID } from '../../../src/pades/oids.ts'
import { verdictOfProblems } from '../../../src/pades/verdicts.ts'
import { checkCms, type Signable } from '../../../src/pades/verify-cms.ts'
import { ownerOf, RSA_SHA256, type Scheme, signedBytes } from '../../support/small-pki.ts'

const DATA = Buffer.from('%PDF-1.7 what was signed')
const over = (data: Buffer): Signable => ({
  digest: (name) =>
    createHash(name, name === 'shake256' ? { outputLength: 64 } : {})
      .update(data)
      .digest(),
  bytes: () => data,
})
const found = (cms: Buffer, data = DATA) => {
  const { problems } = checkCms(cms, over(data))
  return { codes: problems.map(({ code }) => code), verdict: verdictOfProblems(problems) }
}

const bare = (oid: string): Buffer => der.sequence(der.oid(oid))
const by = (algorithm: Buffer, digest: string | null): Scheme => ({
  algorithm,
  sign: (data, key) => sign(digest, data, key),
})
const pss = (digest: string, salt: number, masked: string = OID.sha256): Scheme => ({
  algorithm: der.sequence(
    der.oid(OID.rsaPss),
    der.sequence(
      der.explicit(0, bare(OID.sha256)),
      der.explicit(1, der.sequence(der.oid('1.2.840.113549.1.1.8'), bare(masked))),
      der.explicit(2, der.integer(salt)),
    ),
  ),
  sign: (data, key) =>
    sign(digest, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }),
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsaOwner = ownerOf('Ada', rsa, { scheme: RSA_SHA256 })
type Pair = { publicKey: KeyObject; privateKey: KeyObject }
const ownerBy = (pair: Pair, scheme: Scheme) => ownerOf('Bob', pair, { scheme })

const SHAKE = '2.16.840.1.101.3.4.2.12'
const ed25519 = by(bare('1.3.101.112'), null)
const ed448 = by(bare('1.3.101.113'), null)
const sha1Rsa = by(der.algorithm('1.2.840.113549.1.1.5'), 'sha1')

test('SHAKE256 over a file in two parts is as long as over one', () => {
  const covered = [DATA.subarray(0, 5), DATA.subarray(5)] as const
  expect(new CoveredDigests().of('shake256', covered)).toEqual(over(DATA).digest('shake256'))
})

describe('what holds', () => {
  test.each<[string, () => Buffer]>([
    ['RSA with SHA-256', () => signedBytes(DATA, rsaOwner, { scheme: RSA_SHA256 })],
    [
      'RSA that names only the key',
      () => signedBytes(DATA, rsaOwner, { scheme: by(der.algorithm(OID.rsaEncryption), 'sha256') }),
    ],
    ['RSASSA-PSS', () => signedBytes(DATA, rsaOwner, { scheme: pss('sha256', 32) })],
    [
      'RSASSA-PSS with a salt of 20',
      () => signedBytes(DATA, rsaOwner, { scheme: pss('sha256', 20) }),
    ],
    [
      'Ed25519',
      () =>
        signedBytes(DATA, ownerBy(generateKeyPairSync('ed25519'), ed25519), {
          scheme: ed25519,
          digestOid: OID.sha512,
          digest: 'sha512',
        }),
    ],
    [
      'Ed448',
      () =>
        signedBytes(DATA, ownerBy(generateKeyPairSync('ed448'), ed448), {
          scheme: ed448,
          digestOid: SHAKE,
          digest: 'shake256',
        }),
    ],
    [
      'ECDSA with SHA3-256',
      () => {
        const scheme = by(bare('2.16.840.1.101.3.4.3.10'), 'sha3-256')
        const owner = ownerBy(generateKeyPairSync('ec', { namedCurve: 'P-384' }), scheme)
        return signedBytes(DATA, owner, {
          scheme,
          digestOid: '2.16.840.1.101.3.4.2.8',
          digest: 'sha3-256',
        })
      },
    ],
    [
      'a signature without attributes',
      () => signedBytes(DATA, rsaOwner, { scheme: RSA_SHA256, attributes: 'none' }),
    ],
  ])('%s', (_name, make) => {
    const cms = make()
    expect(found(cms)).toEqual({ codes: [], verdict: 'valid' })
    expect(found(cms, Buffer.from('other bytes')).verdict).toBe('changed')
  })
})

describe('what holds by a method that is too weak is weak, and not changed', () => {
  test('SHA-1', () => {
    const cms = signedBytes(DATA, rsaOwner, {
      scheme: sha1Rsa,
      digestOid: OID.sha1,
      digest: 'sha1',
    })
    expect(found(cms)).toEqual({ codes: ['digest_weak'], verdict: 'weak' })
    expect(found(cms, Buffer.from('x')).verdict).toBe('changed')
  })

  test('RSA of 1024 bits', () => {
    const owner = ownerBy(generateKeyPairSync('rsa', { modulusLength: 1024 }), RSA_SHA256)
    const cms = signedBytes(DATA, owner, { scheme: RSA_SHA256 })
    expect(found(cms)).toEqual({ codes: ['key_weak'], verdict: 'weak' })
  })
})

describe('the algorithm that the signature names is the one it is checked by', () => {
  test.each<[string, Buffer]>([
    ['another digest', der.algorithm(OID.sha512WithRsa)],
    ['another kind of key', bare(OID.ecdsaWithSha256)],
    ['another padding', pss('sha256', 32).algorithm],
  ])('%s does not hold', (_name, algorithm) => {
    const cms = signedBytes(DATA, rsaOwner, { scheme: { ...RSA_SHA256, algorithm } })
    expect(found(cms)).toEqual({ codes: ['signature_broken'], verdict: 'changed' })
  })
})

describe('what cannot be checked is not called changed', () => {
  test.each<[string, () => Buffer, string]>([
    [
      'an unknown algorithm',
      () => signedBytes(DATA, rsaOwner, { scheme: { ...RSA_SHA256, algorithm: bare('1.2.3.4') } }),
      'algorithm_unknown',
    ],
    [
      'an unknown digest',
      () => signedBytes(DATA, rsaOwner, { scheme: RSA_SHA256, digestOid: '1.2.3.4' }),
      'algorithm_unknown',
    ],
    [
      'RSASSA-PSS that masks by another digest',
      () => signedBytes(DATA, rsaOwner, { scheme: pss('sha256', 32, OID.sha512) }),
      'algorithm_unknown',
    ],
    [
      'no digest of the document among the attributes',
      () => signedBytes(DATA, rsaOwner, { scheme: RSA_SHA256, attributes: 'no-digest' }),
      'attributes_missing',
    ],
  ])('%s', (_name, make, code) => {
    expect(found(make())).toEqual({ codes: [code], verdict: 'not_checkable' })
  })
})
