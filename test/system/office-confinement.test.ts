import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FatalError } from '../../src/kernel/invariant.ts'
import { WORK_NICENESS } from '../../src/kernel/processors.ts'
import { findLeaks } from '../../src/office/canary.ts'
import { examineOffice } from '../../src/office/doctor.ts'
import { findInstallation } from '../../src/office/installation.ts'
import { OfficePool } from '../../src/office/office.ts'
import { pdfOptions } from '../../src/office/pdf-options.ts'
import { startWarm } from '../../src/office/sample.ts'
import type { SandboxTier } from '../../src/office/sandbox.ts'
import {
  alive,
  leftovers,
  officeOptions,
  openOffice,
  parentOf,
  scratchFolder,
} from './office-fixture.ts'

const root = process.getuid?.() === 0

/** What gets out of a bare worker of a tier, one document after the other. */
async function leaksOf(tier: SandboxTier, lockedSettings: boolean): Promise<string[]> {
  const scratchDir = scratchFolder()
  const worker = await startWarm(
    {
      installation: await findInstallation({}),
      tier,
      ownUsers: root && tier !== 'off',
      scratchDir,
      addressSpaceBytes: 4 * 1024 ** 3,
      fileBytesMax: 64 * 1024 ** 2,
      startTimeoutMs: 20_000,
      withoutLockedSettings: !lockedSettings,
    },
    1,
    new AbortController().signal,
  )
  let last: Promise<unknown> = Promise.resolve()
  const convert = (docx: Uint8Array): Promise<Uint8Array> => {
    const next = last.then(async () => {
      const answer = await worker.convert({ docx, store: pdfOptions({ kind: 'pdf' }) })
      await answer.idle
      if (answer.outcome === 'refused') throw new Error(answer.reason)
      return answer.pdf
    })
    last = next
    return next
  }
  try {
    return await findLeaks(convert, scratchDir)
  } finally {
    worker.kill('seen enough')
    await worker.ended
  }
}

describe('the canary', () => {
  test('gets out of LibreOffice as it comes in every way it tries', async () => {
    expect(await leaksOf('off', false)).toHaveLength(3)
  })

  test('gets past the settings alone only through an SVG', async () => {
    const leaks = await leaksOf('off', true)
    expect(leaks).toHaveLength(1)
    expect(leaks[0]).toContain('SVG')
  })

  test.each(['bubblewrap', 'uid'] as const)(
    'does not get out of %s, even with settings as they come',
    async (tier) => {
      expect(await leaksOf(tier, false)).toEqual([])
    },
  )

  test('with the sandbox off is reported, not fatal: the operator asked for it', async () => {
    const office = await openOffice({ sandbox: 'off' })
    expect(office.status().sandbox).toMatchObject({ tier: 'off', measures: [] })
    expect(office.status().sandbox.leaks).toHaveLength(1)
  })
})

describe('a worker in bubblewrap', () => {
  test('has another network, no files of the machine, no rights, no secrets', async () => {
    const office = await openOffice({ sandbox: 'bubblewrap' })
    const [{ pid } = { pid: 0 }] = office.status().workers
    for (const process of [pid, parentOf(pid)]) {
      const proc = (name: string): string => readFileSync(`/proc/${process}/${name}`, 'utf8')
      expect(readlinkSync(`/proc/${process}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
      expect(
        proc('net/dev')
          .split('\n')
          .filter((line) => line.includes(':')).length,
      ).toBe(1)
      const places = readdirSync(`/proc/${process}/root/`).sort()
      expect(
        places.filter((name) => ['home', 'root', 'work', 'srv', 'sys'].includes(name)),
      ).toEqual([])
      expect(readdirSync(`/proc/${process}/root/usr/bin`)).toHaveLength(1)
      expect(proc('status')).toMatch(/^NoNewPrivs:\s+1$/m)
      expect(proc('status')).toMatch(/^Seccomp:\s+2$/m)
      expect(proc('status')).toMatch(/^CapBnd:\s+0+$/m)
      if (root) expect(proc('status')).not.toMatch(/^Uid:.*\b0\b/m)
      const names = proc('environ')
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0])
      const allowed = [
        'PATH',
        'HOME',
        'TMPDIR',
        'LANG',
        'TZ',
        'FONTCONFIG_FILE',
        'LD_PRELOAD',
        'PWD',
      ]
      expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
    }
    expect(office.status().sandbox.measures).toContain('no network')
  })

  test('stores nothing on disk', async () => {
    const options = officeOptions({ sandbox: 'bubblewrap' })
    const office = await OfficePool.start(options)
    onTestFinished(() => office.close())
    expect(leftovers(options.scratchDir)).toEqual([])
  })
})

describe('a worker in the uid tier', () => {
  test('has Landlock, seccomp and, under a root service, its own user', async () => {
    const office = await openOffice({ sandbox: 'uid', workers: 2 })
    const { measures } = office.status().sandbox
    expect(measures).toEqual([...(root ? ['own user'] : []), 'landlock', 'seccomp'])
    const users = office
      .status()
      .workers.map(
        ({ pid }) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      )
    if (root) expect(new Set([...users, '0']).size).toBe(3)
  })
})

test.each(['bubblewrap', 'uid'] as const)(
  'LibreOffice has a lower priority than the service (%s), in its own session too',
  async (sandbox) => {
    const office = await openOffice({ sandbox })
    for (const { pid } of office.status().workers) {
      for (const thread of readdirSync(`/proc/${pid}/task`))
        expect(getPriority(Number(thread))).toBe(Math.min(getPriority() + WORK_NICENESS, 19))
      const group = `/proc/${pid}/autogroup`
      if (existsSync(group) && readFileSync(group, 'utf8') !== '')
        expect(readFileSync(group, 'utf8')).toMatch(new RegExp(` nice ${WORK_NICENESS}\n$`))
    }
  },
)

describe('a service that is killed', () => {
  test.each(['bubblewrap', 'uid', 'off'] as const)(
    'leaves no process (%s), and its folders go at the next start',
    async (sandbox) => {
      const scratchDir = scratchFolder()
      const service = spawn(
        process.execPath,
        ['--import', 'tsx', join(import.meta.dirname, 'office-orphan.ts'), sandbox, scratchDir],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      onTestFinished(() => void service.kill('SIGKILL'))
      const [line] = (await once(service.stdout, 'data')) as [Buffer]
      const pids = (JSON.parse(line.toString()) as number[]).flatMap((pid) => [pid, parentOf(pid)])
      expect(pids.filter(alive)).toHaveLength(4)
      const gone = once(service, 'exit')
      service.kill('SIGKILL')
      await gone
      await expect.poll(() => pids.filter(alive)).toEqual([])
      expect(leftovers(scratchDir).length > 0).toBe(sandbox !== 'bubblewrap')
      await openOffice({ scratchDir, sandbox: 'bubblewrap' })
      expect(leftovers(scratchDir)).toEqual([])
    },
  )

  test('is distinguished from one that is alive', async () => {
    const options = officeOptions({ sandbox: 'uid' })
    const first = await OfficePool.start(options)
    onTestFinished(() => first.close())
    const folders = readdirSync(options.scratchDir)
    mkdirSync(join(options.scratchDir, 'keep'))
    writeFileSync(join(options.scratchDir, 'keep/file'), '')
    await openOffice({ scratchDir: options.scratchDir, sandbox: 'bubblewrap' })
    expect(readdirSync(options.scratchDir).sort()).toEqual([...folders, 'keep'].sort())
  })
})

describe('a start that cannot be', () => {
  test('names what is missing and leaves nothing', async () => {
    const options = officeOptions({ sofficePath: '/nowhere/soffice' })
    const error = await OfficePool.start(options).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(FatalError)
    expect(String(error)).toContain('apt install libreoffice-writer-nogui')
  })

  test('of the worker reports what the process printed', async () => {
    const options = officeOptions({ pythonPath: '/usr/bin/false' })
    const error = await OfficePool.start({ ...options, sandbox: 'off' }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(FatalError)
    expect(String(error)).toContain('ended with 1')
  })
})

/** Fonts that `scripts/start` does not install: whoever needs them has `fonts add`. */
const isOptional = (name: string) =>
  ['fonts cjk', 'fonts emoji', 'fonts open', 'fonts scripts'].includes(name)

describe('the doctor', () => {
  test('finds everything on this machine and converts for real', async () => {
    const checks = await examineOffice({ sandbox: 'auto', scratchDir: scratchFolder() })
    expect(checks.filter(({ ok, name }) => !ok && !isOptional(name))).toEqual([])
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'LibreOffice',
        'Python bridge',
        'jemalloc',
        'JPEG',
        'hyphenation',
        'font Liberation Sans',
        "Word's fonts",
        'sandbox',
        'conversion',
      ]),
    )
    expect(checks.at(-1)?.detail).toMatch(/^LibreOffice \d+\.\d+/)
    const detail = checks.find(({ name }) => name === 'LibreOffice')?.detail ?? ''
    expect(detail.includes('25.2 lays out')).toBe(Number.parseFloat(detail) < 25)
  })

  test('says which package brings what is missing', async () => {
    const checks = await examineOffice({
      sandbox: 'auto',
      scratchDir: scratchFolder(),
      sofficePath: '/nowhere/soffice',
      pythonPath: '/usr/bin/false',
      jemallocPath: '/nowhere/libjemalloc.so',
    })
    const missing = Object.fromEntries(
      checks.filter(({ ok, name }) => !ok && !isOptional(name)).map(({ name, fix }) => [name, fix]),
    )
    expect(missing).toEqual({
      LibreOffice: 'apt install libreoffice-writer-nogui',
      'Python bridge': 'apt install python3-uno',
      jemalloc: 'apt install libjemalloc2',
      JPEG: 'apt install libturbojpeg0 (Ubuntu: libturbojpeg)',
    })
  })
})
