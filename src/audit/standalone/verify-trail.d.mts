/** Types of the stand-alone verifier, for our own tests; it ships without them. */
import type { X509Certificate } from 'node:crypto'

/** RFC 8785 text of a value. */
export function canonical(value: unknown): string

/** What a time-stamp token says and what is wrong with it. */
export function readToken(
  token: Buffer,
  roots?: readonly X509Certificate[],
): { over: string; at: Date; signer: string; trusted: boolean; problems: string[] }

/** What is wrong with a trail. */
export function checkTrail(
  trail: unknown,
  roots?: readonly X509Certificate[],
): {
  faults: Array<{ entry: number; fr: string; en: string }>
  stamps: Array<{ seq: number; at: Date; signer: string; trusted: boolean }>
  unstamped: number
  /** Why it proves nothing, though it may be whole. */
  unproved: 'unstamped' | 'later' | 'rootless' | undefined
}

/** Compares lines of the export of an organisation's log with its chain. */
export function checkLog(
  lines: ReadonlyArray<Record<string, unknown>>,
  chain: unknown,
): {
  right: number
  anonymous: number
  unchained: number
  /** Newer than the chain. */
  later: number
  wrong: Array<{ seq: number; id: string }>
}
