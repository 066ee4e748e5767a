/**
 * Firefox and WebKit as Debian has them, driven by what they speak themselves: WebDriver BiDi and WebDriver (W3C). They
 * do one thing for a test: run a script in a page, or in the frame in it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './server-process.ts'

/** A browser with one page. */
export interface Engine {
  open(url: string): Promise<void>
  /** The value of an expression in the page, or in the first frame in it. */
  evaluate(where: 'page' | 'frame', expression: string): Promise<unknown>
  close(): Promise<void>
}

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT = '/usr/bin/WebKitWebDriver'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const DISPLAY_SERVER = '/usr/bin/Xvfb'

export const ENGINES = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
]

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    // Not 'close': its own children hold the pipe a little longer.
    child.once('exit', () => done())
    child.kill('SIGKILL')
  })

/** What a process says first that fits. */
const said = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((done, fail) => {
    let text = ''
    child.stderr?.on('data', (piece) => {
      text += String(piece)
      const [, found] = pattern.exec(text) ?? []
      if (found !== undefined) done(found)
    })
    child.once('close', () => fail(new Error(text)))
  })

/** No cookie of a third party, as in its strict mode. */
const NO_COOKIES = 'user_pref("network.cookie.cookieBehavior", 1);\n'

async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'paraph-firefox-'))
  writeFileSync(join(profile, 'user.js'), NO_COOKIES)
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const child = spawn(FIREFOX, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await said(child, /WebDriver BiDi listening on (ws:\S+)/)
  const call = await bidi(`${address}/session`)
  await call('session.new', { capabilities: {} })
  type Tree = { contexts: { context: string; children: { context: string }[] }[] }
  const tree = async () => ((await call('browsingContext.getTree', {})) as unknown as Tree).contexts
  return {
    async open(url) {
      const context = (await tree())[0]?.context
      await call('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(where, expression) {
      const [page] = await tree()
      const context = where === 'page' ? page?.context : page?.children[0]?.context
      const order = {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      }
      const { result } = (await call('script.evaluate', order)) as { result?: { value?: string } }
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    async close() {
      await ended(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

type Call = (method: string, params: object) => Promise<Record<string, unknown>>

/** Calls over one connection, answered in any order. */
async function bidi(address: string): Promise<Call> {
  const { WebSocket } = await import('undici')
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>()
  await new Promise((done, fail) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', fail)
  })
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number } & Record<string, unknown>
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let id = 0
  return async (method, params) => {
    id += 1
    const mine = id
    const answer = await new Promise<Record<string, unknown>>((done) => {
      waiting.set(mine, done)
      socket.send(JSON.stringify({ id: mine, method, params }))
    })
    if (answer.type === 'error') throw new Error(`${method}: ${String(answer.message)}`)
    return answer.result as Record<string, unknown>
  }
}

/** Its driver calls it with a window; the window is on a screen that nobody sees. */
async function startWebKit(): Promise<Engine> {
  const port = await freePort()
  const display = `:${20_000 + (port % 10_000)}`
  const screen = spawn(DISPLAY_SERVER, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' }
  const child = spawn(WEBKIT, [`--port=${port}`], { env, stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`
  await until(() => fetch(`${base}/status`).then(({ ok }) => ok))
  const options = { binary: MINI_BROWSER, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await post(`${base}/session`, { capabilities })) as { sessionId: string }
  const session = `${base}/session/${sessionId}`
  return {
    async open(url) {
      await post(`${session}/frame`, { id: null })
      await post(`${session}/url`, { url })
    },
    async evaluate(where, expression) {
      await post(`${session}/frame`, { id: null })
      if (where === 'frame') await post(`${session}/frame`, { id: 0 })
      const script = `return JSON.stringify(${expression})`
      const value = await post(`${session}/execute/sync`, { script, args: [] })
      return typeof value === 'string' ? JSON.parse(value) : undefined
    },
    async close() {
      await fetch(session, { method: 'DELETE' }).catch(() => undefined)
      await ended(child)
      await ended(screen)
    },
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`)
  return value
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + 30_000
  while (performance.now() < untilMs) {
    if (await holds().catch(() => false)) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the browser does not come')
}
