/**
 * Every setting of the service in one table: name, default, meaning. `.env.example` and the table of docs/settings.md are
 * checked against it.
 */

import { resolve } from 'node:path'
import { parseDatabaseUrl } from '../database/postgres/settings.ts'
import {
  parseMailFrom,
  parseSmtpUrl,
  parseTwilioUrl,
  TWILIO_CALLER,
  TWILIO_SENDER,
} from '../messages/settings.ts'
import { parseTsaAccess, parseTsaUrls } from '../pki/settings.ts'
import { GATEWAY_SETTINGS } from './gateway-settings.ts'
import { OIDC_SETTINGS } from './oidc-settings.ts'
import { OPERATION_SETTINGS } from './operation-settings.ts'
import { SENDING_SETTINGS } from './sending-settings.ts'
import { anyText, integer, list, matching, oneOf, publicUrl, setting } from './setting-kinds.ts'
import { STORAGE_SETTINGS } from './storage-settings.ts'

/** The table. Names include the units. */
export const SETTINGS = {
  PARAPH_HOST: setting('Address to listen on', '127.0.0.1', anyText),
  PARAPH_PORT: setting('Port to listen on', '3000', integer(0, 65_535)),
  PARAPH_BASE_URL: setting(
    'Public address of the API, such as https://api.example.com or, below a path, https://example.com/paraph; empty: the listening address',
    '',
    publicUrl,
  ),
  PARAPH_SIGN_URL: setting(
    "Public address of the signers' pages; empty: that of the API",
    '',
    publicUrl,
  ),
  PARAPH_DATA_DIR: setting('Folder for the database, files and secrets', './data', (text) =>
    resolve(text),
  ),
  PARAPH_DATABASE_URL: setting(
    'PostgreSQL database (15 or later) for all records, such as postgres://user:password@host/paraph; empty: a file in the data folder',
    '',
    parseDatabaseUrl,
  ),
  PARAPH_DATABASE_CONNECTIONS: setting(
    'Maximum number of connections to PostgreSQL',
    '10',
    integer(2, 1_000),
  ),
  PARAPH_DATABASE_TIMEOUT_MS: setting(
    'Maximum duration of one PostgreSQL statement, including waiting, in milliseconds',
    '30000',
    integer(1_000, 600_000),
  ),
  PARAPH_LOG_LEVEL: setting(
    'Minimum log level',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  PARAPH_TRUSTED_PROXIES: setting(
    'Number of reverse proxies in front of the service whose X-Forwarded-For is trusted',
    '0',
    integer(0, 10),
  ),
  PARAPH_PLANS_FILE: setting('JSON file of custom plans, added to the built-in ones', '', anyText),
  PARAPH_PLAN_ADVICE: setting(
    'How to get a larger plan, shown when a limit of a plan is reached: a URL or a sentence of up to 300 characters; empty: nothing',
    '',
    matching(/^[^\p{Cc}]{0,300}$/u, 'must be one line of at most 300 characters'),
  ),
  PARAPH_KEY_PREFIX: setting('Prefix of API keys', 'pk', anyText),
  PARAPH_KEY_PEPPER: setting(
    'Secret used to hash API keys; empty: generated once in the data folder',
    '',
    anyText,
  ),
  PARAPH_SIGNUP: setting(
    'Who may sign up in the developer area; closed: accounts are created with "account create"',
    'open',
    oneOf('open', 'closed', 'invited-domains'),
  ),
  PARAPH_SIGNUP_DOMAINS: setting(
    'E-mail domains that may sign up when PARAPH_SIGNUP is invited-domains, separated by commas',
    '',
    list(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be domains such as example.com,example.org'),
  ),
  PARAPH_SIGNUP_PLANS: setting(
    'Plans that users may choose for new keys, separated by commas',
    'free',
    list(/^[a-z][a-z0-9_]*$/, 'must be names of plans, separated by commas'),
  ),
  ...OIDC_SETTINGS,
  PARAPH_UPLOADS_MAX: setting(
    'Maximum number of request bodies read concurrently; further requests get 503',
    '50',
    integer(1, 10_000),
  ),
  PARAPH_CHANGES_PER_MINUTE: setting(
    'Calls per key in any 60 seconds that change signature requests or webhooks, other than sending',
    '60',
    integer(1, 1_000_000),
  ),
  PARAPH_CHECKS_PER_MINUTE: setting(
    'Verifications and evidence downloads per key in any 60 seconds',
    '60',
    integer(1, 1_000_000),
  ),
  PARAPH_READS_PER_MINUTE: setting(
    'Reads of signature requests and webhooks per key in any 60 seconds',
    '600',
    integer(1, 1_000_000),
  ),
  PARAPH_BODY_BYTES_MAX: setting(
    'Maximum request body in bytes, regardless of plan',
    '62914560',
    integer(1_000_000, 1_000_000_000),
  ),
  PARAPH_REQUEST_TIMEOUT_MS: setting(
    'Maximum time for a request to arrive',
    '60000',
    integer(1_000, 600_000),
  ),
  PARAPH_DRAIN_TIMEOUT_MS: setting(
    'On SIGTERM, maximum time for running requests to finish',
    '30000',
    integer(0, 600_000),
  ),
  PARAPH_DRAIN_DELAY_MS: setting(
    'On SIGTERM, how long /health/ready reports not ready before new requests are refused',
    '2000',
    integer(0, 600_000),
  ),
  PARAPH_OFFICE_WORKERS: setting('LibreOffice processes; 0: one per core', '0', integer(0, 64)),
  PARAPH_OFFICE_QUEUE_MAX: setting(
    'Maximum number of queued conversions',
    '100',
    integer(1, 10_000),
  ),
  PARAPH_OFFICE_QUEUE_TIMEOUT_MS: setting(
    'Maximum time a conversion may wait in the queue',
    '20000',
    integer(100, 600_000),
  ),
  PARAPH_OFFICE_CONVERT_TIMEOUT_MS: setting(
    'Maximum processor time of LibreOffice for one conversion',
    '60000',
    integer(1_000, 600_000),
  ),
  PARAPH_OFFICE_RECYCLE_DOCUMENTS: setting(
    'Replace a LibreOffice process after this many documents',
    '200',
    integer(1, 100_000),
  ),
  PARAPH_OFFICE_SHARED_DOCUMENTS: setting(
    'Replace a LibreOffice process this many documents after a second account first uses it; 0: one account per process',
    '10',
    integer(0, 100_000),
  ),
  PARAPH_OFFICE_RECYCLE_BYTES: setting(
    'Replace a LibreOffice process when its memory exceeds this many bytes',
    '524288000',
    integer(100_000_000, 8_000_000_000),
  ),
  PARAPH_OFFICE_MEMORY_BYTES_MAX: setting(
    'Kill a LibreOffice process whose memory exceeds this many bytes during a conversion',
    '1500000000',
    integer(300_000_000, 64_000_000_000),
  ),
  PARAPH_OFFICE_SANDBOX: setting(
    'How LibreOffice is sandboxed',
    'auto',
    oneOf('auto', 'bubblewrap', 'uid', 'off'),
  ),
  PARAPH_OFFICE_PATH: setting('Path of soffice.bin; empty: detected automatically', '', anyText),
  PARAPH_MERGE_WORKERS: setting(
    'Threads that merge templates; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_INVOICE_WORKERS: setting(
    'Threads that check invoices and embed their XML; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_INVOICE_TIMEOUT_MS: setting(
    'Maximum processor time to check or embed an invoice',
    '10000',
    integer(100, 600_000),
  ),
  PARAPH_MERGE_TIMEOUT_MS: setting(
    'Maximum processor time for a merge',
    '10000',
    integer(100, 600_000),
  ),
  PARAPH_SIGN_WORKERS: setting(
    'Threads that process documents for signing; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_SIGN_TIMEOUT_MS: setting(
    'Maximum processor time for one processing step of a document for signing',
    '20000',
    integer(1_000, 600_000),
  ),
  PARAPH_VERIFY_WORKERS: setting(
    'Processes that read uploaded PDFs (verification, invoices, signing); 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_VERIFY_TIMEOUT_MS: setting(
    'Maximum processor time to verify a PDF',
    '20000',
    integer(1_000, 600_000),
  ),
  PARAPH_TRUST_DIR: setting(
    "Folder of root certificates (.pem, .crt, .cer, .der) trusted, in addition to the service's own, when verifying PDFs",
    '',
    anyText,
  ),
  PARAPH_CA_AUTOMATIC: setting(
    'Create the certification authority on first start; off: create it with "ca init"',
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
  PARAPH_WEBHOOK_PRIVATE: setting(
    'Allow webhooks to private networks and this machine, also over plain HTTP',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_CA_KEY_POOL: setting(
    'Number of RSA-4096 signer keys generated in advance',
    '4',
    integer(0, 64),
  ),
  PARAPH_PRODUCTION: setting(
    'on: no development outbox; messages that cannot be sent fail',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_SMTP_URL: setting(
    'Mail server, e.g. smtp://user:password@mail.example.com:587 or smtps://…; empty: none',
    '',
    parseSmtpUrl,
  ),
  PARAPH_SMTP_TLS: setting(
    'STARTTLS with smtp://; auto: required unless the mail server runs on this machine',
    'auto',
    oneOf('auto', 'required', 'offered', 'off'),
  ),
  PARAPH_MAIL_FROM: setting('Sender of e-mails, e.g. Acme <sign@example.com>', '', parseMailFrom),
  PARAPH_TWILIO_ACCOUNT_SID: setting(
    'Twilio account for text messages (AC…); empty: none',
    '',
    matching(/^(|AC[0-9a-f]{32})$/, 'must be AC and 32 hexadecimal digits'),
  ),
  PARAPH_TWILIO_AUTH_TOKEN: setting(
    'Auth token of that account; an API key can be used instead',
    '',
    anyText,
  ),
  PARAPH_TWILIO_API_KEY: setting(
    'Twilio API key (SK…) instead of the auth token',
    '',
    matching(/^(|SK[0-9a-f]{32})$/, 'must be SK and 32 hexadecimal digits'),
  ),
  PARAPH_TWILIO_API_SECRET: setting('Secret of that API key', '', anyText),
  PARAPH_TWILIO_FROM: setting(
    'Sender of text messages: phone number (+33…), short code, name or messaging service (MG…)',
    '',
    matching(
      TWILIO_SENDER,
      'must be a number such as +33700000000, a short code, a name of up to 11 characters, or the SID of a messaging service (MG…)',
    ),
  ),
  PARAPH_TWILIO_VOICE_FROM: setting(
    'Twilio number (+33…) from which codes are spoken in telephone calls: to landlines, and to mobile phones on request; needs the auth token and a PARAPH_BASE_URL that Twilio can reach; empty: no calls',
    '',
    matching(TWILIO_CALLER, 'must be a number such as +33100000000'),
  ),
  PARAPH_TWILIO_URL: setting(
    'Origin of the Twilio API, if you use another region',
    'https://api.twilio.com',
    parseTwilioUrl,
  ),
  ...GATEWAY_SETTINGS,
  ...STORAGE_SETTINGS,
  ...SENDING_SETTINGS,
  ...OPERATION_SETTINGS,
} as const

/** Every setting, parsed. */
export type Settings = {
  [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>
}
