/** The files for several instances hold to what reads them: Compose, HAProxy, Kubernetes, and the service's settings. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig } from '../src/config/config.ts'
import { balancerConfig } from './support/balancer.ts'
import { composeFaults } from './support/compose-schema.ts'
import { kubernetesVerdict } from './support/kubernetes.ts'
import { freePort } from './support/server-process.ts'

const OPS = resolve(import.meta.dirname, '../docs/ops')
const read = (name: string): string => readFileSync(join(OPS, name), 'utf8')
const { drainDelayMs, drainTimeoutMs } = loadConfig({}).server

describe('compose.instances.yaml', () => {
  interface Service {
    image: string
    cap_drop: string[]
    security_opt: string[]
    volumes?: string[]
    ports?: string[]
    stop_grace_period?: string
    environment?: Record<string, string>
  }
  const compose = parse(read('compose.instances.yaml')) as { services: Record<string, Service> }
  const { paraph } = compose.services

  test('holds to the schema of the Compose specification, and names files that are there', () => {
    expect(composeFaults(compose)).toEqual([])
    const files = Object.values(compose.services).flatMap(({ volumes = [], security_opt }) => [
      ...volumes.flatMap((volume) => volume.match(/^\.\/[^:]+/)?.[0] ?? []),
      ...security_opt.flatMap((option) => option.split('seccomp=')[1] ?? []),
    ])
    expect(files).toEqual(['./haproxy.cfg', './seccomp.json'])
    expect(files.filter((name) => !existsSync(join(OPS, name)))).toEqual([])
  })

  test('no service may more than it needs, and only the balancer is let out, to this machine', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.cap_drop, service.security_opt[0]]).toEqual([
        ...[name, ['ALL'], 'no-new-privileges:true'],
      ])
      expect(service.ports ?? []).toEqual(name === 'balancer' ? ['127.0.0.1:3000:3000'] : [])
    }
  })

  test('gives each instance settings that it takes, and the time to drain', () => {
    const config = loadConfig({ ...paraph?.environment, PARAPH_CA_PASSPHRASE: 'x'.repeat(20) })
    expect(config.postgres).toMatchObject({ schema: 'paraph' })
    expect(config.storage.address).toMatchObject({ bucket: 'paraph-files' })
    const grace = Number(/^(\d+)s$/.exec(paraph?.stop_grace_period ?? '')?.[1]) * 1000
    expect(grace).toBeGreaterThan(drainDelayMs + drainTimeoutMs)
  })
})

test('haproxy.cfg is read by HAProxy, and lets out neither figures nor health', () => {
  const said = spawnSync('haproxy', ['-c', '-f', join(OPS, 'haproxy.cfg')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  expect([said.error, said.status, `${said.stdout}${said.stderr}`]).toEqual([
    undefined,
    0,
    'Configuration file is valid\n',
  ])
  expect(read('haproxy.cfg')).toContain('{ path /metrics } || { path_beg /health/ }')
})

test('who posts to an instance that dies is told when to come again; who reads is answered by the next one', async () => {
  // A killed process ends its connections as these do: the calls of so many are cut off.
  let cuts = 0
  const instances = [0, 1].map(() =>
    createServer((request, response) => {
      if (request.url === '/health/ready' || cuts === 0) return void response.end('{}')
      cuts -= 1
      request.resume().on('end', () => request.socket.destroy())
    }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'paraph-haproxy-'))
  const [port, file] = [await freePort(), join(folder, 'haproxy.cfg')]
  for (const each of instances) await new Promise<void>((done) => each.listen(0, '127.0.0.1', done))
  const ports = instances.map((each) => (each.address() as AddressInfo).port)
  writeFileSync(file, balancerConfig([{ name: 'i', port, instances: ports }]))
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' })
  const call = (method: string) => fetch(`http://127.0.0.1:${port}/api/v1/documents`, { method })
  try {
    const status = () =>
      call('GET').then(
        (answer) => answer.status,
        () => 0,
      )
    await expect.poll(status, { timeout: 10_000 }).toBe(200)
    cuts = 1
    const answer = await call('POST')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 503, code: 'interrupted' })
    cuts = 1
    expect(await status()).toBe(200)
    expect(cuts).toBe(0)
  } finally {
    proxy.kill('SIGKILL')
    for (const each of instances) each.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('kubernetes.yaml', () => {
  const file = join(OPS, 'kubernetes.yaml')
  interface Manifest {
    kind: string
    data?: Record<string, string>
    spec?: {
      template?: { spec: { terminationGracePeriodSeconds: number } }
      metrics?: Array<{ pods?: { metric: { name: string } } }>
    }
  }
  const manifests = parseAllDocuments(read('kubernetes.yaml')).map(
    (each) => each.toJS() as Manifest,
  )
  const specOf = (wanted: string) => manifests.find(({ kind }) => kind === wanted)?.spec

  test.each(['1.29', '1.31', '1.34'])('holds to the schema of Kubernetes %s', (version) => {
    const { valid, passed, said } = kubernetesVerdict(file, version)
    expect(said).not.toContain('ERROR')
    expect([valid, passed.length]).toEqual([true, manifests.length])
  })

  test('that schema refuses a misspelt field', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-kubernetes-'))
    const spoiled = join(folder, 'spoiled.yaml')
    writeFileSync(spoiled, read('kubernetes.yaml').replace('minReadySeconds', 'minReadySecond'))
    expect(kubernetesVerdict(spoiled, '1.31').valid).toBe(false)
    rmSync(folder, { recursive: true })
  })

  test('gives settings that the service takes, time to drain, and a metric that it has', () => {
    const data = manifests.find(({ kind }) => kind === 'ConfigMap')?.data
    expect(loadConfig({ ...data }).storage.address).toMatchObject({ bucket: 'acme-files' })
    const grace = specOf('Deployment')?.template?.spec.terminationGracePeriodSeconds ?? 0
    expect(grace * 1000).toBeGreaterThan(drainDelayMs + drainTimeoutMs)
    const metric = specOf('HorizontalPodAutoscaler')?.metrics?.[0]?.pods?.metric.name ?? 'none'
    // What the dashboard names is there: see the tests of Prometheus.
    expect(read('grafana-dashboard.json')).toContain(metric)
  })
})
