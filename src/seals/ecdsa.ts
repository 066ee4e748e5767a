/** The two encodings of ECDSA signatures: r and s concatenated (PKCS#11, some services), and DER (RFC 3279). */
import * as der from '../pades/der.ts'

/** DER of a signature in which r and s are concatenated. */
export function derOfEcdsa(plain: Uint8Array): Buffer {
  const half = plain.length / 2
  return der.sequence(der.integer(plain.subarray(0, half)), der.integer(plain.subarray(half)))
}
