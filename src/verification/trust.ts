/** Roots that the operator trusts besides the service's own: certificates in a folder, as PEM or DER. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EncodingFault } from '../pades/ber.ts'
import { isSelfSigned, parseCertificate } from '../pades/certificate.ts'

/** A file of the folder that is no certificate; the service does not start with one. */
export class TrustFault extends Error {
  override readonly name = 'TrustFault'
}

const CERTIFICATE_FILE = /\.(?:pem|crt|cer|der)$/i
const PEM = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g

function certificatesIn(bytes: Buffer): Buffer[] {
  const blocks = [...bytes.toString('latin1').matchAll(PEM)]
  if (blocks.length === 0) return [bytes]
  return blocks.map(([, base64 = '']) => Buffer.from(base64, 'base64'))
}

/**
 * DER of every root in the folder; files of other kinds are left alone.
 * @param folder empty: none
 * @throws TrustFault that names the file, also when a certificate did not sign itself
 */
export function readTrustFolder(folder: string): Buffer[] {
  if (folder === '') return []
  const names = readdirSync(folder).filter((name) => CERTIFICATE_FILE.test(name))
  return names.sort().flatMap((name) =>
    certificatesIn(readFileSync(join(folder, name))).map((der) => {
      try {
        const certificate = parseCertificate(der)
        if (isSelfSigned(certificate)) return certificate.der
      } catch (error) {
        if (!(error instanceof EncodingFault)) throw error
        throw new TrustFault(`${name} holds no certificate that can be read`, { cause: error })
      }
      throw new TrustFault(`${name} holds a certificate that is no root: it did not sign itself`)
    }),
  )
}
