/** Verifies files: in a worker, against our own roots and those that the operator trusts. */
import type { Clock } from '../kernel/clock.ts'
import type { Locale } from '../kernel/languages.ts'
import type { Verification } from './schemas.ts'
import type { VerifyPool } from './verify-pool.ts'

/** What the service needs. */
interface VerificationParts {
  threads: Pick<VerifyPool, 'verify'>
  clock: Clock
  /** DER of our own roots; empty while there is no authority. */
  ownRoots(): Promise<readonly Uint8Array[]>
  /** DER of the roots the operator added. */
  trusted: readonly Uint8Array[]
  /** DER of roots that are trusted for time-stamps only. */
  stampRoots: readonly Uint8Array[]
  /** If absent, no file is recognised as ours. */
  known?: IssuedFiles
}

/** Verifies files for callers and for the public. */
export class VerificationService {
  readonly #parts: VerificationParts

  constructor(parts: VerificationParts) {
    this.#parts = parts
  }

  /** The report in a language. @throws pdf_invalid, pdf_encrypted, render_limit_exceeded, server_busy */
  async verify(
    { filename, bytes, password }: { filename: string; bytes: Uint8Array; password?: string },
    locale: Locale,
  ): Promise<Verification> {
    const { threads, clock, trusted, stampRoots, known } = this.#parts
    const roots = [...(await this.#parts.ownRoots()), ...trusted]
    const { file, ...verdict } = await threads.verify(
      bytes,
      { roots, stampRoots },
      { nowMs: clock.now(), locale, ...(password !== undefined && { password }) },
    )
    const ours = await known?.find(file.sha256)
    return {
      file: { name: filename, ...file },
      ...verdict,
      ours:
        ours === undefined
          ? null
          : {
              document_id: ours.documentId,
              status: ours.status,
              completed_at: ours.completedAt,
              matches: ours.matches,
            },
    }
  }
}

// What verification needs from others; `signing/` implements it.

/** A file that this service finished. */
export interface IssuedFile {
  documentId: string
  status: string
  completedAt: string | null
  /** Byte for byte the finished file; false for an earlier state that was handed out. */
  matches: boolean
}

/** Looks up the files that the service handed out. */
export interface IssuedFiles {
  /**
   * The request a file belongs to. Anyone may ask, so it must find signed files only by the hash of their exact
   * bytes: a caller who has those already knows everything in the result.
   * @param sha256 lower-case hexadecimal
   */
  find(sha256: string): Promise<IssuedFile | undefined>
}
