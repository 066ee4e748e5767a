/** Settings of the certificate authority, its keys, and time-stamp authorities of others. */
import { KEY_KINDS } from '../pki/keys.ts'
import { parseTsaAccess, parseTsaUrls } from '../pki/settings.ts'
import { anyText, integer, matching, oneOf, publicUrl, settings } from './setting-kinds.ts'

/** The rows of the table. */
export const AUTHORITY_SETTINGS = settings({
  PARAPH_CA_AUTOMATIC: oneOf('on', 'off'),
  PARAPH_CA_ORGANIZATION: matching(/^.{1,50}$/u, 'must have 1 to 50 characters'),
  PARAPH_CA_ORGANIZATION_ID: matching(
    /^(|[A-Z]{3}[A-Z]{2}-.{1,50}|[A-Z]{2}:[A-Z]{2}-.{1,50})$/u,
    'must be an identifier such as NTRFR-123456789 (EN 319 412-1, 5.1.4)',
  ),
  PARAPH_CA_COUNTRY: matching(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)'),
  // Short on purpose: an arc derived from a UUID (2.25.…) exceeds the 31 bits that certificate linters, and every Go
  // program, can parse. The default lies under the number that RFC 5612 reserves for examples: it identifies no
  // operator's policy, the text at its address does. A private enterprise number costs nothing (RFC 9371).
  PARAPH_CA_POLICY_OID: matching(
    /^[0-2](\.(0|[1-9]\d{0,38})){2,20}$/,
    'must be an object identifier such as 1.3.6.1.4.1.99999.1',
  ),
  PARAPH_PKI_URL: publicUrl,
  PARAPH_CA_PASSPHRASE: anyText,
  PARAPH_CA_ALGORITHM: oneOf(...KEY_KINDS),
  PARAPH_SIGNER_KEYS: oneOf(...KEY_KINDS),
  PARAPH_CA_KEYS: oneOf('file', 'pkcs11'),
  PARAPH_PKCS11_MODULE: anyText,
  PARAPH_PKCS11_TOKEN: anyText,
  PARAPH_PKCS11_PIN: anyText,
  PARAPH_PKCS11_KEYS: oneOf('made', 'given'),
  PARAPH_TSA_URLS: parseTsaUrls,
  PARAPH_TSA_ACCESS: parseTsaAccess,
  PARAPH_TSA_TRUST_DIR: anyText,
  PARAPH_TSA_TIMEOUT_MS: integer(100, 120_000),
  PARAPH_TSA_PRIVATE: oneOf('on', 'off'),
})
