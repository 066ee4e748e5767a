/**
 * A remote signature service by another maker (Certomancer and its dummy of the Cloud Signature Consortium's API 1.0.4,
 * in Python), with an authority that publishes its list.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolPath } from './tools.ts'

const TOOL = 'certomancer-0.16.0-csc-0.4.2/bin'
const WAIT_MS = 60_000

const CONFIG = (port: number) => `
external-url-prefix: "http://127.0.0.1:${port}"
keysets:
  tiers:
    path-prefix: keys
    keys:
      root: {path: root.pem}
      seal: {path: seal.pem}
pki-architectures:
  tiers:
    keyset: tiers
    entity-defaults:
      country-name: BE
      organization-name: Tiers Remote Signing
    entities:
      root: {common-name: Tiers Root CA}
      seal: {common-name: Tiers Seal}
    certs:
      root:
        subject: root
        subject-key: root
        issuer: root
        authority-key: root
        validity: {valid-from: "2026-01-01T00:00:00+0000", valid-to: "2046-01-01T00:00:00+0000"}
        extensions:
          - {id: basic_constraints, critical: true, value: {ca: true}}
          - {id: key_usage, critical: true, smart-value: {schema: key-usage, params: [key_cert_sign, crl_sign]}}
      seal:
        subject: seal
        subject-key: seal
        issuer: root
        authority-key: root
        validity: {valid-from: "2026-01-01T00:00:00+0000", valid-to: "2046-01-01T00:00:00+0000"}
        extensions:
          - {id: key_usage, critical: true, smart-value: {schema: key-usage, params: [digital_signature, non_repudiation]}}
          - {id: crl_distribution_points, smart-value: {schema: crl-dist-url, params: {crl-repo-names: [root]}}}
    services:
      crl-repo:
        root:
          for-issuer: root
          signing-key: root
          simulated-update-schedule: "P1D"
`

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

async function answers(url: string, init: RequestInit): Promise<Response> {
  const untilMs = performance.now() + WAIT_MS
  for (;;) {
    const response = await fetch(url, init).catch(() => undefined)
    if (response?.ok) return response
    if (performance.now() > untilMs)
      throw new Error(`${url} does not answer; scripts/setup test installs certomancer`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Starts both programs. Close it in `afterAll`. */
export async function startCertomancer() {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-certomancer-'))
  mkdirSync(join(folder, 'keys'))
  for (const name of ['root', 'seal']) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    writeFileSync(
      join(folder, `keys/${name}.pem`),
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
  }
  const [authority, service] = [await freePort(), await freePort()]
  const config = join(folder, 'certomancer.yml')
  writeFileSync(config, CONFIG(authority))
  const start = (program: string, ...args: string[]): ChildProcess =>
    spawn(toolPath(`${TOOL}/${program}`), args, { cwd: folder, stdio: 'ignore' })
  const running = [
    start(
      'certomancer',
      '--config',
      config,
      'animate',
      '--port',
      String(authority),
      '--aiohttp',
      '--no-web-ui',
    ),
    start('certomancer-csc', config, String(service), '2'),
  ]
  const url = `http://localhost:${service}/csc/v1`
  const credential = 'tiers/seal'
  await answers(`http://127.0.0.1:${authority}/tiers/crls/root/latest.crl`, {})
  const described = await answers(`${url}/credentials/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credentialID: credential, certificates: 'chain' }),
  })
  const { cert } = (await described.json()) as { cert: { certificates: [string, string] } }
  return {
    url,
    credential,
    /** DER. */
    root: Buffer.from(cert.certificates[1], 'base64'),
    async close(): Promise<void> {
      for (const each of running) each.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
