/** Logging in to the developer area by a provider of OpenID Connect. */
import { ROLES } from '../identity/roles.ts'
import { anyText, list, matching, oneOf, setting } from './setting-kinds.ts'

/** Settings of the log-in by a provider. */
export const OIDC_SETTINGS = {
  PARAPH_OIDC_ISSUER: setting(
    'Issuer of the OpenID Connect provider for log-ins to the developer area, such as https://login.example.com; https, or http on this machine; empty: none',
    '',
    matching(
      /^$|^https:\/\/\S+$|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/\S*)?$/,
      'must be an https URL (http only for this machine)',
    ),
  ),
  PARAPH_OIDC_CLIENT_ID: setting('Client id at the provider', '', anyText),
  PARAPH_OIDC_CLIENT_SECRET: setting(
    'Client secret at the provider; empty: a public client',
    '',
    anyText,
  ),
  PARAPH_OIDC_NAME: setting(
    'Name of the provider on the button "Log in with …"',
    'SSO',
    matching(/^[^\p{Cc}<>]{1,40}$/u, 'must be one line of 1 to 40 characters'),
  ),
  PARAPH_OIDC_SCOPES: setting(
    'Scopes asked for, separated by spaces',
    'openid email',
    matching(/^(?=.*\bopenid\b)[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must contain openid'),
  ),
  PARAPH_OIDC_DOMAINS: setting(
    'E-mail domains that may log in by the provider for the first time, separated by commas; empty: all',
    '',
    list(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be domains such as example.com,example.org'),
  ),
  PARAPH_OIDC_CREATE: setting(
    'Whether people whom the provider knows and this service does not get a log-in',
    'off',
    oneOf('on', 'off'),
  ),
  PARAPH_OIDC_ORGANISATION: setting(
    'Account id of the organisation that they join; empty: each gets one of their own',
    '',
    matching(/^$|^acc_[0-9a-z]{26}$/, 'must be the id of an account, such as acc_…'),
  ),
  PARAPH_OIDC_ROLE: setting('Role in which they join it', 'sender', oneOf(...ROLES)),
  PARAPH_PASSWORD_LOGIN: setting(
    'Whether people may log in to the developer area with a password; off: by the provider only',
    'on',
    oneOf('on', 'off'),
  ),
}
