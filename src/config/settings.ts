/**
 * Every setting of the service in one table: name, default, meaning. `.env.example` and the README's table are
 * checked against it.
 */
import { resolve } from 'node:path'
import { parseMailFrom, parseSmtpUrl, parseTwilioUrl, TWILIO_SENDER } from '../messages/settings.ts'
import { parseTsaAccess, parseTsaUrls } from '../pki/settings.ts'
import { OPERATION_SETTINGS } from './operation-settings.ts'
import { SENDING_SETTINGS } from './sending-settings.ts'
import { anyText, integer, list, matching, oneOf, origin, setting } from './setting-kinds.ts'

/** The table. Names include the units. */
export const SETTINGS = {
  PARAPH_HOST: setting('Address to listen on', '127.0.0.1', anyText),
  PARAPH_PORT: setting('Port to listen on', '3000', integer(0, 65_535)),
  PARAPH_BASE_URL: setting('Public origin of the API; empty: the listening address', '', origin),
  PARAPH_SIGN_URL: setting(
    "Public origin of the signers' pages; empty: that of the API",
    '',
    origin,
  ),
  PARAPH_DATA_DIR: setting('Folder of the database, the files and the secrets', './data', (text) =>
    resolve(text),
  ),
  PARAPH_LOG_LEVEL: setting(
    'Least severe level that is logged',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  PARAPH_TRUSTED_PROXIES: setting(
    'Reverse proxies in front whose X-Forwarded-For is believed',
    '0',
    integer(0, 10),
  ),
  PARAPH_PLANS_FILE: setting('JSON file of custom plans, added to the built-in ones', '', anyText),
  PARAPH_KEY_PREFIX: setting('Start of every API key', 'pk', anyText),
  PARAPH_KEY_PEPPER: setting(
    'Secret under which API keys are hashed; empty: made once in the data folder',
    '',
    anyText,
  ),
  PARAPH_SIGNUP: setting(
    'Who may sign up in the developer area; closed: accounts are made by "account create"',
    'open',
    oneOf('open', 'closed', 'invited-domains'),
  ),
  PARAPH_SIGNUP_DOMAINS: setting(
    'Domains of addresses that may sign up with invited-domains, separated by commas',
    '',
    list(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be domains such as example.com,example.org'),
  ),
  PARAPH_SIGNUP_PLANS: setting(
    'Plans that people may bind their new keys to, separated by commas',
    'free',
    list(/^[a-z][a-z0-9_]*$/, 'must be names of plans, separated by commas'),
  ),
  PARAPH_UPLOADS_MAX: setting(
    'Request bodies read at the same time; the next one is answered 503',
    '50',
    integer(1, 10_000),
  ),
  PARAPH_CHANGES_PER_MINUTE: setting(
    'Calls per key in any 60 seconds that change signature requests or webhooks without sending a request',
    '60',
    integer(1, 1_000_000),
  ),
  PARAPH_CHECKS_PER_MINUTE: setting(
    'Verifications and evidence files per key in any 60 seconds',
    '60',
    integer(1, 1_000_000),
  ),
  PARAPH_READS_PER_MINUTE: setting(
    'Reads of signature requests and webhooks per key in any 60 seconds',
    '600',
    integer(1, 1_000_000),
  ),
  PARAPH_BODY_BYTES_MAX: setting(
    'Largest request body in bytes, whatever the plan',
    '62914560',
    integer(1_000_000, 1_000_000_000),
  ),
  PARAPH_REQUEST_TIMEOUT_MS: setting(
    'A request must have arrived within this time',
    '60000',
    integer(1_000, 600_000),
  ),
  PARAPH_DRAIN_TIMEOUT_MS: setting(
    'On SIGTERM, running requests may take this long',
    '30000',
    integer(0, 600_000),
  ),
  PARAPH_DRAIN_DELAY_MS: setting(
    'On SIGTERM, /health/ready says no for this long before new requests are refused',
    '2000',
    integer(0, 600_000),
  ),
  PARAPH_OFFICE_WORKERS: setting('LibreOffice processes; 0: one per core', '0', integer(0, 64)),
  PARAPH_OFFICE_QUEUE_MAX: setting('Conversions that may wait', '100', integer(1, 10_000)),
  PARAPH_OFFICE_QUEUE_TIMEOUT_MS: setting(
    'A conversion may wait this long',
    '20000',
    integer(100, 600_000),
  ),
  PARAPH_OFFICE_CONVERT_TIMEOUT_MS: setting(
    'A conversion may take this long once it runs',
    '60000',
    integer(1_000, 600_000),
  ),
  PARAPH_OFFICE_RECYCLE_DOCUMENTS: setting(
    'A LibreOffice process is replaced after this many documents',
    '200',
    integer(1, 100_000),
  ),
  PARAPH_OFFICE_SHARED_DOCUMENTS: setting(
    'A LibreOffice process takes this many documents from when a second account comes to it; 0: it serves one account only',
    '10',
    integer(0, 100_000),
  ),
  PARAPH_OFFICE_RECYCLE_BYTES: setting(
    '… or when its memory passes this',
    '524288000',
    integer(100_000_000, 8_000_000_000),
  ),
  PARAPH_OFFICE_MEMORY_BYTES_MAX: setting(
    'A LibreOffice process that passes this during a document is ended',
    '1500000000',
    integer(300_000_000, 64_000_000_000),
  ),
  PARAPH_OFFICE_SANDBOX: setting(
    'How LibreOffice is confined',
    'auto',
    oneOf('auto', 'bubblewrap', 'uid', 'off'),
  ),
  PARAPH_OFFICE_PATH: setting('soffice.bin; empty: found by itself', '', anyText),
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
    'Checking or embedding an invoice may take this long',
    '10000',
    integer(100, 600_000),
  ),
  PARAPH_MERGE_TIMEOUT_MS: setting('A merge may take this long', '10000', integer(100, 600_000)),
  PARAPH_SIGN_WORKERS: setting(
    'Threads that work on documents to be signed; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_SIGN_TIMEOUT_MS: setting(
    'One step of work on a document to be signed may take this long',
    '20000',
    integer(1_000, 600_000),
  ),
  PARAPH_VERIFY_WORKERS: setting(
    'Processes that read PDFs from outside: to verify them, as invoices, to have them signed; 0: one per core',
    '0',
    integer(0, 64),
  ),
  PARAPH_VERIFY_TIMEOUT_MS: setting(
    'Verifying a PDF may take this long',
    '20000',
    integer(1_000, 600_000),
  ),
  PARAPH_TRUST_DIR: setting(
    "Folder of root certificates (.pem, .crt, .cer, .der) trusted besides the service's own when PDFs are verified",
    '',
    anyText,
  ),
  PARAPH_CA_AUTOMATIC: setting(
    'Make the certificate authority on first start; off: "ca init" makes it',
    'on',
    oneOf('on', 'off'),
  ),
  PARAPH_CA_ORGANIZATION: setting(
    'Who runs the certificate authority, as its certificates say',
    'Paraph',
    matching(/^.{1,50}$/u, 'must have 1 to 50 characters'),
  ),
  PARAPH_CA_ORGANIZATION_ID: setting(
    'Its identifier such as NTRFR-123456789; empty: derived from the name',
    '',
    matching(
      /^(|[A-Z]{3}[A-Z]{2}-.{1,50}|[A-Z]{2}:[A-Z]{2}-.{1,50})$/u,
      'must be such as NTRFR-123456789 (EN 319 412-1, 5.1.4)',
    ),
  ),
  PARAPH_CA_COUNTRY: setting(
    'Its country',
    'FR',
    matching(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)'),
  ),
  // Short on purpose: an arc derived from a UUID (2.25.…) exceeds the 31 bits that certificate linters, and every Go
  // program, can parse. The default lies under the number that RFC 5612 reserves for examples: it identifies no
  // operator's policy, the text at its address does. A private enterprise number costs nothing (RFC 9371).
  PARAPH_CA_POLICY_OID: setting(
    'Base of its policy identifiers; the default is an example: set one under your own enterprise number (IANA, free)',
    '1.3.6.1.4.1.32473.1',
    matching(
      /^[0-2](\.(0|[1-9]\d{0,38})){2,20}$/,
      'must be an object identifier such as 1.3.6.1.4.1.99999.1',
    ),
  ),
  PARAPH_PKI_URL: setting(
    'Origin in certificates for lists, issuers and OCSP (/pki), best by plain HTTP; empty: the host of PARAPH_BASE_URL, by HTTP',
    '',
    origin,
  ),
  PARAPH_CA_PASSPHRASE: setting(
    "Encrypts the authority's keys; empty: a key file in the data folder does",
    '',
    anyText,
  ),
  PARAPH_CA_KEYS: setting(
    'Where new keys of the authority are made: file (encrypted, in the database) or pkcs11 (in a token)',
    'file',
    oneOf('file', 'pkcs11'),
  ),
  PARAPH_PKCS11_MODULE: setting(
    "PKCS#11 module of the token that holds the authority's keys, such as /usr/lib/softhsm/libsofthsm2.so; empty: none",
    '',
    anyText,
  ),
  PARAPH_PKCS11_TOKEN: setting('Label of that token', '', anyText),
  PARAPH_PKCS11_PIN: setting('User PIN of that token', '', anyText),
  PARAPH_PKCS11_KEYS: setting(
    'made: the service makes its keys in the token; given: you have put them there, labelled paraph-root-1, paraph-issuing-1, …',
    'made',
    oneOf('made', 'given'),
  ),
  PARAPH_TSA_URLS: setting(
    'RFC 3161 time-stamping authorities for signatures and seals, asked in this order, separated by spaces; empty: the built-in one',
    '',
    parseTsaUrls,
  ),
  PARAPH_TSA_ACCESS: setting(
    'How they are asked: JSON by address with "basic" (user:password) or "bearer", and "policy" (an OID to insist on)',
    '',
    parseTsaAccess,
  ),
  PARAPH_TSA_TRUST_DIR: setting(
    'Folder of their root certificates (.pem, .crt, .cer, .der), and of authorities between where stamps lack them',
    '',
    anyText,
  ),
  PARAPH_TSA_TIMEOUT_MS: setting(
    'One of them may take this long; then the next one is asked',
    '10000',
    integer(100, 120_000),
  ),
  PARAPH_TSA_PRIVATE: setting(
    'Their revocation lists may lie in private networks',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_SIGN_FRAME_ANCESTORS: setting(
    "Origins that may show the signer's page in a frame, separated by spaces; empty: none",
    '',
    matching(
      /^(|https?:\/\/[\w.:*-]+( https?:\/\/[\w.:*-]+)*)$/,
      'must be origins such as https://app.example.com, separated by single spaces',
    ),
  ),
  PARAPH_WEBHOOK_PRIVATE: setting(
    'Webhooks may go to private networks and this machine, there by plain HTTP too',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_CA_KEY_POOL: setting("Signers' RSA-4096 keys made ahead", '4', integer(0, 64)),
  PARAPH_PRODUCTION: setting(
    'on: no development outbox; messages that cannot be sent fail',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_SMTP_URL: setting(
    'Mail server, such as smtp://user:password@mail.example.com:587 or smtps://…; empty: none',
    '',
    parseSmtpUrl,
  ),
  PARAPH_SMTP_TLS: setting(
    'STARTTLS with smtp://; auto: required, except on this machine',
    'auto',
    oneOf('auto', 'required', 'offered', 'off'),
  ),
  PARAPH_MAIL_FROM: setting('Sender of mails, such as Acme <sign@example.com>', '', parseMailFrom),
  PARAPH_TWILIO_ACCOUNT_SID: setting(
    'Twilio account for text messages (AC…); empty: none',
    '',
    matching(/^(|AC[0-9a-f]{32})$/, 'must be AC and 32 hexadecimal digits'),
  ),
  PARAPH_TWILIO_AUTH_TOKEN: setting("The account's auth token, or use an API key", '', anyText),
  PARAPH_TWILIO_API_KEY: setting(
    'Twilio API key (SK…) instead of the auth token',
    '',
    matching(/^(|SK[0-9a-f]{32})$/, 'must be SK and 32 hexadecimal digits'),
  ),
  PARAPH_TWILIO_API_SECRET: setting('Secret of that API key', '', anyText),
  PARAPH_TWILIO_FROM: setting(
    'Sender of text messages: number (+33…), short code, name, or messaging service (MG…)',
    '',
    matching(
      TWILIO_SENDER,
      'must be a number such as +33700000000, a short code, a name of up to 11 characters, or the SID of a messaging service (MG…)',
    ),
  ),
  PARAPH_TWILIO_URL: setting(
    "Origin of Twilio's API, for a region of theirs",
    'https://api.twilio.com',
    parseTwilioUrl,
  ),
  ...SENDING_SETTINGS,
  ...OPERATION_SETTINGS,
} as const

/** Every setting, parsed. */
export type Settings = {
  [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>
}
