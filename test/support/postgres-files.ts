/** Tests of the service that run a second time, with their rows in PostgreSQL. */
const path = (name: string): string => `test/service/${name}.test.ts`

/** In every run: one of each folder, and those whose statements differ between the two. */
export const ON_POSTGRES_ALWAYS: readonly string[] = [
  'accounts/quota',
  'console/log-chain',
  'console/oidc',
  'http/null-characters',
  'jobs/jobs',
  'retention/periods',
  'signing/guessing',
  'signing/request-files',
  'signing/revisions',
  'templates/templates',
  'webhooks/delivery',
].map(path)

/** All that decide by their statements. */
export const ON_POSTGRES: readonly string[] = [
  ...ON_POSTGRES_ALWAYS,
  ...[
    'console/log',
    'console/people',
    'console/roles',
    'console/second-factor',
    'console/teams',
    'jobs/lost-runs',
    'jobs/turns',
    'retention/person-erasure',
    'signing/blob-refs',
    'signing/bulk-sends',
    'signing/calls',
    'signing/copies',
    'signing/delegation',
    'signing/deletion',
    'signing/embedding',
    'signing/identity-attacks',
    'signing/idempotency',
    'signing/inputs',
    'signing/languages',
    'signing/mail-abuse',
    'signing/otp',
    'signing/own-certificates',
    'signing/open-links',
    'signing/request-templates',
    'signing/several-files',
    'signing/signer-files',
    'signing/totp',
    'signing/whole-way',
  ].map(path),
]
