/** Reads the settings from the environment (the only place that does) and provides them by part. */
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { nearestName } from '../kernel/nearest-name.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { gatewayProblems } from '../messages/gateway-settings.ts'
import { halfSetProblems, type MessageSettings, messagesConfig } from '../messages/settings.ts'
import { plainOrigin, tsaConfigs } from '../pki/settings.ts'
import { allowsPasskeys } from '../signing/authentication/passkeys.ts'
import { operationConfig, operationProblems } from './operation-settings.ts'
import { roleProblems } from './roles.ts'
import { sendingConfig } from './sending-settings.ts'
import { SETTINGS, type Settings } from './settings.ts'
import { storageConfig, storageProblems } from './storage-settings.ts'

/** The service's settings by part. */
export type Config = ReturnType<typeof toConfig>

/** Not the server's: API clients use these variables for the key and the URL, often in the same shell. */
const CALLERS_OWN = ['PARAPH_KEY', 'PARAPH_URL', 'PARAPH_API_KEY', 'PARAPH_FILES_DIR']

/** The message names the variable itself, which is not the setting. */
class SecretFileError extends Error {}

/** All problems of the environment at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** What a missing or unreadable file of a secret means for the operator. */
function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})`
    throw new SecretFileError(
      `${name}_FILE names ${file}, which ${why}: create the file, readable for the service, or unset ${name}_FILE`,
    )
  }
}

function readOne(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const file = environment[`${name}_FILE`]
  // Docker and Kubernetes provide secrets as files.
  if (file !== undefined && !Object.hasOwn(SETTINGS, `${name}_FILE`)) return readSecret(name, file)
  return environment[name]
}

/** What was probably meant by an unknown variable, or where the settings are listed. */
function suggestion(name: string): string {
  const known = Object.keys(SETTINGS).flatMap((setting) => [setting, `${setting}_FILE`])
  const nearest = nearestName(name, [...known, ...CALLERS_OWN])
  return nearest === undefined
    ? '; docs/settings.md lists the settings'
    : `; did you mean ${nearest}?`
}

/** Variables that look like settings and are none. */
function unknownNames(environment: NodeJS.ProcessEnv): string[] {
  const isKnown = (name: string) => CALLERS_OWN.includes(name) || Object.hasOwn(SETTINGS, name)
  return Object.keys(environment)
    .filter((name) => name.startsWith('PARAPH_') && !isKnown(name))
    .filter((name) => !isKnown(name.replace(/_FILE$/, '')))
    .map((name) => `${name} is not a setting of this service${suggestion(name)}`)
}

/**
 * Reads all settings.
 * @throws ConfigError listing every bad value and every unknown PARAPH_ variable.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const findings: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { default: fallback, parse }] of Object.entries(SETTINGS)) {
    try {
      values[name] = parse(readOne(name, environment) ?? fallback)
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'cannot be read'
      findings.push(error instanceof SecretFileError ? problem : `${name} ${problem}`)
    }
  }
  findings.push(...unknownNames(environment))
  const said = new Set(findings.map((finding) => finding.split(' ', 1)[0]))
  const halfSet = [
    ...halfSetProblems(messageSettings(values as Settings)),
    ...gatewayProblems(messageSettings(values as Settings)),
    ...halfSetKeys(values as Settings),
    ...halfSetTsa(values as Settings),
    ...storageProblems(values as Settings),
  ]
  findings.push(...halfSet.filter((finding) => !said.has(finding.split(' ', 1)[0])))
  findings.push(
    ...oidcProblems(values as Settings),
    ...signupProblems(values as Settings),
    ...passkeyProblems(values as Settings),
  )
  findings.push(...operationProblems(values as Settings))
  if (values.PARAPH_ROLES !== undefined)
    findings.push(
      ...roleProblems((values as Settings).PARAPH_ROLES, isSharedPlace(values as Settings)),
    )
  if (findings.length > 0)
    throw new ConfigError(
      findings.length === 1
        ? `The configuration has a problem: ${findings[0]}`
        : `The configuration has ${findings.length} problems:\n- ${findings.join('\n- ')}`,
    )
  return toConfig(values as Settings)
}

/** Settings of a program that calls a running server, such as the MCP server. */
export interface CallerConfig {
  /** Public address of the server. */
  url: string
  key: string
  /** Folder whose files may be read and written. */
  folder: string
}

/**
 * Reads the server's URL and the API key.
 * @throws ConfigError listing every problem
 */
export function loadCallerConfig(environment: NodeJS.ProcessEnv = process.env): CallerConfig {
  const url = readOne('PARAPH_URL', environment) ?? 'http://127.0.0.1:3000'
  const key = readOne('PARAPH_API_KEY', environment) ?? ''
  const findings = [
    ...(/^https?:\/\/[^/]/.test(url) && URL.canParse(url)
      ? []
      : ['PARAPH_URL must be an http(s) URL such as https://api.example.com']),
    // A header with any other character cannot be sent.
    ...(/^[\x21-\x7e]+$/.test(key) ? [] : ['PARAPH_API_KEY must be an API key']),
  ]
  if (findings.length > 0) throw new ConfigError(findings.join('\n'))
  return { url, key, folder: readOne('PARAPH_FILES_DIR', environment) ?? '.' }
}
/** The provider of log-ins; undefined: none. */
function oidcSettings(values: Settings) {
  if (values.PARAPH_OIDC_ISSUER === '') return undefined
  return {
    issuer: values.PARAPH_OIDC_ISSUER,
    clientId: values.PARAPH_OIDC_CLIENT_ID,
    clientSecret: values.PARAPH_OIDC_CLIENT_SECRET,
    scopes: values.PARAPH_OIDC_SCOPES,
    name: values.PARAPH_OIDC_NAME,
    rule: {
      domains: values.PARAPH_OIDC_DOMAINS,
      creates: values.PARAPH_OIDC_CREATE === 'on',
      organisation: values.PARAPH_OIDC_ORGANISATION,
      role: values.PARAPH_OIDC_ROLE,
    },
  }
}

function oidcProblems(values: Settings): string[] {
  const none = values.PARAPH_OIDC_ISSUER === ''
  if (none && values.PARAPH_PASSWORD_LOGIN === 'off')
    return ['PARAPH_PASSWORD_LOGIN is off, so PARAPH_OIDC_ISSUER must name a provider']
  return none || values.PARAPH_OIDC_CLIENT_ID !== ''
    ? []
    : ['PARAPH_OIDC_CLIENT_ID must be given, because PARAPH_OIDC_ISSUER is']
}

const signupProblems = (values: Settings): string[] =>
  values.PARAPH_SIGNUP === 'invited-domains' && values.PARAPH_SIGNUP_DOMAINS?.length === 0
    ? ['PARAPH_SIGNUP_DOMAINS must name a domain, because PARAPH_SIGNUP is invited-domains']
    : []

/** Browsers offer passkeys neither at an IP address nor without TLS. */
function passkeyProblems(values: Settings): string[] {
  // Missing where another fault keeps it from being read.
  if (!values.PARAPH_SIGNER_AUTHENTICATION?.includes('passkey')) return []
  const { signUrl } = serverSettings(values)
  return allowsPasskeys(signUrl)
    ? []
    : [
        `PARAPH_SIGN_URL must be an https origin with a host name, because PARAPH_SIGNER_AUTHENTICATION contains passkey; it is ${signUrl}`,
      ]
}

const isSharedPlace = (values: Settings): boolean =>
  values.PARAPH_DATABASE_URL !== undefined && values.PARAPH_STORAGE_URL !== undefined

function toConfig(values: Settings) {
  const cores = availableParallelism()
  return {
    server: serverSettings(values),
    dataDir: values.PARAPH_DATA_DIR,
    /** Whether rows and files are where other instances reach them too. */
    isShared: isSharedPlace(values),
    roles: values.PARAPH_ROLES,
    postgres: values.PARAPH_DATABASE_URL && {
      ...values.PARAPH_DATABASE_URL,
      connections: values.PARAPH_DATABASE_CONNECTIONS,
      statementMs: values.PARAPH_DATABASE_TIMEOUT_MS,
    },
    accounts: {
      plansFile: values.PARAPH_PLANS_FILE,
      planAdvice: values.PARAPH_PLAN_ADVICE.trim(),
      keyPrefix: values.PARAPH_KEY_PREFIX,
      keyPepper: values.PARAPH_KEY_PEPPER,
      pepperVault: {
        passphrase: values.PARAPH_CA_PASSPHRASE,
        seals: values.PARAPH_CA_PASSPHRASE !== '' && isSharedPlace(values),
      },
      rates: {
        changesPerMinute: values.PARAPH_CHANGES_PER_MINUTE,
        checksPerMinute: values.PARAPH_CHECKS_PER_MINUTE,
        readsPerMinute: values.PARAPH_READS_PER_MINUTE,
      },
    },
    signup: {
      mode: values.PARAPH_SIGNUP,
      domains: values.PARAPH_SIGNUP_DOMAINS,
      plans: values.PARAPH_SIGNUP_PLANS,
    },
    oidc: oidcSettings(values),
    passwords: values.PARAPH_PASSWORD_LOGIN === 'on',
    office: {
      workers: values.PARAPH_OFFICE_WORKERS || cores,
      queueMax: values.PARAPH_OFFICE_QUEUE_MAX,
      queueTimeoutMs: values.PARAPH_OFFICE_QUEUE_TIMEOUT_MS,
      convertCpuMs: values.PARAPH_OFFICE_CONVERT_TIMEOUT_MS,
      recycleDocuments: values.PARAPH_OFFICE_RECYCLE_DOCUMENTS,
      sharedDocuments: values.PARAPH_OFFICE_SHARED_DOCUMENTS,
      recycleBytes: values.PARAPH_OFFICE_RECYCLE_BYTES,
      memoryBytesMax: values.PARAPH_OFFICE_MEMORY_BYTES_MAX,
      sandbox: values.PARAPH_OFFICE_SANDBOX,
      sofficePath: values.PARAPH_OFFICE_PATH || undefined,
    },
    merge: {
      workers: values.PARAPH_MERGE_WORKERS || cores,
      cpuMs: values.PARAPH_MERGE_TIMEOUT_MS,
    },
    ...authoritySettings(values),
    verify: {
      workers: values.PARAPH_VERIFY_WORKERS || cores,
      cpuMs: values.PARAPH_VERIFY_TIMEOUT_MS,
      trustDir: values.PARAPH_TRUST_DIR,
    },
    signing: {
      workers: values.PARAPH_SIGN_WORKERS || cores,
      cpuMs: values.PARAPH_SIGN_TIMEOUT_MS,
    },
    webhooks: { privateAllowed: values.PARAPH_WEBHOOK_PRIVATE === 'on' },
    invoices: {
      workers: values.PARAPH_INVOICE_WORKERS || cores,
      cpuMs: values.PARAPH_INVOICE_TIMEOUT_MS,
    },
    messages: messagesConfig(messageSettings(values)),
    storage: storageConfig(values),
    sending: sendingConfig(values),
    ...operationConfig(values),
  }
}

/** Addresses, and request limits. */
function serverSettings(values: Settings) {
  const host = isIPv6(values.PARAPH_HOST) ? `[${values.PARAPH_HOST}]` : values.PARAPH_HOST
  const baseUrl = values.PARAPH_BASE_URL || `http://${host}:${values.PARAPH_PORT}`
  return {
    host: values.PARAPH_HOST,
    port: values.PARAPH_PORT,
    baseUrl,
    signUrl: values.PARAPH_SIGN_URL || baseUrl,
    publishUrl: values.PARAPH_PKI_URL || plainOrigin(baseUrl),
    logLevel: values.PARAPH_LOG_LEVEL,
    trustedProxies: values.PARAPH_TRUSTED_PROXIES,
    uploadsMax: values.PARAPH_UPLOADS_MAX,
    bodyBytesMax: values.PARAPH_BODY_BYTES_MAX,
    requestTimeoutMs: values.PARAPH_REQUEST_TIMEOUT_MS,
    drainTimeoutMs: values.PARAPH_DRAIN_TIMEOUT_MS,
    drainDelayMs: values.PARAPH_DRAIN_DELAY_MS,
  }
}

/** The built-in authority and external ones. */
function authoritySettings(values: Settings) {
  return {
    pki: {
      automatic: values.PARAPH_CA_AUTOMATIC === 'on',
      organization: values.PARAPH_CA_ORGANIZATION,
      organizationId: values.PARAPH_CA_ORGANIZATION_ID,
      country: values.PARAPH_CA_COUNTRY,
      policyOid: values.PARAPH_CA_POLICY_OID,
      passphrase: values.PARAPH_CA_PASSPHRASE,
      keyPool: values.PARAPH_CA_KEY_POOL,
      keys: values.PARAPH_CA_KEYS,
      ...(values.PARAPH_PKCS11_MODULE !== '' && {
        pkcs11: {
          module: values.PARAPH_PKCS11_MODULE,
          token: values.PARAPH_PKCS11_TOKEN,
          pin: values.PARAPH_PKCS11_PIN,
          keys: values.PARAPH_PKCS11_KEYS,
        },
      }),
    },
    tsa: {
      authorities: tsaConfigs(values.PARAPH_TSA_URLS, values.PARAPH_TSA_ACCESS),
      trustDir: values.PARAPH_TSA_TRUST_DIR,
      timeoutMs: values.PARAPH_TSA_TIMEOUT_MS,
      privateAllowed: values.PARAPH_TSA_PRIVATE === 'on',
    },
  }
}

/** Settings that make sense only together. */
function halfSetKeys(values: Settings): string[] {
  const { PARAPH_CA_KEYS: keys, PARAPH_PKCS11_MODULE: module } = values
  const rest = ['PARAPH_PKCS11_TOKEN', 'PARAPH_PKCS11_PIN'] as const
  if (module !== '')
    return rest
      .filter((name) => values[name] === '')
      .map((name) => `${name} is required with PARAPH_PKCS11_MODULE`)
  return keys === 'pkcs11' ? ['PARAPH_PKCS11_MODULE is required with PARAPH_CA_KEYS=pkcs11'] : []
}

function halfSetTsa(values: Settings): string[] {
  const urls = values.PARAPH_TSA_URLS ?? []
  const strangers = Object.keys(values.PARAPH_TSA_ACCESS ?? {}).filter((url) => !urls.includes(url))
  return [
    ...strangers.map((url) => `PARAPH_TSA_ACCESS names ${url}, which is not in PARAPH_TSA_URLS`),
    ...(urls.length > 0 && values.PARAPH_TSA_TRUST_DIR === ''
      ? ['PARAPH_TSA_TRUST_DIR is required with PARAPH_TSA_URLS']
      : []),
  ]
}

const messageSettings = (values: Settings): MessageSettings => ({
  publicOrigin: values.PARAPH_BASE_URL,
  production: values.PARAPH_PRODUCTION === 'on',
  smtp: values.PARAPH_SMTP_URL,
  smtpTls: values.PARAPH_SMTP_TLS,
  from: values.PARAPH_MAIL_FROM,
  twilioAccountSid: values.PARAPH_TWILIO_ACCOUNT_SID,
  twilioAuthToken: values.PARAPH_TWILIO_AUTH_TOKEN,
  twilioApiKey: values.PARAPH_TWILIO_API_KEY,
  twilioApiSecret: values.PARAPH_TWILIO_API_SECRET,
  twilioFrom: values.PARAPH_TWILIO_FROM,
  twilioVoiceFrom: values.PARAPH_TWILIO_VOICE_FROM,
  twilioUrl: values.PARAPH_TWILIO_URL,
  firstCarrier: values.PARAPH_SMS_FIRST,
  gatewayUrl: values.PARAPH_SMS_GATEWAY_URL,
  gatewayMethod: values.PARAPH_SMS_GATEWAY_METHOD,
  gatewayHeaders: values.PARAPH_SMS_GATEWAY_HEADERS,
  gatewayBody: values.PARAPH_SMS_GATEWAY_BODY,
  gatewayAccepted: values.PARAPH_SMS_GATEWAY_ACCEPTED,
  gatewayRefused: values.PARAPH_SMS_GATEWAY_REFUSED,
})
