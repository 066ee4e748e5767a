/** Lines on which the service itself depends: addresses, keys, limits, jobs, files from strangers, documents. */
import type { Mutation } from './mutation.ts'

const ADDRESSES = ['unit/webhooks/address-rules.test.ts']
const RETRIES = ['unit/webhooks/retry-rules.test.ts']
const ATTEMPTS = ['unit/throttling/attempts.test.ts']
const RATES = ['unit/throttling/minute-rates.test.ts']
const PASSWORDS = ['unit/identity/passwords.test.ts']
const JOBS = ['service/jobs/jobs.test.ts']
const PHONES = ['unit/messages/phone-rules.test.ts']
const STORAGE = ['unit/files/storage-url.test.ts']
const FAIR = ['unit/kernel/fair-queue.test.ts']
const ORIGINS = ['unit/signing/embed-origins.test.ts']
const JSON_TEXTS = ['unit/kernel/parse-json.test.ts']

export const SERVICE: readonly Mutation[] = [
  {
    what: 'an IPv4 address hidden in IPv6 counts as public',
    text: 'if (parsed.isIPv4MappedAddress()) return addressKind(parsed.toIPv4Address().toString())',
    becomes: "if (parsed.isIPv4MappedAddress()) return 'public'",
    tests: ADDRESSES,
  },
  {
    what: 'IPv6 outside the public part counts as public',
    text: "parsed.match(GLOBAL_UNICAST_V6) ? 'public' : 'refused'",
    becomes: "'public'",
    tests: ADDRESSES,
  },
  {
    what: "the cloud's metadata service counts as the operator's own network",
    text: "range === 'private' || range === 'loopback' || range === 'uniqueLocal' ? 'own' : 'refused'",
    becomes: "'own'",
    tests: ADDRESSES,
  },
  {
    what: 'webhooks reach ports of databases and mail servers',
    text: 'if (PORTS_REFUSED.has(Number(url.port)))',
    becomes: 'if (false)',
    tests: ADDRESSES,
  },
  {
    what: 'a webhook address holds a password',
    text: "if (url.username !== '' || url.password !== '')\n    throw refused(",
    becomes: 'if (false)\n    throw refused(',
    tests: ADDRESSES,
  },
  {
    what: 'one public address among private ones is enough',
    text: 'kinds.length === 0 || !kinds.every(allowed)',
    becomes: 'kinds.length === 0 || !kinds.some(allowed)',
    tests: ADDRESSES,
  },
  {
    what: 'events are sent in the clear to the public internet',
    text: "if (url.protocol === 'http:' && kinds.some((kind) => kind === 'public'))",
    becomes: 'if (false)',
    tests: ADDRESSES,
  },
  {
    what: 'names of the own network lead to webhooks',
    text: "(!host.includes('.') || NAMES_REFUSED.test(host))",
    becomes: "!host.includes('.')",
    tests: ADDRESSES,
  },
  {
    what: 'a webhook that fails twice in five days is switched off',
    text: 'failures >= DISABLE_FAILURES_MIN',
    becomes: 'true',
    tests: RETRIES,
  },
  {
    what: 'a receiver that asks for time gets none',
    text: 'Math.max(delay, retryAfterMs ?? 0)',
    becomes: 'delay',
    tests: RETRIES,
  },
  {
    what: 'a receiver that says it is gone is called on',
    text: "outcome.status === 410 ? { disable: 'gone' }",
    becomes: "false ? { disable: 'gone' }",
    tests: RETRIES,
  },
  {
    what: 'the time of a delivery is not signed',
    text: '`${message.id}.${message.timestamp}.${message.body}`',
    becomes: '`${message.id}.${message.body}`',
    tests: ['service/webhooks/delivery.test.ts'],
  },
  {
    what: 'one try more than allowed',
    text: 'if (known.count >= this.limit.max)',
    becomes: 'if (known.count > this.limit.max)',
    tests: ATTEMPTS,
  },
  {
    what: 'a clock set back keeps people out for hours',
    text: 'age >= 0 && age < this.limit.windowMs',
    becomes: 'age < this.limit.windowMs',
    tests: ATTEMPTS,
  },
  {
    what: 'one call a minute more than the plan has',
    text: 'const allowed = calls.length < limit',
    becomes: 'const allowed = calls.length <= limit',
    tests: RATES,
  },
  {
    what: 'a clock set back counts calls of the future',
    text: 'at > now - WINDOW_MS && at <= now)',
    becomes: 'at > now - WINDOW_MS)',
    tests: RATES,
  },
  {
    what: 'a mistyped key is looked up',
    text: 'checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)',
    becomes: 'true',
    tests: ['unit/accounts/key-format.test.ts'],
  },
  {
    what: 'the limits of a key are not looked at',
    text: 'if (caller.key.limits !== undefined) requireLimits(',
    becomes: 'if (false) requireLimits(',
    tests: ['service/accounts/key-limits.test.ts'],
  },
  {
    what: 'a key that may write may delete',
    text: "deleteDocument: 'documents:delete'",
    becomes: "deleteDocument: 'documents:write'",
    tests: ['service/accounts/key-limits.test.ts'],
  },
  {
    what: 'what is reserved is not counted',
    text: '${usedOf(counter)} + ${reservedOf(counter, nowMs)} + ${amount} <= ${limit}',
    becomes: '${usedOf(counter)} + ${amount} <= ${limit}',
    tests: ['service/accounts/quota.test.ts'],
  },
  {
    what: 'a short password is accepted',
    text: "if (length < PASSWORD_LENGTH_MIN) return 'password_short'",
    becomes: '',
    tests: PASSWORDS,
  },
  {
    what: 'the own address is a password',
    text: "if (isPersonal(password, email)) return 'password_personal'",
    becomes: '',
    tests: PASSWORDS,
  },
  {
    what: 'a pattern is a password',
    text: "if (isPattern(password)) return 'password_common'",
    becomes: '',
    tests: PASSWORDS,
  },
  {
    what: 'one password typed on two keyboards is two',
    text: "const normal = (password: string): string => password.normalize('NFKC')",
    becomes: 'const normal = (password: string): string => password',
    tests: PASSWORDS,
  },
  {
    what: 'a long job is begun by a second process',
    text: 'const HEARTBEAT_MS = 30_000',
    becomes: 'const HEARTBEAT_MS = 300_000',
    tests: ['service/jobs/long-jobs.test.ts'],
  },
  {
    what: 'a job that runs is claimed by another process',
    text: 'AND (due.leased_until IS NULL OR due.leased_until <= ${nowMs})',
    becomes: '',
    tests: JOBS,
  },
  {
    what: 'a run that lost its job still ends it',
    text: ".where('id', '=', run.id)\n    .where('attempts', '=', run.attempts)\n    .where('leased_until', 'is not', null)",
    becomes: ".where('id', '=', run.id).where('leased_until', 'is not', null)",
    tests: JOBS,
  },
  {
    what: 'jobs of one lane overtake one another',
    text: 'WHERE earlier.lane = due.lane AND earlier.id < due.id',
    becomes: 'WHERE earlier.lane = due.lane AND earlier.id < 0',
    tests: JOBS,
  },
  {
    what: 'one account fills the whole queue',
    text: "if (tenant.waiting >= tenantMax) throw this.#full(tenantMax, 'own')",
    becomes: '',
    tests: FAIR,
  },
  {
    what: 'a satellite number gets a text message',
    text: 'WORLDWIDE.has(number.countryCallingCode)',
    becomes: 'false',
    tests: PHONES,
  },
  {
    what: 'premium-rate numbers get text messages',
    text: "['MOBILE', 'FIXED_LINE_OR_MOBILE']",
    becomes: "['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PREMIUM_RATE']",
    tests: PHONES,
  },
  {
    what: 'the address of a bucket holds its password',
    text: "bad('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')",
    becomes: 'void 0',
    tests: STORAGE,
  },
  {
    what: 'an unknown parameter of a bucket is ignored',
    text: 'if (!PARAMETERS.some((known) => known === name))',
    becomes: 'if (false)',
    tests: STORAGE,
  },
  {
    what: 'pages in the clear may show the signing page',
    text: "url.protocol === 'http:' && (plain || LOCAL.test(url.hostname))",
    becomes: "url.protocol === 'http:'",
    tests: ORIGINS,
  },
  {
    what: 'an address with a path counts as an origin',
    text: '`${url.origin}/` !== url.href ||',
    becomes: '',
    tests: ORIGINS,
  },
  {
    what: 'a member of the data is named __proto__',
    text: "new Set(['__proto__', 'constructor', 'prototype'])",
    becomes: 'new Set<string>()',
    tests: JSON_TEXTS,
  },
  {
    what: 'one name twice in a JSON object is not noticed',
    text: 'if (walk.names !== names) walk.findings.push(...duplicatesOf(source))',
    becomes: '',
    tests: JSON_TEXTS,
  },
  {
    what: 'data can be as long as it likes',
    text: 'if (source.length > JSON_LIMITS.chars)',
    becomes: 'if (false)',
    tests: JSON_TEXTS,
  },
  {
    what: 'characters that no XML may hold get into documents',
    text: "text.replace(FORBIDDEN, '').replace(",
    becomes: 'text.replace(',
    tests: ['unit/xml/escape.test.ts'],
  },
  {
    what: 'data in a page ends its script',
    text: ".replaceAll('<', '\\\\u003c')",
    becomes: '',
    tests: ['unit/pages/html.test.ts'],
  },
  {
    what: '$parent before the place in a loop means the inner loop',
    text: 'for (let up = node.up; up > 0 && level > 0; up--) level = loopLevel(scopes, level - 1)',
    becomes: '',
    tests: ['unit/docx/merge.test.ts'],
  },
  {
    what: 'allowances and charges are left out of the net total',
    text: 'new Big(total).plus(adjustments.amount)',
    becomes: 'new Big(total)',
    tests: ['unit/facturx/complete.test.ts'],
  },
  {
    what: 'the total with VAT need not be the sum',
    text: 'value.minus(computed).abs().lte(allowed)',
    becomes: 'true',
    tests: ['unit/facturx/complete.test.ts'],
  },
  {
    what: 'strangers take every place for uploads',
    text: 'const ANONYMOUS_SHARE = 1 / 2',
    becomes: 'const ANONYMOUS_SHARE = 1',
    tests: ['unit/http/upload-slots.test.ts'],
  },
  {
    what: 'an upload that sends nothing keeps its place',
    text: 'if (came === 0 && age >= FIRST_BYTES_MS) this.#cut(place)',
    becomes: 'if (false) this.#cut(place)',
    tests: ['unit/http/upload-slots.test.ts'],
  },
  {
    what: 'a changed file is summed up as intact',
    text: "verdict === 'unsigned' || verdict === 'changed' ||",
    becomes: "verdict === 'unsigned' ||",
    tests: ['unit/verification/summary.test.ts', 'unit/verification/result-page.test.ts'],
  },
]
