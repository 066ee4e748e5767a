/** The settings by part of the service, as it gets them. */
import { isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { type MessageSettings, messagesConfig } from '../messages/settings.ts'
import { plainOrigin, tsaConfigs } from '../pki/settings.ts'
import { operationConfig } from './operation-settings.ts'
import { sendingConfig } from './sending-settings.ts'
import type { Settings } from './settings.ts'
import { storageConfig } from './storage-settings.ts'

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

/** Whether rows and files are where other instances reach them too. */
export const isSharedPlace = (values: Settings): boolean =>
  values.PARAPH_DATABASE_URL !== undefined && values.PARAPH_STORAGE_URL !== undefined

/** What each part of the service gets. */
export function toConfig(values: Settings) {
  const cores = availableParallelism()
  return {
    server: serverSettings(values),
    dataDir: values.PARAPH_DATA_DIR,
    isShared: isSharedPlace(values),
    roles: values.PARAPH_ROLES,
    postgres: values.PARAPH_DATABASE_URL && {
      ...values.PARAPH_DATABASE_URL,
      ...(values.PARAPH_DATABASE_POOL_URL && { poolUrl: values.PARAPH_DATABASE_POOL_URL.url }),
      connections: values.PARAPH_DATABASE_CONNECTIONS,
      statementMs: values.PARAPH_DATABASE_TIMEOUT_MS,
    },
    ...accountSettings(values),
    oidc: oidcSettings(values),
    passwords: values.PARAPH_PASSWORD_LOGIN === 'on',
    office: officeSettings(values, cores),
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

/** Accounts, their keys and limits, and how people come by one. */
const accountSettings = (values: Settings) => ({
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
})

/** LibreOffice: its processes, their limits and confinement. */
const officeSettings = (values: Settings, cores: number) => ({
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
})

/** Addresses, and request limits. */
export function serverSettings(values: Settings) {
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
      algorithm: values.PARAPH_CA_ALGORITHM,
      signerKeys: values.PARAPH_SIGNER_KEYS,
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

/** What mails, texts and calls are sent by. */
export const messageSettings = (values: Settings): MessageSettings => ({
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
