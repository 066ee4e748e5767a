/** Settings that are right by themselves and wrong together. */
import { gatewayProblems } from '../messages/gateway-settings.ts'
import { halfSetProblems } from '../messages/settings.ts'
import { allowsPasskeys } from '../signing/authentication/passkeys.ts'
import { isSharedPlace, messageSettings, serverSettings } from './config-parts.ts'
import { operationProblems } from './operation-settings.ts'
import type { Settings } from './settings.ts'
import { roleProblems, storageProblems } from './storage-settings.ts'

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

/** Settings that are given without others that they need; a value that could not be read is missing from them. */
export const halfSetSettings = (values: Settings): string[] => [
  ...halfSetProblems(messageSettings(values)),
  ...gatewayProblems(messageSettings(values)),
  ...halfSetKeys(values),
  ...halfSetTsa(values),
  ...storageProblems(values),
]

/** Settings that exclude each other; a value that could not be read is missing from them. */
export const contradictions = (values: Settings): string[] => [
  ...oidcProblems(values),
  ...signupProblems(values),
  ...passkeyProblems(values),
  ...operationProblems(values),
  ...(values.PARAPH_ROLES === undefined
    ? []
    : roleProblems(values.PARAPH_ROLES, isSharedPlace(values))),
]
