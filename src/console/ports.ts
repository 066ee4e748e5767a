/** What the console needs of others of its rank, and of everybody who keeps something of an account. */
import type { Caller } from '../accounts/caller.ts'
import type { Locale } from '../pages/locale.ts'

/** How the last signature request from the console stands. */
export interface TrialRequest {
  id: string
  name: string
  status: string
  createdAt: string
}

/** Sends a first signature request, signed by the authority whose name says TEST. */
export interface TrialSigning {
  /** @throws AppError `authority_unavailable`, `rate_limited` and those of a request */
  send(
    caller: Caller,
    order: {
      pdf: Uint8Array
      filename: string
      /** Where the signature goes: points from the top left. */
      field: { page: number; x: number; y: number; width: number; height: number }
      email: string
      locale: Locale
      ip: string
    },
  ): Promise<void>
  /** The newest one of a test key. */
  latest(caller: Caller): Promise<TrialRequest | undefined>
}

/** A file of an account's export. */
export interface ExportedFile {
  /** Path inside the zip. */
  path: string
  bytes: Uint8Array
}

/** Somebody who keeps something of an account. */
export interface Holding {
  /** Everything that is kept, as files. */
  export(accountId: string): Promise<readonly ExportedFile[]>
  /** Removes what need not be kept as evidence; may be called again after a crash. */
  erase(accountId: string): Promise<void>
}
