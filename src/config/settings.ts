/**
 * Every setting of the service in one table: name, default, meaning. `.env.example` and the table of docs/settings.md are
 * checked against it.
 */
import { resolve } from 'node:path'
import { parseDatabaseUrl } from '../database/postgres/settings.ts'
import { ROLES } from '../identity/roles.ts'
import {
  parseGatewayBody,
  parseGatewayHeaders,
  parseGatewayUrl,
  parsePattern,
} from '../messages/gateway-settings.ts'
import {
  parseMailFrom,
  parseSmtpUrl,
  parseTwilioUrl,
  TEXT_CARRIERS,
  TWILIO_CALLER,
  TWILIO_SENDER,
} from '../messages/settings.ts'
import { KEY_KINDS } from '../pki/keys.ts'
import { parseTsaAccess, parseTsaUrls } from '../pki/settings.ts'
import { OPERATION_SETTINGS } from './operation-settings.ts'
import { SENDING_SETTINGS } from './sending-settings.ts'
import { anyText, integer, list, matching, oneOf, publicUrl, settings } from './setting-kinds.ts'
import { STORAGE_SETTINGS } from './storage-settings.ts'

/** The table. Names include the units. */
export const SETTINGS = {
  ...settings({
    PARAPH_HOST: anyText,
    PARAPH_PORT: integer(0, 65_535),
    PARAPH_BASE_URL: publicUrl,
    PARAPH_SIGN_URL: publicUrl,
    PARAPH_DATA_DIR: (text) => resolve(text),
    PARAPH_DATABASE_URL: parseDatabaseUrl,
    PARAPH_DATABASE_POOL_URL: parseDatabaseUrl,
    PARAPH_DATABASE_CONNECTIONS: integer(2, 1_000),
    PARAPH_DATABASE_TIMEOUT_MS: integer(1_000, 600_000),
    PARAPH_LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    PARAPH_TRUSTED_PROXIES: integer(0, 10),
    PARAPH_PLANS_FILE: anyText,
    PARAPH_PLAN_ADVICE: matching(
      /^[^\p{Cc}]{0,300}$/u,
      'must be one line of at most 300 characters',
    ),
    PARAPH_KEY_PREFIX: anyText,
    PARAPH_KEY_PEPPER: anyText,
    PARAPH_SIGNUP: oneOf('open', 'closed', 'invited-domains'),
    PARAPH_SIGNUP_DOMAINS: list(
      /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'must be domains such as example.com,example.org',
    ),
    PARAPH_SIGNUP_PLANS: list(/^[a-z][a-z0-9_]*$/, 'must be names of plans, separated by commas'),
  }),
  // Logging in to the developer area by a provider of OpenID Connect.
  ...settings({
    PARAPH_OIDC_ISSUER: matching(
      /^$|^https:\/\/\S+$|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/\S*)?$/,
      'must be an https URL (http only for this machine)',
    ),
    PARAPH_OIDC_CLIENT_ID: anyText,
    PARAPH_OIDC_CLIENT_SECRET: anyText,
    PARAPH_OIDC_NAME: matching(/^[^\p{Cc}<>]{1,40}$/u, 'must be one line of 1 to 40 characters'),
    PARAPH_OIDC_SCOPES: matching(
      /^(?=.*\bopenid\b)[\x21-\x7e]+( [\x21-\x7e]+)*$/,
      'must contain openid',
    ),
    PARAPH_OIDC_DOMAINS: list(
      /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'must be domains such as example.com,example.org',
    ),
    PARAPH_OIDC_CREATE: oneOf('on', 'off'),
    PARAPH_OIDC_ORGANISATION: matching(
      /^$|^acc_[0-9a-z]{26}$/,
      'must be the id of an account, such as acc_…',
    ),
    PARAPH_OIDC_ROLE: oneOf(...ROLES),
    PARAPH_PASSWORD_LOGIN: oneOf('on', 'off'),
  }),
  ...settings({
    PARAPH_UPLOADS_MAX: integer(1, 10_000),
    PARAPH_CHANGES_PER_MINUTE: integer(1, 1_000_000),
    PARAPH_CHECKS_PER_MINUTE: integer(1, 1_000_000),
    PARAPH_READS_PER_MINUTE: integer(1, 1_000_000),
    PARAPH_BODY_BYTES_MAX: integer(1_000_000, 1_000_000_000),
    PARAPH_REQUEST_TIMEOUT_MS: integer(1_000, 600_000),
    PARAPH_DRAIN_TIMEOUT_MS: integer(0, 600_000),
    PARAPH_DRAIN_DELAY_MS: integer(0, 600_000),
  }),
  // Settings of LibreOffice and of the threads: how many there are, and what one task may take.
  ...settings({
    PARAPH_OFFICE_WORKERS: integer(0, 64),
    PARAPH_OFFICE_QUEUE_MAX: integer(1, 10_000),
    PARAPH_OFFICE_QUEUE_TIMEOUT_MS: integer(100, 600_000),
    PARAPH_OFFICE_CONVERT_TIMEOUT_MS: integer(1_000, 600_000),
    PARAPH_OFFICE_RECYCLE_DOCUMENTS: integer(1, 100_000),
    PARAPH_OFFICE_SHARED_DOCUMENTS: integer(0, 100_000),
    PARAPH_OFFICE_RECYCLE_BYTES: integer(100_000_000, 8_000_000_000),
    PARAPH_OFFICE_MEMORY_BYTES_MAX: integer(300_000_000, 64_000_000_000),
    PARAPH_OFFICE_SANDBOX: oneOf('auto', 'bubblewrap', 'uid', 'off'),
    PARAPH_OFFICE_PATH: anyText,
    PARAPH_MERGE_WORKERS: integer(0, 64),
    PARAPH_INVOICE_WORKERS: integer(0, 64),
    PARAPH_INVOICE_TIMEOUT_MS: integer(100, 600_000),
    PARAPH_MERGE_TIMEOUT_MS: integer(100, 600_000),
    PARAPH_SIGN_WORKERS: integer(0, 64),
    PARAPH_SIGN_TIMEOUT_MS: integer(1_000, 600_000),
    PARAPH_VERIFY_WORKERS: integer(0, 64),
    PARAPH_VERIFY_TIMEOUT_MS: integer(1_000, 600_000),
    PARAPH_TRUST_DIR: anyText,
  }),
  // Settings of the certificate authority, its keys, and time-stamp authorities of others.
  ...settings({
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
  }),
  ...settings({
    PARAPH_WEBHOOK_PRIVATE: oneOf('on', 'off'),
    PARAPH_CA_KEY_POOL: integer(0, 64),
    PARAPH_PRODUCTION: oneOf('on', 'off'),
    PARAPH_SMTP_URL: parseSmtpUrl,
    PARAPH_SMTP_TLS: oneOf('auto', 'required', 'offered', 'off'),
    PARAPH_MAIL_FROM: parseMailFrom,
    PARAPH_TWILIO_ACCOUNT_SID: matching(
      /^(|AC[0-9a-f]{32})$/,
      'must be AC and 32 hexadecimal digits',
    ),
    PARAPH_TWILIO_AUTH_TOKEN: anyText,
    PARAPH_TWILIO_API_KEY: matching(/^(|SK[0-9a-f]{32})$/, 'must be SK and 32 hexadecimal digits'),
    PARAPH_TWILIO_API_SECRET: anyText,
    PARAPH_TWILIO_FROM: matching(
      TWILIO_SENDER,
      'must be a number such as +33700000000, a short code, a name of up to 11 characters, or the SID of a messaging service (MG…)',
    ),
    PARAPH_TWILIO_VOICE_FROM: matching(TWILIO_CALLER, 'must be a number such as +33100000000'),
    PARAPH_TWILIO_URL: parseTwilioUrl,
  }),
  // The generic HTTP gateway for text messages.
  ...settings({
    PARAPH_SMS_FIRST: oneOf(...TEXT_CARRIERS),
    PARAPH_SMS_GATEWAY_URL: parseGatewayUrl,
    PARAPH_SMS_GATEWAY_METHOD: oneOf('POST', 'GET'),
    PARAPH_SMS_GATEWAY_HEADERS: parseGatewayHeaders,
    PARAPH_SMS_GATEWAY_BODY: parseGatewayBody,
    PARAPH_SMS_GATEWAY_ACCEPTED: parsePattern,
    PARAPH_SMS_GATEWAY_REFUSED: parsePattern,
  }),
  ...STORAGE_SETTINGS,
  ...SENDING_SETTINGS,
  ...OPERATION_SETTINGS,
} as const

/** Every setting, parsed. */
export type Settings = {
  [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>
}
