/** The service on the machines that people have: what they refuse decides how LibreOffice is confined. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { adminKey, freePort, ServerProcess } from '../support/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** From the folder of the checkout. */
const REFUSING = ['/usr/bin/python3', 'refusing.py']
const NOBODY = 65_534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
/** As where a container is given no capability, or not these. */
const ROOT_AS_GIVEN = ['setpriv', '--bounding-set=-setuid,-setgid']

interface Machine {
  name: string
  /** Commands that become the server. */
  through: string[]
  user: number
  tier: string
}

const MACHINES: Machine[] = [
  { name: 'root, with namespaces', through: [], user: 0, tier: 'bubblewrap' },
  {
    name: 'root, where namespaces are refused',
    through: [...REFUSING, 'namespaces'],
    user: 0,
    tier: 'uid',
  },
  {
    name: 'root that may not change users, where namespaces are refused',
    through: [...ROOT_AS_GIVEN, ...REFUSING, 'namespaces'],
    user: 0,
    tier: 'uid',
  },
  {
    name: 'an ordinary user, with namespaces',
    through: AS_NOBODY,
    user: NOBODY,
    tier: 'bubblewrap',
  },
  {
    name: 'an ordinary user, where namespaces are refused',
    through: [...AS_NOBODY, ...REFUSING, 'namespaces'],
    user: NOBODY,
    tier: 'uid',
  },
  {
    name: 'an ordinary user whose namespaces have no capability, as under AppArmor',
    through: [...AS_NOBODY, ...REFUSING, 'mounts'],
    user: NOBODY,
    tier: 'uid',
  },
]

/** Closed to everybody but who runs the service, as /root is; below it a path with a space and an accent. */
let closed = ''
let checkout = ''

beforeAll(() => {
  closed = mkdtempSync(join(tmpdir(), 'paraph-tiers-'))
  checkout = join(closed, 'a folder é', 'checkout')
  mkdirSync(checkout, { recursive: true })
  for (const name of ['dist', 'docs', 'templates'])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true })
  for (const name of readdirSync(ROOT).filter((one) => /\.(json|yaml|md)$/.test(one)))
    cpSync(join(ROOT, name), join(checkout, name))
  cpSync(join(ROOT, 'test/support/refusing.py'), join(checkout, 'refusing.py'))
  // Links to the same files where the file system allows it: a copy is half a gigabyte.
  const modules = join(ROOT, 'node_modules')
  try {
    execFileSync('cp', ['-al', modules, checkout], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', modules, checkout])
  }
})
afterAll(() => rmSync(closed, { recursive: true, force: true }))

/** What workers of a server have left outside its data folder, or in it. */
const left = (server: ServerProcess, data: string): string[] =>
  ['/tmp', join(data, 'office')]
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
    .filter((name) => name.includes(`office-worker-${server.pid}-`))

async function firstDocument(server: ServerProcess, key: string): Promise<string> {
  const body = new FormData()
  for (const [name, file] of Object.entries({ template: 'invoice.docx', data: 'invoice.json' })) {
    body.set(name, new Blob([readFileSync(join(ROOT, 'templates', file))]), file)
  }
  const answer = await fetch(`${server.url}/render`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body,
  })
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  return answer.status === 200 ? text.slice(0, 5) : `${answer.status} ${text}`
}

describe
  .runIf(process.getuid?.() === 0)
  .each(MACHINES.map((machine) => [machine.name, machine] as const))(
  'on a machine of %s',
  (_, { through, user, tier }) => {
    test(`the first document is rendered in the tier ${tier}, from folders that are closed to others`, async () => {
      const data = mkdtempSync(join(closed, 'data-'))
      const settings = {
        PARAPH_DATA_DIR: data,
        PARAPH_OFFICE_WORKERS: '2',
        PARAPH_MERGE_TIMEOUT_MS: '60000',
      }
      const key = await adminKey(settings)
      execFileSync('chown', ['-R', String(user), data])
      chownSync(closed, user, user)
      chmodSync(closed, 0o700)
      const start = async () => {
        const server = new ServerProcess(await freePort(), settings, undefined, through, checkout)
        onTestFinished(async () => void (await server.stop('SIGKILL')))
        return server
      }

      const killed = await (await start()).ready()
      expect(await firstDocument(killed, key)).toBe('%PDF-')
      const health = (await (await fetch(`${killed.url}/health/ready`)).json()) as {
        parts: { office: object }
      }
      expect(health.parts.office).toMatchObject({
        detail: expect.stringContaining(`sandbox: ${tier}`),
      })
      await killed.stop('SIGKILL')
      expect(left(killed, data).length > 0).toBe(tier !== 'bubblewrap')

      const next = await (await start()).ready()
      expect(left(killed, data)).toEqual([])
      expect(await firstDocument(next, key)).toBe('%PDF-')
      expect(await next.stop()).toBe(0)
      expect(left(next, data)).toEqual([])
    })
  },
)
