/** Files that are stored in parts: larger than {@link PART_BYTES}. */
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { sha256Later } from '../blob-store.ts'
import { LONG_MS, type Requests, SHORT_MS } from './requests.ts'

/** S3 demands at least 5 MB. */
export const PART_BYTES = 8 * 1_048_576

/** How S3 writes a hash. */
export const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

interface Upload {
  Bucket: string
  Key: string
  UploadId: string | undefined
}

/** Uploads in parts, one part after the other: several files travel at a time anyway. */
export class Parts {
  readonly #client: S3Client
  readonly #requests: Requests

  constructor(client: S3Client, requests: Requests) {
    this.#client = client
    this.#requests = requests
  }

  /** Stores a file; what fails leaves nothing. @param target with the encryption that is asked for */
  async put(target: { Bucket: string; Key: string }, bytes: Uint8Array): Promise<void> {
    const start = { ...target, ChecksumAlgorithm: 'SHA256' as const }
    const { UploadId } = await this.#requests.run('upload', SHORT_MS, (abortSignal) =>
      this.#client.send(new CreateMultipartUploadCommand(start), { abortSignal }),
    )
    const upload = { Bucket: target.Bucket, Key: target.Key, UploadId }
    try {
      const parts: CompletedPart[] = []
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        const part = bytes.subarray(at, at + PART_BYTES)
        parts.push(await this.#putPart(upload, parts.length + 1, part))
      }
      const whole = { ...upload, MultipartUpload: { Parts: parts } }
      await this.#requests.run('upload', LONG_MS, (abortSignal) =>
        this.#client.send(new CompleteMultipartUploadCommand(whole), { abortSignal }),
      )
    } catch (error) {
      // If this fails too, the daily run discards it.
      await this.#abort(upload).catch(() => undefined)
      throw error
    }
  }

  /** Discards uploads below a prefix that began before a time: the process that made them is gone. */
  async abortOld(bucket: string, prefix: string, beforeMs: number): Promise<void> {
    const order = { Bucket: bucket, Prefix: prefix }
    const { Uploads = [] } = await this.#requests.run('list', SHORT_MS, (abortSignal) =>
      this.#client.send(new ListMultipartUploadsCommand(order), { abortSignal }),
    )
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Key !== undefined && Initiated !== undefined && Initiated.getTime() < beforeMs)
        await this.#abort({ Bucket: bucket, Key, UploadId })
  }

  async #putPart(upload: Upload, number: number, bytes: Uint8Array): Promise<CompletedPart> {
    const part = { PartNumber: number, ChecksumSHA256: base64(await sha256Later(bytes)) }
    const order = { ...upload, ...part, Body: bytes }
    const { ETag } = await this.#requests.run('put', LONG_MS, (abortSignal) =>
      this.#client.send(new UploadPartCommand(order), { abortSignal }),
    )
    return { ...part, ETag }
  }

  async #abort(upload: Upload): Promise<void> {
    await this.#requests.found('upload', SHORT_MS, (abortSignal) =>
      this.#client.send(new AbortMultipartUploadCommand(upload), { abortSignal }),
    )
  }
}
