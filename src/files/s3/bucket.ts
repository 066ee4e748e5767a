/** Files of one bucket by key. Every call throws AppError `storage_unavailable` when it fails after all its tries. */

import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { asBuffer } from '../../kernel/bytes.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { BucketAddress } from '../storage-url.ts'
import { type Credentials, createClient, TRIES } from './client.ts'
import { base64, PART_BYTES, Parts } from './parts.ts'
import { LONG_MS, Requests, SHORT_MS } from './requests.ts'

/** An answer that ended early or late. */
class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

/**
 * Reads exactly `length` bytes.
 * @throws BrokenBody when there are fewer or more; the stream's error when the connection breaks
 */
async function readBody<Bytes extends Uint8Array>(
  body: Readable,
  length: number,
  allocate: (length: number) => Bytes,
): Promise<Bytes> {
  // An abort may come between two reads, when nobody else listens.
  body.on('error', () => undefined)
  const bytes = allocate(length)
  let at = 0
  const chunks: AsyncIterable<Uint8Array> = body
  for await (const chunk of chunks) {
    const part = asBuffer(chunk)
    if (at + part.length > length) throw new BrokenBody(`more than ${length} bytes`)
    bytes.set(part, at)
    at += part.length
  }
  if (at !== length) throw new BrokenBody(`${at} bytes of ${length}`)
  return bytes
}

/** Sends requests to one bucket. */
export class Bucket {
  readonly requests = new Requests()
  readonly #client: S3Client
  readonly #parts: Parts
  readonly #name: string
  readonly #sse: { ServerSideEncryption?: 'AES256' | 'aws:kms'; SSEKMSKeyId?: string }

  constructor(address: BucketAddress, credentials: Credentials | undefined) {
    const { bucket, encryption } = address
    this.#name = bucket
    this.#sse = {
      ...(encryption !== undefined && { ServerSideEncryption: encryption.algorithm }),
      ...(encryption?.key !== undefined && { SSEKMSKeyId: encryption.key }),
    }
    this.#client = createClient(address, credentials)
    this.#parts = new Parts(this.#client, this.requests)
  }

  /** Stores a file. @param sha256 of its content, in hex: the server refuses other content */
  async put(key: string, bytes: Uint8Array, sha256: string): Promise<void> {
    if (bytes.length > PART_BYTES)
      return await this.#parts.put({ ...this.#of(key), ...this.#sse }, bytes)
    const content = { Body: bytes, ContentLength: bytes.length, ChecksumSHA256: base64(sha256) }
    const order = { ...this.#of(key), ...this.#sse, ...content }
    await this.requests.run('put', LONG_MS, (abortSignal) =>
      this.#client.send(new PutObjectCommand(order), { abortSignal }),
    )
  }

  /** Reads a file; undefined when there is none. @param allocate makes the buffer for its length */
  async get<Bytes extends Uint8Array>(
    key: string,
    allocate: (length: number) => Bytes,
    VersionId?: string,
  ): Promise<Bytes | undefined> {
    return await this.requests.found('get', LONG_MS, (abortSignal) =>
      this.#wholeBody({ ...this.#of(key), VersionId }, allocate, abortSignal),
    )
  }

  /** What a file has contained, newest first; without versioning of the bucket, what it contains now. */
  async *versions(key: string): AsyncGenerator<Buffer> {
    const order = { Bucket: this.#name, Prefix: key, MaxKeys: 100 }
    for (let from = {}; ; ) {
      const page = await this.requests.run('list', SHORT_MS, (abortSignal) =>
        this.#client.send(new ListObjectVersionsCommand({ ...order, ...from }), { abortSignal }),
      )
      for (const { Key, VersionId } of page.Versions ?? []) {
        const bytes =
          Key === key ? await this.get(key, Buffer.allocUnsafeSlow, VersionId) : undefined
        if (bytes !== undefined) yield bytes
      }
      if (page.IsTruncated !== true) return
      from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
    }
  }

  /** When a file was written, epoch milliseconds; undefined when there is none. */
  async writtenMs(key: string): Promise<number | undefined> {
    const head = await this.requests.found('head', SHORT_MS, (abortSignal) =>
      this.#client.send(new HeadObjectCommand(this.#of(key)), { abortSignal }),
    )
    return head?.LastModified?.getTime()
  }

  /** Copies a file within the bucket. @returns false when there is none */
  async copy(from: string, to: string): Promise<boolean> {
    const order = { ...this.#of(to), ...this.#sse, CopySource: `${this.#name}/${from}` }
    const copied = await this.requests.found('copy', LONG_MS, (abortSignal) =>
      this.#client.send(new CopyObjectCommand(order), { abortSignal }),
    )
    return copied !== undefined
  }

  /** Deletes a file; a missing one is fine. */
  async delete(key: string): Promise<void> {
    await this.requests.found('delete', SHORT_MS, (abortSignal) =>
      this.#client.send(new DeleteObjectCommand(this.#of(key)), { abortSignal }),
    )
  }

  /** Every object below a prefix, and when it was written, epoch milliseconds. */
  async *list(prefix: string) {
    for (let token: string | undefined; ; ) {
      const page = await this.#page(prefix, token)
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, writtenMs: LastModified?.getTime() ?? 0 }
      token = page.NextContinuationToken
      if (page.IsTruncated !== true || token === undefined) return
    }
  }

  /** Whether the bucket can be listed now. @throws AppError `storage_unavailable` */
  async reach(prefix: string): Promise<void> {
    await this.#page(prefix, undefined, 1)
  }

  /** Discards uploads in parts below a prefix that began before a time and never ended. */
  async abortUploads(prefix: string, beforeMs: number): Promise<void> {
    await this.#parts.abortOld(this.#name, prefix, beforeMs)
  }

  /** Closes connections. */
  close(): void {
    this.#client.destroy()
  }

  #of(key: string) {
    return { Bucket: this.#name, Key: key }
  }

  #page(prefix: string, token: string | undefined, max = 1_000) {
    const from = token === undefined ? {} : { ContinuationToken: token }
    const order = { Bucket: this.#name, Prefix: prefix, MaxKeys: max, ...from }
    return this.requests.run('list', SHORT_MS, (abortSignal) =>
      this.#client.send(new ListObjectsV2Command(order), { abortSignal }),
    )
  }

  /** A body that breaks off is no longer in the hands of the SDK: it is read again from the start. */
  async #wholeBody<Bytes extends Uint8Array>(
    order: { Bucket: string; Key: string; VersionId: string | undefined },
    allocate: (length: number) => Bytes,
    abortSignal: AbortSignal,
  ): Promise<Bytes> {
    for (let left = TRIES - 1; ; left -= 1) {
      const answer = await this.#client.send(new GetObjectCommand(order), { abortSignal })
      const { Body, ContentLength } = answer
      invariant(Body instanceof Readable && ContentLength !== undefined, 'an object has a length')
      try {
        return await readBody(Body, ContentLength, allocate)
      } catch (error) {
        if (left === 0 || abortSignal.aborted) throw error
      }
    }
  }
}
