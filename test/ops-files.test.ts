/** The files for operators hold to what reads them: compose, systemd, the kernel. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../src/config/config.ts'
import { findInstallation } from '../src/office/installation.ts'
import { bubblewrapArguments } from '../src/office/sandbox.ts'
import { composeFaults } from './support/compose-schema.ts'

const OPS = resolve(import.meta.dirname, '../docs/ops')
const read = (name: string): string => readFileSync(join(OPS, name), 'utf8')

interface Service {
  image: string
  build?: { context: string }
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  healthcheck?: { test?: string[] }
  volumes?: string[]
  ports?: string[]
  profiles?: string[]
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml')) as { services: Record<string, Service> }
  const { paraph } = compose.services

  test('holds to the schema of the Compose specification', () => {
    expect(composeFaults(compose)).toEqual([])
    expect(composeFaults({ services: { a: { read_onyl: true } } })).not.toEqual([])
  })

  test('every file that it mounts or names is there', () => {
    const named = Object.values(compose.services).flatMap(({ volumes = [], security_opt = [] }) => [
      ...volumes.map((volume) => volume.split(':')[0] ?? ''),
      ...security_opt.flatMap((option) => option.split('seccomp=')[1] ?? []),
    ])
    const files = named.filter((name) => name.startsWith('./'))
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((name) => !existsSync(join(OPS, name)))).toEqual([])
    expect(existsSync(resolve(OPS, paraph?.build?.context ?? '', 'Dockerfile'))).toBe(true)
  })

  test('no service may more than it needs, and none is let out but to this machine', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.cap_drop]).toEqual([name, ['ALL']])
      expect([name, service.security_opt?.[0]]).toEqual([name, 'no-new-privileges:true'])
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      expect(service.image).toMatch(/:[\w.]+$/)
    }
    expect(paraph).toMatchObject({ read_only: true })
    expect(compose.services.prometheus?.profiles).toEqual(['watch'])
  })

  test('a stop waits for the whole drain', () => {
    const { drainDelayMs, drainTimeoutMs } = loadConfig({}).server
    const grace = Number(/^(\d+)s$/.exec(paraph?.stop_grace_period ?? '')?.[1]) * 1000
    expect(grace).toBeGreaterThan(drainDelayMs + drainTimeoutMs)
  })

  test('its filter leaves bubblewrap what it makes a sandbox of, and refuses the rest', () => {
    const { defaultAction, syscalls } = JSON.parse(read('seccomp.json')) as {
      defaultAction: string
      syscalls: Array<{ names: string[]; action: string }>
    }
    const refused = new Set(syscalls.flatMap(({ names }) => names))
    expect([defaultAction, syscalls.map(({ action }) => action)]).toEqual([
      'SCMP_ACT_ALLOW',
      ['SCMP_ACT_ERRNO'],
    ])
    for (const needed of [
      'clone',
      'clone3',
      'unshare',
      'mount',
      'umount2',
      'pivot_root',
      'seccomp',
    ])
      expect(refused.has(needed), needed).toBe(false)
    for (const dangerous of ['bpf', 'kexec_load', 'init_module', 'ptrace', 'io_uring_setup'])
      expect(refused.has(dangerous), dangerous).toBe(true)
  })
})

describe('the image', () => {
  const root = (path: string) => readFileSync(resolve(OPS, '../..', path), 'utf8')

  test('is built on an exact version, with exactly what the lock file names', () => {
    const bases = [...root('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual([
      expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim$/),
      expect.stringMatching(/^debian:12\.\d+-slim$/),
    ])
    expect(root('Dockerfile')).toContain('RUN npm ci ')
    expect(root('Dockerfile')).not.toContain('npm install')
  })

  test('can be built by npm ci: the lock file has every package, those of other platforms too', () => {
    const { packages } = JSON.parse(root('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: object; dependencies?: object }>
    }
    // As Node looks for it: beside, then further up.
    const known = (from: string, name: string): boolean =>
      `${from === '' ? '' : `${from}/`}node_modules/${name}` in packages ||
      (from !== '' && known(from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name))
    const missing = Object.entries(packages).flatMap(
      ([from, { dependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => !known(from, name))
          .map((name) => `${from} → ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('is unhealthy when it does not answer or cannot work, and Compose asks the same', () => {
    const [, asked = ''] = /HEALTHCHECK .*\n *CMD (.*)/.exec(root('Dockerfile')) ?? []
    expect(asked).toBe('curl -fsS "http://localhost:$PARAPH_PORT/health/ready?exclude=office"')
    // Without a test of its own, a service is asked what the image says.
    for (const name of ['compose.yaml', 'compose.instances.yaml']) {
      const { services } = parse(read(name)) as { services: Record<string, Service> }
      const own = Object.entries(services).filter(([service]) => service.startsWith('paraph'))
      expect(own.length).toBeGreaterThan(0)
      for (const [, { healthcheck }] of own) expect(healthcheck?.test).toBeUndefined()
    }
  })

  test('fetches nothing that is made for one architecture', () => {
    const text = root('Dockerfile').replace(/^#.*$/gm, '')
    expect(text).not.toMatch(/amd64|arm64|x86_64|aarch64|--platform/)
    expect(text).not.toMatch(/curl [^\n]*https?:\/\/(?!localhost)|wget|ADD /)
  })

  test('is run by the README under the profiles that it ships, none left out', () => {
    const line = /docker run (?:.*\\\n)*.*$/m.exec(root('README.md'))?.[0] ?? ''
    const { security_opt = [] } = (
      parse(read('compose.yaml')) as { services: Record<string, Service> }
    ).services.paraph as Service
    for (const option of security_opt)
      expect(line).toContain(
        `--security-opt ${option.replace('./', 'docs/ops/').replace(':true', '')}`,
      )
    expect(line).toContain('--cap-drop ALL')
    expect(line).toContain('--read-only')
  })
})

describe('paraph.service', () => {
  const unit = read('paraph.service')
  const options = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

  test('is read by systemd without a complaint', () => {
    const analyze = '/usr/bin/systemd-analyze'
    // Where it is not installed, the tests below still read the file.
    if (!existsSync(analyze)) return expect(options.get('ExecStart')).toContain('dist/main.js')
    const folder = mkdtempSync(join(tmpdir(), 'paraph-unit-'))
    const file = join(folder, 'paraph.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync(analyze, ['verify', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect([status, stderr.split('\n').filter((line) => line.includes('paraph.service'))]).toEqual([
      0,
      [],
    ])
  })

  test('gives nothing away that would break the sandbox of LibreOffice, and says why', () => {
    const breaking = [
      'RestrictNamespaces',
      'PrivateUsers',
      'ProtectKernelTunables',
      'ProtectKernelLogs',
      'ProtectProc',
      'ProcSubset',
      'MemoryDenyWriteExecute',
    ]
    for (const name of breaking) {
      expect(options.has(name), name).toBe(false)
      expect(unit).toContain(`${name}=`)
    }
    expect(options.get('SystemCallFilter')).not.toContain('@mount')
    expect(options.get('RestrictAddressFamilies')).toContain('AF_NETLINK')
    expect(Object.fromEntries(options)).toMatchObject({
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
    })
  })
})

test('whoever starts the service starts it with the settings that keep its memory small', () => {
  const text = (path: string): string => readFileSync(resolve(OPS, '../..', path), 'utf8')
  for (const path of [
    'Dockerfile',
    'docs/ops/paraph.service',
    'package.json',
    'scripts/bench/contenders-http.ts',
    'scripts/start',
  ]) {
    expect(text(path), path).toMatch(/MALLOC_ARENA_MAX(?:=|: ')2\b/)
    expect(text(path), path).toMatch(/MALLOC_MMAP_THRESHOLD_(?:=|: ')1048576\b/)
    expect(text(path), path).toMatch(/MALLOC_TRIM_THRESHOLD_(?:=|: ')4194304\b/)
    expect(text(path), path).toMatch(/--max-semi-space-size=8\b.{1,20}dist\/main\.js/)
  }
})

describe('a service that ends by a fault', () => {
  const lives: string[] = []
  const keepRunning = (script: string, args: string[] = []) =>
    spawnSync('scripts/keep-running', ['bash', '-c', script, ...args], {
      cwd: resolve(OPS, '../..'),
      encoding: 'utf8',
      timeout: 55_000,
    })
  const counted = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-lives-'))
    lives.push(folder)
    return join(folder, 'lives')
  }
  afterAll(() => {
    for (const folder of lives) rmSync(folder, { recursive: true })
  })

  test('is started again by systemd, by compose and by scripts/start', () => {
    expect(read('paraph.service')).toMatch(/^Restart=on-failure$/m)
    expect(parse(read('compose.yaml'))).toMatchObject({
      services: { paraph: { restart: 'unless-stopped' } },
    })
    const start = readFileSync(resolve(OPS, '../../scripts/start'), 'utf8')
    expect(start).toMatch(/ scripts\/keep-running node .*dist\/main\.js/)
  })

  test('lives again after kill -9, and ends where it is stopped', () => {
    const file = counted()
    // The first life is killed, the second stops cleanly.
    const script = 'echo x >>"$0"; [ $(wc -l <"$0") -gt 1 ] || kill -9 $$'
    const { status, stderr } = keepRunning(script, [file])
    expect([status, readFileSync(file, 'utf8')]).toEqual([0, 'x\nx\n'])
    expect(stderr).toContain('started again')
  })

  test('is not tried again where its settings are wrong, at the first start or later', () => {
    const [refused, later] = [counted(), counted()]
    expect(keepRunning('echo x >>"$0"; exit 1', [refused]).status).toBe(1)
    expect(readFileSync(refused, 'utf8')).toBe('x\n')
    const script = 'echo x >>"$0"; [ $(wc -l <"$0") -gt 1 ] || kill -9 $$; exit 78'
    expect(keepRunning(script, [later]).status).toBe(78)
    expect(readFileSync(later, 'utf8')).toBe('x\nx\n')
    expect(read('paraph.service')).toMatch(/^RestartPreventExitStatus=78$/m)
  })

  test('is started again however often it crashes, after pauses that grow', () => {
    const file = counted()
    const script = 'echo x >>"$0"; [ $(wc -l <"$0") -gt 4 ] || kill -9 $$'
    const { status, stderr } = keepRunning(script, [file])
    expect([status, readFileSync(file, 'utf8')]).toEqual([0, 'x\n'.repeat(5)])
    expect(stderr.match(/(?<=again in )\S+/g)).toEqual(['0.2', '0.4', '0.8', '1.6'])
    expect(read('paraph.service')).toMatch(/^StartLimitIntervalSec=0$/m)
  })
})

/** As both files run it: another user, no capability to be had, no new privileges. */
const HARDENED = [
  ...['--reuid', '65534', '--regid', '65534', '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'],
]

describe.runIf(process.getuid?.() === 0)('bubblewrap, as hardened as there', () => {
  const sandbox = async () => {
    const installation = await findInstallation({})
    const bwrap = [installation.bubblewrap ?? 'bwrap', ...(await bubblewrapArguments(installation))]
    return [...bwrap, installation.python, '-I', '-c', 'print("inside")']
  }

  test('works without a capability and without new privileges', async () => {
    const said = execFileSync('setpriv', [...HARDENED, ...(await sandbox())], { encoding: 'utf8' })
    expect(said.trim()).toBe('inside')
  })

  test('does not where a part of /proc is covered, as ProtectKernelTunables does', async () => {
    const quoted = [...HARDENED, ...(await sandbox())].map((word) => `'${word}'`).join(' ')
    const script = `mount --bind /dev/null /proc/kcore && exec setpriv ${quoted}`
    const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
      encoding: 'utf8',
    })
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/proc/)
  })
})
