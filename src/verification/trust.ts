/** Roots that the operator trusts besides the service's own: certificates in a folder, as PEM or DER. */
import { isSelfSigned } from '../pades/certificate.ts'
import { readCertificateFolder, TrustFault } from '../pki/certificate-folder.ts'

/**
 * DER of every root in the folder; files of other kinds are ignored.
 * @param folder if empty, there are none
 * @throws TrustFault naming the file, also for a certificate that is not self-signed
 */
export const readTrustFolder = (folder: string): Buffer[] =>
  readCertificateFolder(folder).map(({ file, certificate }) => {
    if (isSelfSigned(certificate)) return certificate.der
    throw new TrustFault(`${file} contains a certificate that is not a root: it is not self-signed`)
  })
