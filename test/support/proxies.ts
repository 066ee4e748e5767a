/** The proxies of docs/ops below a path, as they are shipped: on ports of this machine, without TLS. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

const OPS = resolve(import.meta.dirname, '../../docs/ops')
/** Where scripts/setup unpacks the programs that would start a server if they were installed. */
const UNPACKED = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paraph')

/** Ports of a proxy: with and without TLS in the example, and that of the service. */
export interface ProxyPorts {
  secure: number
  plain: number
  service: number
}

interface Proxy {
  file: string
  /** The example for the ports. */
  adapt(example: string, ports: ProxyPorts, folder: string): string
  command(config: string, folder: string): [program: string, ...rest: string[]]
}

const at = (port: number): string => `127.0.0.1:${port}`

/** By name. */
export const PROXIES: Readonly<Record<string, Proxy>> = {
  caddy: {
    file: 'Caddyfile',
    adapt: (example, { secure, plain }) =>
      `{\n\tadmin off\n}\n${example.replace(/^http:\/\/example.com/m, `http://${at(plain)}`).replace(/^example.com/m, `http://${at(secure)}`)}`,
    command: (config) => [
      join(UNPACKED, 'caddy/usr/bin/caddy'),
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      config,
    ],
  },
  nginx: {
    file: 'nginx.conf',
    adapt: (example, { secure, plain }, folder) => `daemon off;
error_log stderr;
pid ${folder}/nginx.pid;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${example
  .replace(/^ *ssl_.*\n/gm, '')
  .replace('listen 443 ssl http2', `listen ${at(secure)}`)
  .replace('listen 80', `listen ${at(plain)}`)}
}
`,
    command: (config, folder) => [
      join(UNPACKED, 'nginx/usr/sbin/nginx'),
      '-p',
      folder,
      '-e',
      'stderr',
      '-c',
      config,
    ],
  },
  haproxy: {
    file: 'haproxy-path.cfg',
    adapt: (example, { secure, plain }) =>
      example
        .replace(/bind :443 .*/, `bind ${at(secure)}`)
        .replace('bind :80', `bind ${at(plain)}`),
    command: (config) => ['/usr/sbin/haproxy', '-db', '-f', config],
  },
}

/** A proxy that runs. */
export interface RunningProxy {
  /** Public address of the service behind it. */
  url: string
  /** The same where the example has no TLS. */
  plainUrl: string
  stop(): Promise<void>
}

/** Starts one, with its files in a folder of its own. */
export async function startProxy(
  name: string,
  ports: ProxyPorts,
  below: string,
): Promise<RunningProxy> {
  const proxy = PROXIES[name]
  if (proxy === undefined) throw new Error(`there is no ${name}`)
  const folder = join(below, name)
  mkdirSync(folder)
  const config = join(folder, proxy.file)
  const example = readFileSync(join(OPS, proxy.file), 'utf8')
  if (!example.includes('127.0.0.1:3000')) throw new Error(`${proxy.file} names no service`)
  const behind = example.replaceAll('127.0.0.1:3000', at(ports.service))
  writeFileSync(config, proxy.adapt(behind, ports, folder))
  const [program, ...rest] = proxy.command(config, folder)
  if (!existsSync(program)) throw new Error(`${program} is missing: run scripts/setup test`)
  const running = spawn(program, rest, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = `http://${at(ports.secure)}/paraph`
  await answering(running, `${url}/`)
  return { url, plainUrl: `http://${at(ports.plain)}/paraph`, stop: () => stop(running) }
}

async function answering(running: ChildProcess, url: string): Promise<void> {
  let said = ''
  for (const stream of [running.stdout, running.stderr])
    stream?.on('data', (chunk) => {
      said += String(chunk)
    })
  for (let tries = 0; tries < 600; tries += 1) {
    if (running.exitCode !== null) throw new Error(`the proxy ended: ${said}`)
    try {
      await fetch(url)
      return
    } catch {
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  throw new Error(`the proxy does not answer: ${said}`)
}

async function stop(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null) return
  const ended = new Promise((done) => running.once('exit', done))
  running.kill('SIGTERM')
  await ended
}
