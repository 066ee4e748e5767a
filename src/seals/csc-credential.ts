/** What both kinds of caller of a remote signature service share: reading a credential, ordering a signature. */
import { membersOf, textsOf } from '../kernel/type-guards.ts'
import type { SigningAlgorithm } from '../pades/signing-algorithm.ts'
import { SealError } from './place.ts'

type Members = Readonly<Record<string, unknown>>

const SIGNATURE_BYTES_MAX = 2_048

/** What credentials/info says. */
export interface Credential {
  certificates: readonly Buffer[]
  algorithms: readonly string[]
  /** How it is authorised, in the words of the standard: explicit, oauth2code and others. */
  mode: unknown
  needsPin: boolean
  /** Whether it asks for anything besides, such as a one-time password. */
  needsMore: boolean
}

const isPresent = (value: unknown): boolean => {
  const { presence } = membersOf(value)
  return presence === 'true' || presence === true
}

/** Whether the credential asks for a PIN, and for anything else: both versions of the standard say it differently. */
function authorisationOf(members: Members, version: 1 | 2) {
  if (version === 1)
    return {
      mode: members.authMode,
      needsPin: isPresent(members.PIN),
      needsMore: isPresent(members.OTP),
    }
  const { mode, objects } = membersOf(members.auth)
  const ids = Array.isArray(objects) ? objects.map((each) => String(membersOf(each).id)) : []
  return {
    mode,
    needsPin: ids.includes('PIN'),
    needsMore: ids.some((id) => id !== 'PIN'),
  }
}

/** Reads it. @throws SealError when the key or its certificate is not ready to sign */
export function credentialOf(members: Members, version: 1 | 2): Credential {
  const { status, algo } = membersOf(members.key)
  const { status: certificateStatus, certificates } = membersOf(members.cert)
  const kind = 'certificate'
  if (status !== 'enabled')
    throw new SealError('the provider says that the key is not enabled', { kind })
  if (certificateStatus !== undefined && certificateStatus !== 'valid')
    throw new SealError('the provider says that the certificate is not valid', { kind })
  const ders = textsOf(certificates).map((each) => Buffer.from(each, 'base64'))
  return { certificates: ders, algorithms: textsOf(algo), ...authorisationOf(members, version) }
}

/** The members of an order to sign one hash, as each version of the standard names them. */
export function signOrder({
  hash,
  algorithm,
  algorithms,
  version,
}: {
  /** Base64. */
  hash: string
  algorithm: SigningAlgorithm
  /** Those that the credential names, as OIDs. */
  algorithms: readonly string[]
  version: 1 | 2
}) {
  const { digestOid, oid, keyOid, parameters } = algorithm
  return {
    hashes: version === 1 ? { hash: [hash] } : { hashes: [hash] },
    digestName: version === 1 ? { hashAlgo: digestOid } : { hashAlgorithmOID: digestOid },
    how: {
      signAlgo: algorithms.includes(oid) ? oid : keyOid,
      ...(parameters !== undefined && { signAlgoParams: parameters.toString('base64') }),
    },
  }
}

/** The one signature in an answer, not checked yet. @throws SealError */
export function signatureIn({ signatures }: Members): Buffer {
  const [first, ...others] = textsOf(signatures)
  const value = Buffer.from(first ?? '', 'base64')
  if (others.length > 0 || value.length === 0 || value.length > SIGNATURE_BYTES_MAX)
    throw new SealError('the provider’s answer does not contain exactly one signature')
  return value
}
