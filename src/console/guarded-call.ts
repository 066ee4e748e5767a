/** Work requested on a page: admitted like an API call, with errors shown on the page. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import type { Access } from '../accounts/rate-limiter.ts'
import { attachment } from '../http/disposition.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import { sendFile } from '../rendering/answer.ts'
import type { RenderedFile } from '../rendering/service.ts'
import type { ConsoleRoutes, PageRequest } from './route-builder.ts'

/**
 * A document takes a concurrency slot and counts against the rate per minute; checking and storing count as account
 * calls.
 */
export const DOCUMENT: Access = { interface: 'documents' }
/** A call on the account itself: belongs to neither interface, no separate rate. */
export const ACCOUNT: Access = {}

/**
 * Runs work within the caller's limits.
 * @param shown shows the page with the error; only internal errors are rethrown
 */
export async function onPage(
  routes: ConsoleRoutes,
  { caller, access }: { caller: Caller; access: Access },
  work: () => Promise<FastifyReply>,
  shown: (problem: AppError) => Promise<FastifyReply> | FastifyReply,
): Promise<FastifyReply> {
  try {
    const leave = routes.parts.accounts.rateLimiter.enter(caller, access)
    try {
      return await work()
    } finally {
      leave()
    }
  } catch (error) {
    if (!isShown(error)) throw error
    return await shown(error)
  }
}

/** Whether an error is shown on the page itself: missing resources and internal errors have their own pages. */
export const isShown = (error: unknown): error is AppError =>
  error instanceof AppError && ![404, 500].includes(problemStatus(error))

/** Sends a file as a download; browsers must not sniff another type. */
export const sendDownload = (
  { reply }: Pick<PageRequest, 'reply'>,
  { bytes, filename, type }: { bytes: Uint8Array; filename: string; type: string },
  cache = 'no-store',
): FastifyReply =>
  reply
    .headers({
      'Cache-Control': cache,
      'Content-Disposition': attachment(filename),
      'X-Content-Type-Options': 'nosniff',
    })
    .type(type)
    .send(Buffer.from(bytes))

/** Sends the rendered file; browsers must not sniff another type. */
export const sendRendered = (
  { reply }: Pick<PageRequest, 'reply'>,
  file: RenderedFile,
): FastifyReply => sendFile(reply.header('X-Content-Type-Options', 'nosniff'), file)

/** The error of a form: a problem, or a missing file. */
export type FileFault = AppError | 'missing'

/** HTTP status of a page for an error. */
export function problemStatus(fault: FileFault | undefined): number {
  if (fault === undefined) return 200
  return fault === 'missing' ? 422 : ERRORS[fault.code].status
}
