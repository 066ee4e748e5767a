/** Logging in to the developer area by a provider of OpenID Connect. */
import { ROLES } from '../identity/roles.ts'
import { anyText, list, matching, oneOf, settings } from './setting-kinds.ts'

/** Settings of the log-in by a provider. */
export const OIDC_SETTINGS = settings({
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
})
