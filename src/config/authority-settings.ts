/** Settings of the certificate authority, its keys, and time-stamp authorities of others. */
import { KEY_KINDS } from '../pki/keys.ts'
import { parseTsaAccess, parseTsaUrls } from '../pki/settings.ts'
import { anyText, integer, matching, oneOf, publicUrl, setting } from './setting-kinds.ts'

/** The rows of the table. */
export const AUTHORITY_SETTINGS = {
  PARAPH_CA_AUTOMATIC: setting(
    'Create the certification authority on first start, and the successor of its root in time; off: by "ca init" and "ca rotate --role root"',
    'on',
    oneOf('on', 'off'),
  ),
  PARAPH_CA_ORGANIZATION: setting(
    'Organization that runs the certification authority, as named in its certificates',
    'Paraph',
    matching(/^.{1,50}$/u, 'must have 1 to 50 characters'),
  ),
  PARAPH_CA_ORGANIZATION_ID: setting(
    'Identifier of that organization, e.g. NTRFR-123456789; empty: derived from the name',
    '',
    matching(
      /^(|[A-Z]{3}[A-Z]{2}-.{1,50}|[A-Z]{2}:[A-Z]{2}-.{1,50})$/u,
      'must be an identifier such as NTRFR-123456789 (EN 319 412-1, 5.1.4)',
    ),
  ),
  PARAPH_CA_COUNTRY: setting(
    'Country of that organization',
    'FR',
    matching(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)'),
  ),
  // Short on purpose: an arc derived from a UUID (2.25.…) exceeds the 31 bits that certificate linters, and every Go
  // program, can parse. The default lies under the number that RFC 5612 reserves for examples: it identifies no
  // operator's policy, the text at its address does. A private enterprise number costs nothing (RFC 9371).
  PARAPH_CA_POLICY_OID: setting(
    'Base of the policy OIDs in certificates; the default is an example: use one under your own enterprise number (IANA, free)',
    '1.3.6.1.4.1.32473.1',
    matching(
      /^[0-2](\.(0|[1-9]\d{0,38})){2,20}$/,
      'must be an object identifier such as 1.3.6.1.4.1.99999.1',
    ),
  ),
  PARAPH_PKI_URL: setting(
    'Address that certificates give for CRLs, issuers and OCSP (/pki), preferably plain HTTP; empty: PARAPH_BASE_URL over HTTP',
    '',
    publicUrl,
  ),
  PARAPH_CA_PASSPHRASE: setting(
    "Passphrase that encrypts the authority's keys; empty: use a key file in the data folder",
    '',
    anyText,
  ),
  PARAPH_CA_ALGORITHM: setting(
    "Kind of the authority's new keys; a change applies to the keys that are created after it",
    'rsa-4096',
    oneOf(...KEY_KINDS),
  ),
  PARAPH_SIGNER_KEYS: setting(
    'Kind of the key that each signature gets: rsa-4096 takes seconds of processor time, the others none worth counting',
    'rsa-4096',
    oneOf(...KEY_KINDS),
  ),
  PARAPH_CA_KEYS: setting(
    'Where the authority generates new keys: file (encrypted, in the database) or pkcs11 (in a token)',
    'file',
    oneOf('file', 'pkcs11'),
  ),
  PARAPH_PKCS11_MODULE: setting(
    "PKCS#11 module of the token with the authority's keys, e.g. /usr/lib/softhsm/libsofthsm2.so; empty: none",
    '',
    anyText,
  ),
  PARAPH_PKCS11_TOKEN: setting('Label of that token', '', anyText),
  PARAPH_PKCS11_PIN: setting('User PIN of that token', '', anyText),
  PARAPH_PKCS11_KEYS: setting(
    'made: the service generates its keys in the token; given: you have created them there, labelled paraph-root-1, paraph-issuing-1, …',
    'made',
    oneOf('made', 'given'),
  ),
  PARAPH_TSA_URLS: setting(
    'RFC 3161 time-stamping authorities for signatures and seals, tried in this order, separated by spaces; empty: the built-in one',
    '',
    parseTsaUrls,
  ),
  PARAPH_TSA_ACCESS: setting(
    'Access to those authorities: JSON keyed by URL with "basic" (user:password) or "bearer", and "policy" (a required OID)',
    '',
    parseTsaAccess,
  ),
  PARAPH_TSA_TRUST_DIR: setting(
    'Folder of their root certificates (.pem, .crt, .cer, .der), and of intermediates that their time-stamps omit',
    '',
    anyText,
  ),
  PARAPH_TSA_TIMEOUT_MS: setting(
    'Maximum time per time-stamping authority before the next one is tried',
    '10000',
    integer(100, 120_000),
  ),
  PARAPH_TSA_PRIVATE: setting(
    'Allow their revocation lists to be fetched from private networks',
    'off',
    oneOf('on', 'off'),
  ),
}
