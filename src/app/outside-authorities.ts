/** External time-stamping authorities, from the settings: their trusted roots, and the hosts we may fetch from. */
import type { Config } from '../config/config.ts'
import { addressKind, hostOf } from '../egress/addresses.ts'
import type { AddressGuard } from '../egress/client.ts'
import { isSelfSigned } from '../pades/certificate.ts'
import { readCertificateFolder } from '../pki/certificate-folder.ts'
import type { OutsideConfig } from '../pki/open.ts'
import type { TrustedCertificates } from '../pki/outside-trust.ts'
import type { FailedStamp } from '../pki/outside-tsa.ts'

/** Certificates of the operator's folder, roots and others. @throws TrustError naming the file */
export function trustedOutside({ trustDir }: Config['tsa']): TrustedCertificates {
  const all = readCertificateFolder(trustDir).map(({ certificate }) => certificate)
  return { roots: all.filter(isSelfSigned), others: all.filter((each) => !isSelfSigned(each)) }
}

/**
 * Revocation lists may be on the public internet, at configured hosts, or on the private network if the operator
 * allows it.
 */
const guardFor =
  ({ authorities, privateAllowed }: Config['tsa']): AddressGuard =>
  (url, addresses) => {
    if (authorities.some((each) => hostOf(new URL(each.url)) === hostOf(url))) return
    const kinds = addresses.map(addressKind)
    const allowed = kinds.every((kind) => kind === 'public' || (privateAllowed && kind === 'own'))
    if (kinds.length === 0 || !allowed)
      throw new Error(`${hostOf(url)} does not lead to the public internet (PARAPH_TSA_PRIVATE)`)
  }

/** Options for the authority; none if the built-in one issues time-stamps. */
export function outsideAuthorities(
  config: Config['tsa'],
  report: (failed: FailedStamp) => void,
): { outside?: OutsideConfig } {
  const { authorities, timeoutMs } = config
  if (authorities.length === 0) return {}
  const guard = guardFor(config)
  return { outside: { authorities, timeoutMs, report, guard, trusted: trustedOutside(config) } }
}
