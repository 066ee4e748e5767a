/** Whose word about a certificate counts (RFC 6960, 4.2.2.2): its issuer's, or that of a responder the issuer has named. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBer } from '../../../src/pades/ber.ts'
import type { Certificate } from '../../../src/pades/certificate.ts'
import * as der from '../../../src/pades/der.ts'
import { OID } from '../../../src/pades/oids.ts'
import { parseOcsp } from '../../../src/pades/revocation.ts'
import { asAuthority, EC_SHA256, ecOwner, type Owner, usages } from '../../support/small-pki.ts'

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const keyHash = ({ publicKeyInfo }: Certificate): Buffer =>
  sha256(readBer(publicKeyInfo).at(1).bits)
const GOOD = der.element(0x80)

/** An OCSP response that calls a certificate good, signed by anyone. */
function goodResponse(leaf: Certificate, issuer: Certificate, by: Owner): Buffer {
  const now = Date.now()
  const id = der.sequence(
    der.sequence(der.oid(OID.sha256)),
    der.octetString(sha256(issuer.subject)),
    der.octetString(keyHash(issuer)),
    der.integer(Buffer.from(leaf.serialHex.padStart(4, '0'), 'hex')),
  )
  const data = der.sequence(
    der.explicit(2, der.octetString(keyHash(by.certificate))),
    der.generalizedTime(now),
    der.sequence(der.sequence(id, GOOD, der.generalizedTime(now))),
  )
  const basic = der.sequence(
    data,
    EC_SHA256.algorithm,
    der.bitString(EC_SHA256.sign(data, by.key)),
    der.explicit(0, der.sequence(by.certificate.der)),
  )
  const wrapped = der.sequence(der.oid(OID.ocspBasic), der.octetString(basic))
  return der.sequence(der.enumerated(0), der.explicit(0, wrapped))
}

const issuer = ecOwner('Issuer', { extensions: [asAuthority] })
const stranger = ecOwner('Stranger', { extensions: [asAuthority] })
const leaf = ecOwner('Ada', { issuer })
const forOcsp = { extensions: [usages(OID.ocspSigning)] }

const said = (by: Owner) => {
  const [statement] = parseOcsp(goodResponse(leaf.certificate, issuer.certificate, by))
  return statement?.about(leaf.certificate, issuer.certificate)
}

test('the issuer of a certificate, and a responder that it has certified for this, are believed', () => {
  expect(said(issuer)).toEqual({})
  expect(said(ecOwner('Responder', { issuer, ...forOcsp }))).toEqual({})
})

test('a responder that somebody else has certified, or nobody for this, is not', () => {
  expect(said(ecOwner('Forged', { issuer: stranger, ...forOcsp }))).toBeUndefined()
  expect(said(ecOwner('Own', forOcsp))).toBeUndefined()
  expect(said(ecOwner('Any other leaf', { issuer }))).toBeUndefined()
})
