/** Certificates in the operator's folder, as PEM or DER. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EncodingError } from '../pades/ber.ts'
import { type Certificate, parseCertificate } from '../pades/certificate.ts'

/** A file in the folder that is not what it should be; the service does not start with one. */
export class TrustError extends Error {
  override readonly name = 'TrustError'
}

const CERTIFICATE_FILE = /\.(?:pem|crt|cer|der)$/i
const PEM = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g

function certificatesIn(bytes: Buffer): Buffer[] {
  const blocks = [...bytes.toString('latin1').matchAll(PEM)]
  if (blocks.length === 0) return [bytes]
  return blocks.map(([, base64 = '']) => Buffer.from(base64, 'base64'))
}

/** Every certificate in a file, PEM or DER. @throws TrustError naming the file */
export function certificatesInFile(path: string): Certificate[] {
  return certificatesIn(readFileSync(path)).map((der) => certificateIn(path, der))
}

function certificateIn(file: string, der: Buffer): Certificate {
  try {
    return parseCertificate(der)
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    throw new TrustError(`${file} contains no readable certificate`, { cause: error })
  }
}

/**
 * Every certificate in the folder; files of other kinds are ignored.
 * @param folder empty: none
 * @throws TrustError naming the file
 */
export function readCertificateFolder(folder: string) {
  if (folder === '') return []
  const names = readdirSync(folder).filter((name) => CERTIFICATE_FILE.test(name))
  return names.sort().flatMap((file) =>
    certificatesIn(readFileSync(join(folder, file))).map((der) => ({
      file,
      certificate: certificateIn(file, der),
    })),
  )
}
