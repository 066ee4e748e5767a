/** Encrypts a finished PDF so that it opens only with a password (ISO 32000-2, 7.6: AES-256). */
import { openWhole } from './open-whole.ts'

/**
 * Gives the encrypted file. With the password a reader may read, print and fill in; only the owner
 * password, which is random and thrown away, would lift that.
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
  return document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  })
}
