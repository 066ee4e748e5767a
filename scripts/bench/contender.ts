/** What takes part in the race, and the small HTTP client all services are asked with. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { BenchDocument } from './documents.ts'

export interface Contender {
  /** Short, stable name: the column of the report and the key of the raw results. */
  readonly name: string
  /** One sentence for the report: what exactly is measured. */
  readonly what: string
  /** Takes part in every n-th round only: slow ones would eat the time of the others. */
  readonly every: number
  /** Documents in a row that one worker of a batch makes, at most. */
  readonly batchMax: number
  start(): Promise<void>
  /** Makes one PDF. */
  run(document: BenchDocument, slot: number): Promise<Uint8Array>
  stop(): Promise<void>
  /** First processes of the contender's trees, for memory. */
  roots(): number[]
}

/** A process of ours in its own group, so that its whole tree can be ended at once. */
export function launch(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(command, args, {
    detached: true,
    stdio: ['pipe', 'pipe', process.env.BENCH_DEBUG ? 'inherit' : 'ignore'],
    env: { ...process.env, ...environment },
  })
}

/** Ends a process group that `launch` made and waits until its first process is gone. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    child.kill('SIGTERM')
  }
  const timer = setTimeout(() => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }, 5_000)
  await gone
  clearTimeout(timer)
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Posts a body made beforehand and returns the answer's; throws with the text of any other status than 200. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': String(body.length) } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const whole = Buffer.concat(chunks)
          if (answer.statusCode === 200) resolve(whole)
          else reject(new Error(`${url}: ${answer.statusCode} ${whole.toString().slice(0, 2000)}`))
        })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

export interface Form {
  readonly body: Buffer
  readonly type: string
}
export type FormPart = readonly [name: string, content: string | Uint8Array, filename?: string]

/** A multipart body, made once per document so that the client costs the race nothing. */
export function multipart(parts: readonly FormPart[]): Form {
  const boundary = '----paraph-bench-7c1f4e0d'
  const pieces = parts.flatMap(([name, content, filename]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n` +
        `${filename ? 'content-type: application/octet-stream\r\n' : ''}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

/** Asks `url` until it answers 200. */
export async function untilReady(url: string, limitMs: number): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < limitMs) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer within ${limitMs} ms`)
}
