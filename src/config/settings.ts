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
import { anyText, integer, list, matching, oneOf, publicUrl, settings } from './setting-kinds.ts'
import { STORAGE_SETTINGS } from './storage-settings.ts'
import { WORKER_SETTINGS } from './worker-settings.ts'

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
  ...OIDC_SETTINGS,
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
  ...WORKER_SETTINGS,
  ...AUTHORITY_SETTINGS,
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
  ...GATEWAY_SETTINGS,
  ...STORAGE_SETTINGS,
  ...SENDING_SETTINGS,
  ...OPERATION_SETTINGS,
} as const

/** Every setting, parsed. */
export type Settings = {
  [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>
}
