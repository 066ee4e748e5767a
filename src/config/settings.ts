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
import { AUTHORITY_SETTINGS } from './authority-settings.ts'
import { GATEWAY_SETTINGS } from './gateway-settings.ts'
import { OIDC_SETTINGS } from './oidc-settings.ts'
import { OPERATION_SETTINGS } from './operation-settings.ts'
import { SENDING_SETTINGS } from './sending-settings.ts'
import { anyText, integer, list, matching, oneOf, publicUrl, setting } from './setting-kinds.ts'
import { STORAGE_SETTINGS } from './storage-settings.ts'
import { WORKER_SETTINGS } from './worker-settings.ts'

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
  PARAPH_DATABASE_POOL_URL: setting(
    'The same database through PgBouncer, which may pool transactions; empty: all connections go to PARAPH_DATABASE_URL',
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
  ...WORKER_SETTINGS,
  ...AUTHORITY_SETTINGS,
  PARAPH_WEBHOOK_PRIVATE: setting(
    'Allow webhooks to private networks and this machine, also over plain HTTP',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_CA_KEY_POOL: setting(
    'Number of signer keys generated in advance; of rsa-4096 only, others are generated when they are needed',
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
