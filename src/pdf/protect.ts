/** Encrypts a finished PDF so that it opens only with a password (ISO 32000-2, 7.6: AES-256). */
import type { PDFDocument } from 'pdf-lib'
import { invariant } from '../kernel/invariant.ts'
import { withStrings } from './decryption.ts'
import { openWhole } from './open-whole.ts'

/**
 * The library encrypts streams when it writes them, but not strings: readers would decrypt strings that were never
 * encrypted, and titles, names and values would be readable in the file.
 */
function encryptAllStrings({ context }: PDFDocument): void {
  const { security, trailerInfo } = context
  invariant(security !== undefined, 'the document was just encrypted')
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (ref !== trailerInfo.Encrypt) {
      const encrypt = security.getEncryptFn(ref.objectNumber, ref.generationNumber)
      context.assign(ref, withStrings(object, encrypt))
    }
}

/**
 * Returns the encrypted file. With the password, the document can be read, printed and filled in; only the owner
 * password, which is random and discarded, would permit more.
 */
export async function protectPdf(pdf: Uint8Array, password: string): Promise<Uint8Array> {
  const document = await openWhole(pdf)
  document.encrypt({
    userPassword: password,
    ownerPassword: crypto.randomUUID(),
    algorithm: 'AES-256',
    permissions: {
      printing: 'highResolution',
      copying: true,
      contentAccessibility: true,
      fillingForms: true,
    },
  })
  encryptAllStrings(document)
  return document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  })
}
