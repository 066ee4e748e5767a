import groups from './oids.json' with { type: 'json' }

/** Object identifiers, by their names in the standards. */
export const OID = {
  ...groups['digests and signatures'],
  ...groups['CMS (RFC 5652, 5035, 3161)'],
  ...groups['names (X.520)'],
  ...groups['extensions (RFC 5280)'],
  ...groups['ETSI EN 319 412-5, 4.2 and 4.3'],
  ...groups['ETSI EN 319 412-1, 5.2: the certificate is too short-lived to be revoked'],
} as const

/** Digest algorithms by OID, as node:crypto names them. SHA-1 and weaker are rejected by not being listed. */
export const DIGESTS: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
}
