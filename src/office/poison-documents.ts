/**
 * Remembers documents that killed workers, so that the same one does not do so repeatedly. One whose worker hung or got
 * too little of a busy machine is not among them.
 */

import { createHash } from 'node:crypto'
import { BoundedMap } from '../kernel/cache.ts'
import { HOUR_MS } from '../kernel/clock.ts'
import type { Wording } from '../kernel/coded-error.ts'

/** Worker deaths after which a document is refused at once. */
const DEATHS_MAX = 2
/** A crash can have another cause, so entries expire. */
const RECORD_MS = HOUR_MS
const RECORDS_MAX = 256

interface Record {
  deaths: number
  reason: Wording
  until: number
}

/** A bounded memory of documents by SHA-256. */
export class PoisonDocuments {
  readonly #records = new BoundedMap<string, Record>(RECORDS_MAX)
  readonly #now: () => number

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Records that a document killed a worker. */
  note(docx: Uint8Array, reason: Wording): void {
    const hash = fingerprint(docx)
    const deaths = (this.#recall(hash)?.deaths ?? 0) + 1
    this.#records.set(hash, { deaths, reason, until: this.#now() + RECORD_MS })
  }

  /** Removes the record: the document was converted after all, so something else was the cause. */
  forgive(docx: Uint8Array): void {
    this.#records.delete(fingerprint(docx))
  }

  /** Why the document must be refused at once; undefined: it may be tried. */
  reasonToRefuse(docx: Uint8Array): Wording | undefined {
    // skip hashing while nothing is recorded, which is nearly always
    if (this.#records.size === 0) return undefined
    const record = this.#recall(fingerprint(docx))
    return record !== undefined && record.deaths >= DEATHS_MAX ? record.reason : undefined
  }

  #recall(hash: string): Record | undefined {
    const record = this.#records.get(hash)
    if (record === undefined || record.until > this.#now()) return record
    this.#records.delete(hash)
    return undefined
  }
}

const fingerprint = (docx: Uint8Array): string => createHash('sha256').update(docx).digest('base64')
