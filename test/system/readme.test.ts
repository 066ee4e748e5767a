/** Every command of the README is run as it stands, in a copy of the checkout, from an empty data folder. */
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['node_modules', 'dist', 'data', '.git', 'results'])
const run = promisify(execFile)

interface Block {
  commands: string
  /** Why it is not run, where the README says so above it. */
  reason: string | undefined
}

const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
const blocks: Block[] = [
  ...readme.matchAll(/(?:<!-- not run: ([^>]+) -->\s*)?^```sh\n(.*?)^```$/gms),
].map(([, reason, commands = '']) => ({ commands, reason }))

let copy = ''
let port = 0
let key = ''
let printed = ''
/** When the plan was last asked for something. */
let calledAt = 0

/** Runs commands as somebody who pasted them into a shell in the checkout. */
async function shell(commands: string, withKey = key): Promise<string> {
  const { PARAPH_KEY: _none, ...outside } = process.env
  const ran = run('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: copy,
    env: {
      ...outside,
      PARAPH_PORT: String(port),
      ...(withKey !== '' && { PARAPH_KEY: withKey }),
    },
    maxBuffer: 10_000_000,
  })
  // What was printed says why; the error itself has only what went to the other stream.
  ran.catch((error: Error & { stdout: string }) => {
    error.message += error.stdout
  })
  return (await ran).stdout
}
const isPdf = async (name: string) =>
  expect((await readFile(join(copy, name))).subarray(0, 5).toString()).toBe('%PDF-')

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'paraph-readme-'))
  port = await freePort()
  await cp(ROOT, copy, {
    recursive: true,
    filter: (from) => from === ROOT || !LEFT_OUT.has(basename(from)),
  })
  // Links to the same files where the file system allows it: a copy is half a gigabyte.
  const modules = join(ROOT, 'node_modules')
  try {
    execFileSync('cp', ['-al', modules, copy], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', modules, copy])
  }
})
afterAll(async () => {
  const pid = await readFile(join(copy, 'data/server.pid'), 'utf8').catch(() => '')
  if (pid !== '') process.kill(Number(pid), 'SIGKILL')
  await rm(copy, { recursive: true, force: true })
})

describe('the README', () => {
  test('begins with the start, and runs all but what it says it does not', () => {
    expect(blocks[0]?.commands).toBe('./scripts/start\n')
    const left = blocks.filter(({ reason }) => reason !== undefined)
    expect(left.map(({ commands }) => commands.split(/\s/).slice(0, 2).join(' '))).toEqual([
      'docker build',
      'npm test',
    ])
  })

  test('./scripts/start makes a server, a key and a document out of an empty folder', async () => {
    printed = await shell('./scripts/start')
    const keys = printed.match(/pk_live_\w+/g) ?? []
    key = keys[0] ?? ''
    expect(printed.match(/shown once/g)).toHaveLength(1)
    expect(new Set(keys).size).toBe(1)
    expect(printed).toContain('./data/invoice.pdf')
    await isPdf('data/invoice.pdf')
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    expect(answer.status).toBe(200)
  })

  test('the curl line that it prints works when it is pasted, from any folder', async () => {
    const line = printed.split('\n').find((one) => one.trim().startsWith('curl '))
    await shell(`cd / && ${line?.replace('-o invoice.pdf', `-o '${copy}/pasted.pdf'`)}`, '')
    await isPdf('pasted.pdf')
  })

  test('a second start takes seconds and shows no key', async () => {
    const begun = performance.now()
    const again = await shell('./scripts/start', '')
    expect(performance.now() - begun).toBeLessThan(60_000)
    expect(again).not.toContain('pk_live_')
    expect(again).toContain('$PARAPH_KEY')
    calledAt = performance.now()
  })

  const rest = blocks.slice(1).filter(({ reason }) => reason === undefined)
  const runs = (calls: boolean) =>
    test.each(rest.filter(({ commands }) => commands.includes('curl ') === calls))(
      '$commands',
      async ({ commands }) => {
        await shell(commands.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`))
        for (const [, name = ''] of commands.matchAll(/-o (\S+\.pdf)/g)) await isPdf(name)
      },
    )
  runs(false)

  test('people paste slowly: the Free plan takes five requests in a minute', async () => {
    const leftMs = calledAt + 61_000 - performance.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs)))
    const usage = await fetch(`http://127.0.0.1:${port}/usage`, { headers: { 'X-API-Key': key } })
    expect(await usage.json()).toMatchObject({ per_minute: { requests: { remaining: 5 } } })
  })

  runs(true)

  test('a port that is in use is reported in one line', async () => {
    await expect(shell('PARAPH_DATA_DIR=./elsewhere ./scripts/start')).rejects.toMatchObject({
      stderr: expect.stringContaining('Choose another port'),
    })
  })
})

test.runIf(process.getuid?.() === 0)(
  'without root and without a package, it says what to install',
  async () => {
    const path = await mkdtemp(join(tmpdir(), 'paraph-path-'))
    // Everything but fc-list, seen by a user who may not install.
    const script =
      `for tool in bash env dirname id cat tr grep find node npm curl ls; do ln -s "$(command -v $tool)" ${path}/; done; ` +
      `chmod 755 ${path} ${copy}; setpriv --reuid=65534 --regid=65534 --clear-groups env PATH=${path} bash scripts/setup run`
    const failed = await shell(script, '').then(
      () => undefined,
      (error: { stderr: string }) => error.stderr,
    )
    await rm(path, { recursive: true })
    expect(failed).toMatch(/apt-get install --no-install-recommends .*fontconfig/)
  },
)
