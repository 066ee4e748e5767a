/** Real S3 servers, started by the tests: S3Proxy (Java) and moto (Python), on a port of their own, in memory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { S3_BUCKET, S3_KEYS } from './place.ts'
import { freePort } from './server-process.ts'
import { toolPath } from './tools.ts'

/** A running server. */
export interface S3Server {
  endpoint: string
  client: S3Client
  pid: number
  stop(): void
}

/** The servers by name. */
export const S3_SERVERS = ['S3Proxy', 'moto'] as const
export type S3ServerName = (typeof S3_SERVERS)[number]

const STARTED_MS = 60_000

function startS3Proxy(port: number, folder: string): ChildProcess {
  const settings = join(folder, 's3proxy.properties')
  writeFileSync(
    settings,
    [
      `s3proxy.endpoint=http://127.0.0.1:${port}`,
      's3proxy.authorization=aws-v4',
      `s3proxy.identity=${S3_KEYS.accessKeyId}`,
      `s3proxy.credential=${S3_KEYS.secretAccessKey}`,
      'jclouds.provider=transient-nio2',
    ].join('\n'),
  )
  const classes = join(toolPath('s3proxy-4.1.0'), '*')
  const args = [
    '-XX:+UseSerialGC',
    '-cp',
    classes,
    'org.gaul.s3proxy.Main',
    '--properties',
    settings,
  ]
  return spawn('java', args, { stdio: 'ignore', env: { ...process.env, LOG_LEVEL: 'error' } })
}

const startMoto = (port: number): ChildProcess =>
  spawn(toolPath('moto-5.2.5/bin/moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  })

/** Starts a server with an empty bucket. @param port the one of an earlier server that is to come back, empty */
export async function startS3(name: S3ServerName, port?: number): Promise<S3Server> {
  const at = port ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'paraph-s3-'))
  const process = name === 'moto' ? startMoto(at) : startS3Proxy(at, folder)
  const failed = new Promise<never>((_, reject) => {
    process.once('error', (cause) =>
      reject(new Error(`${name} cannot be started: run scripts/setup test`, { cause })),
    )
  })
  failed.catch(() => undefined)
  const endpoint = `http://127.0.0.1:${at}`
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: S3_KEYS,
    forcePathStyle: true,
    maxAttempts: 1,
  })
  await Promise.race([failed, madeBucket(client)])
  return {
    endpoint,
    client,
    pid: process.pid ?? 0,
    stop() {
      client.destroy()
      process.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function madeBucket(client: S3Client): Promise<void> {
  const untilMs = Date.now() + STARTED_MS
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }))
      return
    } catch (error) {
      if (Date.now() > untilMs) throw error
      await sleep(100)
    }
  }
}
