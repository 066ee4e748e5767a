/** Keys of the authority as PKCS#12 files (RFC 7292), for backups and for moving them. */
import forge from 'node-forge'
import { FatalError } from '../kernel/invariant.ts'
import type { AuthorityKey } from './issuance.ts'

const ITERATIONS = 600_000

const binary = (der: Uint8Array): forge.util.ByteStringBuffer =>
  forge.util.createBuffer(Buffer.from(der).toString('binary'))

/**
 * A key with its certificate and chain, encrypted with AES-256 under a password.
 * @throws FatalError for a key that is in a token and cannot leave it
 */
export function toPkcs12(key: AuthorityKey, password: string): Buffer {
  const pkcs8 = key.export()
  if (pkcs8 === undefined)
    throw new FatalError(`${key.facts.label} is in a PKCS#11 token, which has its own backups`)
  const privateKey = forge.pki.privateKeyFromAsn1(forge.asn1.fromDer(binary(pkcs8)))
  const certificates = [key.facts.certificate, ...key.facts.chain].map(({ der }) =>
    forge.pki.certificateFromAsn1(forge.asn1.fromDer(binary(der))),
  )
  const file = forge.pkcs12.toPkcs12Asn1(privateKey, certificates, password, {
    algorithm: 'aes256',
    count: ITERATIONS,
    friendlyName: key.facts.label,
  })
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary')
}
