/**
 * Tests that take minutes and have a short form. `npm test` runs the long form of one only when something that it covers
 * has changed since its last good run, as docs/test-runs.md records it; `npm run test:all` runs all of them.
 *
 * "Changed" is decided by content, not by history: a shallow clone, a rebase and an uncommitted edit are all seen alike.
 * What cannot be decided is run.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ON_POSTGRES, ON_POSTGRES_ALWAYS } from './postgres-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Where the last good runs are recorded, from the root. */
export const TEST_RUNS_PAGE = 'docs/test-runs.md'
/** Names the long forms to run, for the processes of the tests: `all`, or names with commas. */
export const LONG_TESTS_VARIABLE = 'TEST_LONG'

/** A test with a long and a short form. */
export interface LongTest {
  /** What the long form does. */
  long: string
  /** What the short form leaves of it; undefined where nothing runs then. */
  short?: string
  /** The test files: those with a short form ask {@link isLong}, the others are left out by vitest.config.ts. */
  files: readonly string[]
  /** Folders and files whose change calls for the long form; the test files themselves always count. */
  covers: readonly string[]
}

/** What decides how instances share one database and bucket. */
const CLUSTER = [
  ...['src/accounts', 'src/app', 'src/audit', 'src/config', 'src/database', 'src/files'],
  ...['src/http', 'src/jobs', 'src/kernel', 'src/throttling', 'src/webhooks'],
  ...['test/support/cluster.ts', 'test/support/cluster-load.ts'],
]
/** What acts on a signature request, and what its acts are stored and sent with. */
const SIGNING = [
  ...['src/signing', 'src/seals', 'src/pki', 'src/pades', 'src/messages', 'src/webhooks'],
  ...['src/audit', 'src/database', 'src/files', 'src/jobs', 'src/kernel'],
]

/** What strangers' PDFs are read by, and where. */
const READING_PDFS = [
  ...['src/app', 'src/detection', 'src/facturx', 'src/kernel', 'src/pades', 'src/pdf'],
  ...['src/signing/documents', 'src/signing/fields', 'src/verification', 'src/xml'],
  'test/support/hostile-pdf.ts',
]

/** The guides whose commands are run, in this order: the last one gives the seal a new key. */
export const GUIDES = [
  ...['quick-start', 'factur-x', 'signatures', 'embedding', 'teams', 'webhooks', 'limits'],
  ...['self-hosting', 'upgrading', 'security', 'authority'],
]

/** All of them. */
export const LONG_TESTS = {
  'cluster-script': {
    long: '`scripts/cluster`: a request made and its link opened on three instances',
    files: ['test/system/cluster-script.test.ts'],
    covers: ['scripts/cluster', 'docs/ops/haproxy.cfg', ...CLUSTER],
  },
  'write-pairs': {
    long: 'every two of ten operations that write, at once on one document, on two instances',
    short: 'every two of four',
    files: ['test/service/signing/write-pairs.test.ts'],
    covers: [...SIGNING, 'src/accounts'],
  },
  clients: {
    long: 'clients in five languages, made of openapi.yaml by the generators that the guide names',
    short: 'the TypeScript SDK',
    files: ['test/system/clients.test.ts'],
    covers: [
      ...['openapi.yaml', 'postman.json', 'sdk', 'docs/sdks.md', 'scripts/setup'],
      ...['src/reference', 'test/support/client-place.ts'],
    ],
  },
  'rolling-upgrade': {
    long: 'three instances are replaced one after the other under load',
    files: ['test/system/rolling-upgrade.test.ts'],
    covers: [...CLUSTER, 'test/support/next-build.ts'],
  },
  instances: {
    long: '22 seconds of load (ten minutes in `npm run test:all`) with seven kinds of faults',
    files: ['test/system/instances.test.ts'],
    covers: [...CLUSTER, 'src/signing', 'src/messages', 'src/pki'],
  },
  kills: {
    long: 'sixteen kills on the way from a form to the sealed file, three while a list is sent, ten during edits',
    short: 'one while a list is sent, three during edits',
    files: ['bulk', 'signing', 'edit'].map((name) => `test/system/${name}-kills.test.ts`),
    covers: [...SIGNING, 'test/support/kill-stage.ts', 'test/support/process-people.ts'],
  },
  crash: {
    long: 'a process that dies at every third step of a request with two files',
    short: 'at every ninth',
    files: ['test/service/signing/crash.test.ts'],
    covers: [...SIGNING, 'test/support/crashing.ts'],
  },
  'outer-seals': {
    long: 'seals and signers’ certificates with keys of every kind, in clouds and tokens, renewed over years, before the judges',
    short: 'an RSA key over the API, a key in a token, a signer’s own certificate',
    files: ['test/judge/external-seals.test.ts'],
    covers: [
      ...['src/seals', 'src/pki', 'src/pades', 'src/signing/sealing', 'src/signing/remote-signing'],
      ...['test/support/certificate-provider.ts', 'test/support/external-provider.ts'],
      ...['test/support/soft-token.ts', 'test/support/certomancer.ts'],
    ],
  },
  successor: {
    long: 'twenty years with a successor of the root, judged after the first one has ended',
    short: 'a file from after a roll-over by readers of either root; keys on curves',
    files: ['test/judge/successor.test.ts'],
    covers: [
      ...['src/pki', 'src/pades', 'src/signing/sealing', 'test/support/years.ts'],
      'test/judge/pyhanko',
    ],
  },
  'hostile-calls': {
    long: 'every hostile PDF at every route that reads one',
    short: 'each of them at one of the routes',
    files: ['test/service/pdf/hostile-calls.test.ts'],
    covers: READING_PDFS,
  },
  'hostile-pdfs': {
    long: 'twenty hostile PDFs at once: the others wait for none of them, and the memory comes back',
    files: ['test/system/hostile-pdfs.test.ts'],
    covers: READING_PDFS,
  },
  tiers: {
    long: 'six machines that differ in what they refuse',
    files: ['test/system/confinement-tiers.test.ts'],
    covers: ['src/office', 'src/app', 'src/config', 'src/kernel', 'test/support/refusing.py'],
  },
  rules: {
    long: 'ten thousand spoiled invoices, ours against the official rules',
    short: 'one in ten of them',
    files: ['test/judge/rules-agreement.test.ts'],
    covers: [
      ...['src/facturx', 'src/xml', 'test/judge/java'],
      ...['test/support/mutations.ts', 'test/support/random-mutants.ts'],
      ...['test/support/scenarios.ts', 'test/support/official-deviations.ts'],
    ],
  },
  schemathesis: {
    long: 'sixty seconds of requests made from openapi.yaml',
    short: 'fifteen seconds',
    files: ['test/system/schemathesis.test.ts'],
    covers: [
      ...['openapi.yaml', 'src/accounts', 'src/app', 'src/detection', 'src/fonts', 'src/http'],
      ...['src/rendering', 'src/templates', 'src/verification', 'src/webhooks'],
      'test/support/schemathesis-hooks.py',
    ],
  },
  'signed-kinds': {
    long: 'signed files of thirty kinds, with 1 to 20 signers, before every judge',
    short: 'one of each sort: classic, compressed, PDF/A-3, Factur-X, signed before',
    files: ['test/judge/signing.test.ts', 'test/judge/proof.test.ts', 'test/judge/inputs.test.ts'],
    covers: [...SIGNING, 'src/pdf', 'src/verification', 'test/support/pdf-samples.ts'],
  },
  'signed-forms': {
    long: 'filled forms, other roles than signers, names in other scripts, renewed time-stamps, before the judges',
    files: ['asked', 'forms', 'names', 'renewal'].map((name) => `test/judge/${name}.test.ts`),
    covers: [...SIGNING, 'src/pdf', 'src/verification', 'test/support/fillable-forms.ts'],
  },
  attacks: {
    long: 'published attacks on signed files, before the judges and the verifier',
    short: 'what the verifier must not take for an attack',
    files: ['test/judge/verifier.test.ts'],
    covers: ['src/pades', 'src/pdf', 'src/verification', 'test/support/attacks.ts'],
  },
  invoices: {
    long: 'forty random invoices, and six hundred made from the schema, before the judges',
    short: 'eight, and eighty',
    files: ['test/judge/facturx.test.ts'],
    covers: [
      ...['src/docx', 'src/facturx', 'src/office', 'src/pdf', 'src/rendering', 'src/xml'],
      'templates',
    ],
  },
  postgres: {
    long: 'all tests of the service that decide by their statements, on PostgreSQL',
    short: 'one of each folder',
    files: ON_POSTGRES.filter((file) => !ON_POSTGRES_ALWAYS.includes(file)),
    covers: [
      ...['src/accounts', 'src/audit', 'src/console', 'src/database', 'src/files', 'src/identity'],
      ...['src/jobs', 'src/kernel', 'src/messages', 'src/retention', 'src/signing'],
      ...['src/templates', 'src/throttling', 'src/webhooks', 'test/support/on-postgres.ts'],
    ],
  },
  languages: {
    long: 'every step of the signer’s pages in every language, on two phones',
    short: 'English, French and from right to left',
    files: ['test/system/sign-languages.test.ts'],
    covers: [
      ...['src/browser', 'src/pages', 'src/signing/embedding', 'src/signing/pages'],
      'src/translations',
    ],
  },
  endurance: {
    long: 'the same load three times over; full disks; thousands of connections',
    files: [
      ...['test/system/crowds.test.ts', 'test/system/disk.test.ts'],
      'test/system/soak.test.ts',
    ],
    covers: [
      ...[...CLUSTER, ...SIGNING, 'src/detection', 'src/docx', 'src/facturx', 'src/fonts'],
      ...['src/office', 'src/pdf', 'src/rendering', 'src/templates', 'src/verification'],
      ...['test/support/soak.ts', 'test/support/soak-load.ts'],
    ],
  },
  'office-faults': {
    long: 'workers of LibreOffice that are killed, hang, swell and are replaced under load',
    files: ['test/system/office-faults.test.ts'],
    covers: ['src/office', 'src/kernel', 'scripts/setup'],
  },
  browsers: {
    long: 'the page in a frame in other engines than Chromium’s',
    files: ['test/system/embedding-engines.test.ts'],
    covers: [
      ...['src/browser', 'src/http', 'src/pages', 'src/signing/embedding', 'src/signing/pages'],
      ...['test/support/embedding-stage.ts', 'test/support/engines.ts'],
    ],
  },
  pages: {
    long: 'every page of the console and every state of the signer’s, in a browser; their accessibility',
    files: [
      ...['accessible', 'console-bulk', 'console-requests', 'console-templates', 'embedding'],
      ...['reference-page', 'sign-phone', 'sign-states', 'signer-passkeys', 'signer-totp'],
    ].map((name) => `test/system/${name}.test.ts`),
    covers: [
      ...['src/browser', 'src/console', 'src/http', 'src/identity', 'src/pages', 'src/signing'],
      ...['src/site', 'src/translations', 'src/verification/pages'],
      ...['test/support/browsed-app.ts', 'test/support/sign-stage.ts'],
    ],
  },
  guides: {
    long: 'every command of the guides, as a reader pastes it',
    files: ['test/system/guides.test.ts'],
    covers: [
      ...GUIDES.map((guide) => `docs/${guide}.md`),
      ...['openapi.yaml', 'src/http', 'src/site', 'src/webhooks'],
    ],
  },
  starts: {
    long: 'starts that lack something, stops, kills, and the service below a path',
    files: ['base-path', 'server', 'starting'].map((name) => `test/system/${name}.test.ts`),
    covers: [
      ...['src/app', 'src/config', 'src/database', 'src/http', 'src/kernel', 'src/office'],
      ...['scripts/setup', 'scripts/start', 'test/support/server-process.ts'],
    ],
  },
  connectors: {
    long: 'the connectors of the platforms for programs without code, in these platforms’ own runtimes',
    files: ['test/system/connectors.test.ts'],
    covers: ['connectors', 'openapi.yaml', 'docs/connectors.md'],
  },
} as const satisfies Readonly<Record<string, LongTest>>

/** The name of one of them. */
export type LongTestName = keyof typeof LONG_TESTS

/** All names, in the order of the table. */
export const LONG_TEST_NAMES = Object.keys(LONG_TESTS) as LongTestName[]

/** Whether this run has the long form of a test. */
export const isLong = (name: LongTestName): boolean =>
  namesIn(process.env[LONG_TESTS_VARIABLE] ?? '').includes(name)

/** @throws RangeError for a name that is in no line of the table */
function namesIn(text: string): LongTestName[] {
  if (text === 'all') return LONG_TEST_NAMES
  const names = text.split(',').filter((name) => name !== '' && name !== 'none')
  return names.map((name) => {
    const found = LONG_TEST_NAMES.find((each) => each === name)
    if (found === undefined)
      throw new RangeError(
        `${LONG_TESTS_VARIABLE}=${name}: all, none, or ${LONG_TEST_NAMES.join()}`,
      )
    return found
  })
}

/** The files that a run leaves out: those of long tests without a short form that are not among `names`. */
export const leftOutOf = (names: readonly LongTestName[]): string[] =>
  LONG_TEST_NAMES.filter((name) => !names.includes(name) && !hasShortForm(name)).flatMap(
    (name) => LONG_TESTS[name].files,
  )

/** Whether something of it runs in any case. */
export const hasShortForm = (name: LongTestName): boolean => 'short' in LONG_TESTS[name]

/** A hash of everything that a long test covers, as it lies in the working tree. @throws Error without git */
export function coveredHash(name: LongTestName, root = ROOT): string {
  const { covers, files } = LONG_TESTS[name]
  const paths = [...covers, ...files]
  const listed = execFileSync('git', ['ls-files', '-zco', '--exclude-standard', '--', ...paths], {
    cwd: root,
    maxBuffer: 50_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const hash = createHash('sha256')
  const present = [...new Set(listed.toString().split('\0'))]
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .sort()
  if (present.length === 0) throw new Error(`git lists no file that ${name} covers`)
  for (const path of present) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex').slice(0, 16)
}

/** What docs/test-runs.md says was covered by the last good run of each. */
export function recordedHashes(page: string): Map<string, string> {
  const lines = page.matchAll(/^\| (\S+) \|.*\| `([0-9a-f]{16})` \|$/gm)
  return new Map([...lines].map(([, name = '', hash = '']) => [name, hash]))
}

/** The long forms that are due: what they cover is not what their last good run saw, or that cannot be decided. */
export function dueLongTests(root = ROOT): LongTestName[] {
  try {
    const recorded = recordedHashes(readFileSync(join(root, TEST_RUNS_PAGE), 'utf8'))
    return LONG_TEST_NAMES.filter((name) => recorded.get(name) !== coveredHash(name, root))
  } catch {
    // No page or no git, as in an unpacked archive: nothing is known of the last run.
    return LONG_TEST_NAMES
  }
}

/** What a run of vitest does: what TEST_LONG names, else what is due. */
export function longTestsOfRun(): LongTestName[] {
  const given = process.env[LONG_TESTS_VARIABLE]
  return given === undefined ? dueLongTests() : namesIn(given)
}
