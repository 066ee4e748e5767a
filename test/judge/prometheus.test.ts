/** Prometheus itself with what docs/ops gives it: the rules, played by promtool, and a service that it scrapes. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startListening } from '../support/mcp.ts'
import { freePort } from '../support/server-process.ts'
import { toolPath } from '../support/tools.ts'

const OPS = resolve(import.meta.dirname, '../../docs/ops')
const PLAYED = ['prometheus-rules.yaml', 'prometheus-rules-days.yaml']
const read = (name: string): string => readFileSync(join(OPS, name), 'utf8')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-prometheus-'))
  copyFileSync(join(OPS, 'alerts.yaml'), join(folder, 'alerts.yaml'))
  for (const name of PLAYED) copyFileSync(join(import.meta.dirname, name), join(folder, name))
})
afterAll(() => rmSync(folder, { recursive: true }))

const promtool = (...args: string[]): string =>
  execFileSync(toolPath('prometheus/usr/bin/promtool'), args, { cwd: folder, encoding: 'utf8' })

interface Rules {
  groups: { rules: { alert?: string; record?: string }[] }[]
}

describe('the rules', () => {
  const rules = (parse(read('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)

  test('are read without a complaint', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toContain(`SUCCESS: ${rules.length} rules`)
  })

  test('raise every alert when it is due, and none when all is well', () => {
    const played = PLAYED.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
    for (const { alert } of rules)
      if (alert !== undefined) expect(played).toContain(`- alertname: ${alert}\n`)
    for (const name of PLAYED) expect(promtool('test', 'rules', name), name).toContain('SUCCESS')
  })
})

describe('a service that is watched', () => {
  let watched: Awaited<ReturnType<typeof startListening>>
  let prometheus: ReturnType<typeof spawn>
  let url: string

  beforeAll(async () => {
    watched = await startListening()
    await watched.service.services.start()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    // Half a minute is soon enough for an operator.
    for (const [name, written] of [
      ['prometheus.yaml', read('prometheus.yaml')],
      ['alerts.yaml', read('alerts.yaml')],
    ] as const)
      writeFileSync(
        join(folder, name),
        written
          .replaceAll(/interval: \d+s/g, 'interval: 1s')
          .replace('/etc/prometheus/alerts.yaml', 'alerts.yaml')
          .replace('paraph:3000', new URL(watched.url).host),
      )
    promtool('check', 'config', 'prometheus.yaml')
    prometheus = spawn(
      toolPath('prometheus/usr/bin/prometheus'),
      [
        '--config.file=prometheus.yaml',
        '--storage.tsdb.path=measured',
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { cwd: folder, stdio: 'inherit' },
    )
  })
  afterAll(async () => {
    const ended = new Promise((done) => prometheus.once('exit', done))
    prometheus.kill('SIGKILL')
    await ended
    await watched.close()
  })

  interface Answer {
    status: string
    error?: string
    data: { result: { value: [number, string] }[] }
  }
  const query = async (text: string): Promise<Answer> => {
    const asked = new URL('/api/v1/query', url)
    asked.searchParams.set('query', text)
    return (await fetch(asked)).json() as Promise<Answer>
  }
  const figure = async (text: string): Promise<string | undefined> => {
    const { data } = await query(text).catch(() => ({ data: undefined }))
    return data?.result[0]?.value[1]
  }

  test('prints metrics that promtool has nothing to say about', async () => {
    const input = await (await fetch(`${watched.url}/metrics`)).text()
    const options = { input, encoding: 'utf8' } as const
    const said = spawnSync(toolPath('prometheus/usr/bin/promtool'), ['check', 'metrics'], options)
    expect(said).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('is available, and no rule fails', async () => {
    const available = () => figure('paraph:availability:ratio_30d')
    await expect.poll(available).toBe('1')
    const { data } = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] }
    }
    const said = data.groups.flatMap(({ rules }) => rules)
    expect(said.length).toBeGreaterThan(15)
    expect(said.filter(({ lastError }) => lastError !== undefined)).toEqual([])
    expect(said.filter(({ health }) => health === 'ok').length).toBe(said.length)
  })

  test('has an answer to every query of the dashboard', async () => {
    const { panels, annotations } = JSON.parse(read('grafana-dashboard.json')) as {
      panels: { title: string; targets?: { expr: string }[] }[]
      annotations: { list: { expr: string }[] }
    }
    const queries = [...panels.flatMap(({ targets = [] }) => targets), ...annotations.list]
    expect(queries.length).toBeGreaterThan(25)
    for (const { expr } of queries) {
      const { status, error } = await query(expr.replaceAll('$job', 'paraph'))
      expect([expr, status, error]).toEqual([expr, 'success', undefined])
    }
    expect(await figure('min(paraph_ready{job="paraph"})')).toBe('1')
  })
})
