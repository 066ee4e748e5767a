/**
 * Programs of other people against a running service: the SDK as it is packed, clients that generators
 * make of openapi.yaml, the Postman collection; each as the guide and the README show it.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { FOLDERS } from '../../src/reference/postman-run.ts'
import { blocksOf, ClientPlace, ROOT } from '../support/client-place.ts'
import { goProgram } from '../support/linters.ts'
import { isLong } from '../support/long-tests.ts'
import { startListening } from '../support/mcp.ts'
import { freePort } from '../support/server-process.ts'
import { toolPath } from '../support/tools.ts'

const GUIDE = 'docs/sdks.md'
const README = 'sdk/README.md'
const SDK = join(ROOT, 'sdk')
const TSC = join(SDK, 'node_modules/typescript/bin/tsc')
const TSX = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href

/** Debian's Guzzle, and the classes of the generated client: what Composer would write. */
const AUTOLOAD = `<?php
require_once '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $path = str_replace(['OpenAPI\\\\Client\\\\', '\\\\'], ['', '/'], $class);
    require __DIR__ . "/../paraph-php/lib/$path.php";
});
`
/** The part of Polly that the generated client names; it retries nothing unless a program asks for it. */
const POLLY = `namespace Polly {
  public enum OutcomeType { Successful, Failure }
  public class PolicyResult<T> {
    public OutcomeType Outcome;
    public T Result;
    public System.Exception FinalException;
  }
  public interface ISyncPolicy<T> { PolicyResult<T> ExecuteAndCapture(System.Func<T> call); }
  public interface IAsyncPolicy<T> {
    System.Threading.Tasks.Task<PolicyResult<T>> ExecuteAndCaptureAsync(
      System.Func<System.Threading.Tasks.Task<T>> call);
  }
}
`

let running: Awaited<ReturnType<typeof startListening>>
let place: ClientPlace
beforeAll(async () => {
  running = await startListening()
  await running.service.services.start()
  place = await ClientPlace.open(running.url, running.key)
})
afterAll(async () => {
  place.close()
  await running.close()
})

const isPdf = (name: string) =>
  expect(readFileSync(place.path(name)).subarray(0, 5).toString(), name).toBe('%PDF-')

/** A fresh test key. */
async function testKey(): Promise<string> {
  const { accounts, keys } = running.service.app.services.accounts
  const { id: accountId } = await accounts.createAccount(`postman-${randomUUID()}@example.com`)
  const input = { accountId, plan: 'wide', name: 'Postman', mode: 'test' as const }
  return (await keys.createKey(input)).secret
}

/** What a program that made a signature request printed last. */
async function isPending(said: string): Promise<void> {
  const [, id = '', status] = /\b(doc_\w{26}) (\w+)/.exec(said) ?? []
  expect(status).toBe('pending')
  expect((await running.service.get(id)).status).toBe('pending')
}

describe('the TypeScript SDK', () => {
  beforeAll(async () => {
    // Packing builds what the package holds.
    rmSync(join(SDK, 'dist'), { recursive: true, force: true })
    const packed = await place.run('npm', ['pack', '--pack-destination', place.folder], SDK)
    const tarball = packed.trim().split('\n').at(-1) ?? ''
    mkdirSync(place.path('node_modules/@paraph/sdk'), { recursive: true })
    const into = place.path('node_modules/@paraph/sdk')
    await place.run('tar', ['-xzf', tarball, '--strip-components=1', '-C', into])
    symlinkSync(join(SDK, 'node_modules/openapi-fetch'), place.path('node_modules/openapi-fetch'))
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2022', strict: true, noEmit: true },
      ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    }
    place.write('package.json', '{"type":"module"}')
    place.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const blocks = blocksOf(README, 'ts')
    place.write('readme.ts', blocks.slice(0, -1).join('\n'))
    place.write('receiver.ts', blocks.at(-1) ?? '')
    place.write('guide.ts', blocksOf(GUIDE, 'ts').join('\n'))
    const [embedded = ''] = blocksOf('docs/embedding.md', 'ts')
    place.write('embedded.ts', `declare const url: string\n${embedded}`)
  })

  test('is made of openapi.yaml, and its examples have the right types', async () => {
    await place.run('node', [TSC, '-p', place.folder])
  })

  test('makes a PDF and a signature request, reads lists and errors', async () => {
    const said = await place.run('node', ['--import', TSX, 'readme.ts'])
    isPdf('invoice-42.pdf')
    await isPending(said)
    expect(said).toMatch(/422 data_missing req_/)
    expect(said).toMatch(/^\/\w\S* \S/m)
    await isPending(await place.run('node', ['--import', TSX, 'guide.ts']))
    isPdf('typescript.pdf')
  })

  test('believes a delivery that we signed, and no other', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const port = await freePort()
    const env = { ...place.environment, PORT: String(port), WEBHOOK_SECRET: secret }
    const receiver = spawn('node', ['--import', TSX, 'receiver.ts'], { cwd: place.folder, env })
    const deliver = async (at: Date, body: string, sent = body): Promise<number> => {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
      }
      const answer = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })
      return (await answer.catch(() => undefined))?.status ?? 0
    }
    const body = JSON.stringify({ type: 'document.completed', data: { document_id: 'doc_1' } })
    try {
      await expect.poll(() => deliver(new Date(), body)).toBe(204)
      expect(await deliver(new Date(), body, `${body} `)).toBe(400)
      expect(await deliver(new Date(Date.now() - 400_000), body)).toBe(400)
    } finally {
      receiver.kill('SIGKILL')
    }
  })

  test('sends again what may be sent again, with one idempotency key', async () => {
    const { Paraph, ParaphError } = await import(
      pathToFileURL(place.path('node_modules/@paraph/sdk/dist/index.js')).href
    )
    const seen: Request[] = []
    const answers: (() => Response)[] = []
    const paraph = new Paraph({
      apiKey: running.key,
      baseUrl: running.url,
      fetch: async (request: Request) => {
        seen.push(request.clone())
        return answers.shift()?.() ?? fetch(request)
      },
    })
    const lost = () => {
      throw new TypeError('fetch failed')
    }
    const busy = () => new Response('', { status: 503, headers: { 'retry-after': '0' } })
    const file = new File([readFileSync(place.path('contract.pdf'))], 'contract.pdf')
    const signers = [{ email: 'ada@example.com' }]
    answers.push(busy, lost)
    const made = await paraph.createDocument({ file, signers })
    expect(made.status).toBe('pending')
    const keys = seen.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    // A render has no such key: what may have been done is not done again.
    answers.push(lost)
    const template = new File([readFileSync(place.path('letter.docx'))], 'letter.docx')
    await expect(paraph.render({ template, data: {} })).rejects.toThrow('fetch failed')
    // Nor where the load balancer does not know it.
    const interrupted = () =>
      Response.json(
        { code: 'interrupted', detail: 'The instance stopped.' },
        {
          status: 503,
          headers: { 'retry-after': '0', 'content-type': 'application/problem+json' },
        },
      )
    const before = seen.length
    answers.push(interrupted)
    await expect(paraph.render({ template, data: {} })).rejects.toThrow('The instance stopped.')
    expect(seen).toHaveLength(before + 1)
    answers.push(interrupted)
    expect((await paraph.document(made.id)).id).toBe(made.id)
    answers.push(busy, busy, busy)
    await expect(paraph.document(made.id)).rejects.toThrow(ParaphError)
    // A page each.
    const ids = new Set<string>()
    for await (const { id } of paraph.documents({ limit: 1 })) ids.add(id)
    expect(ids.size).toBeGreaterThanOrEqual(2)
    expect(ids).toContain(made.id)
  })
})

describe.runIf(isLong('clients'))('a generated client', () => {
  test('in Python makes a PDF and a signature request', async () => {
    place.write('generator.yaml', blocksOf(GUIDE, 'yaml').join())
    place.write('main.py', blocksOf(GUIDE, 'py').join())
    await place.shell(blocksOf(GUIDE, 'sh').find((one) => one.includes('python-client')) ?? 'false')
    // Of the environment that has the generator, which needs the same libraries.
    const python = (await place.shell('dirname $(command -v openapi-python-client)')).trim()
    const all = 'for m in pkgutil.walk_packages(paraph.__path__, "paraph."): import_module(m.name)'
    const imports = 'import paraph, pkgutil; from importlib import import_module'
    await place.run(join(python, 'python'), ['-c', `${imports}\n${all}`])
    await isPending(await place.run(join(python, 'python'), ['main.py']))
    isPdf('python.pdf')
  })

  test('in Java makes a PDF and a signature request', async () => {
    for (const folder of ['.mvn', 'src/main/java'])
      mkdirSync(place.path(folder), { recursive: true })
    // `scripts/setup test` has fetched all it needs; a short life needs no thorough compiler.
    place.write('.mvn/maven.config', '--offline\n')
    place.write('.mvn/jvm.config', '-XX:+UseSerialGC -XX:TieredStopAtLevel=1\n')
    place.write('openapi.yaml', readFileSync(join(ROOT, 'openapi.yaml')))
    place.write('pom.xml', blocksOf(GUIDE, 'xml').join())
    place.write('src/main/java/Main.java', blocksOf(GUIDE, 'java').join())
    const command = blocksOf(GUIDE, 'sh').find((one) => one.startsWith('mvn')) ?? 'false'
    await isPending(await place.shell(command))
    isPdf('java.pdf')
  })
})

describe.runIf(isLong('clients'))('a generated client without a configuration', () => {
  beforeAll(async () => {
    await place.shell(blocksOf(GUIDE, 'sh').find((one) => one.includes('-g php')) ?? 'false')
  })

  test('in Go compiles, makes a PDF and a signature request', async () => {
    place.write('main.go', blocksOf(GUIDE, 'go').join())
    const commands = blocksOf(GUIDE, 'sh').find((one) => one.startsWith('go ')) ?? 'false'
    // Nothing of it is fetched: the client needs Go's own library only.
    const offline = `export GOPROXY=off GOFLAGS=-mod=mod PATH=${dirname(goProgram())}:$PATH\n`
    await isPending(await place.shell(offline + commands))
    isPdf('go.pdf')
  })

  test('in PHP makes a PDF and a signature request', async () => {
    mkdirSync(place.path('vendor'))
    place.write('vendor/autoload.php', AUTOLOAD)
    place.write('main.php', blocksOf(GUIDE, 'php').join())
    // Also what the program does not use must be PHP.
    const every =
      'find paraph-php/lib -name "*.php" | xargs -n 60 php -l | grep -vc "^No syntax" || true'
    expect((await place.shell(every)).trim()).toBe('0')
    await isPending(await place.run('php', ['main.php']))
    isPdf('php.pdf')
  })

  test('in C# compiles, makes a PDF and a signature request', async () => {
    place.write('Program.cs', blocksOf(GUIDE, 'csharp').join())
    place.write('Polly.cs', POLLY)
    cpSync(toolPath('nswag-14.7.1/Newtonsoft.Json.dll'), place.path('Newtonsoft.Json.dll'))
    const libraries = [
      ...['System.Net.Http', 'System.Net.Http.WebRequest', 'System.Runtime.Serialization'],
      ...['System.ComponentModel.DataAnnotations', 'System.Web', 'Newtonsoft.Json'],
    ].map((name) => `-r:${name}.dll`)
    const sources = ['-recurse:paraph-csharp/src/Paraph/*.cs', 'Polly.cs', 'Program.cs']
    await place.run('mcs', ['-langversion:latest', '-out:Program.exe', ...libraries, ...sources])
    await isPending((await place.run('mono', ['Program.exe'])).toLowerCase())
    isPdf('csharp.pdf')
  })
})

describe.runIf(isLong('clients'))('the Postman collection', () => {
  test('has every operation, and runs in newman from first to last on a test key', async () => {
    const api = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8')) as { paths: object }
    const operations = Object.values(api.paths).flatMap((path) =>
      Object.values(path as Record<string, { operationId: string }>),
    )
    const asked = FOLDERS.flatMap(({ steps }) => steps.map(({ operationId }) => operationId))
    expect(new Set(asked)).toEqual(new Set(operations.map(({ operationId }) => operationId)))
    const commands = blocksOf(GUIDE, 'sh').find((one) => one.includes('newman')) ?? 'false'
    const said = await place.shell(`export PARAPH_KEY=${await testKey()}\n${commands}`)
    // Requests that were sent again are no failures.
    expect(said.replaceAll(/\s|│/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      ` assertions ${asked.length} 0 `,
    )
  })
})
