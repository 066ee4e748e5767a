/** Work that people ask for on a page: let in like a call of the API, and what goes wrong is told on the page. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import type { Access } from '../accounts/rate-limiter.ts'
import { attachment } from '../http/disposition.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import { sendFile } from '../rendering/answer.ts'
import type { RenderedFile } from '../rendering/service.ts'
import type { ConsoleRoutes, PageRequest } from './route-builder.ts'

/** A document takes a place and counts in the minute; checking and keeping count as calls about the account. */
export const DOCUMENT: Access = { interface: 'documents' }
/** A call on the account itself: no half of the service, no rate of its own. */
export const ACCOUNT: Access = {}

/**
 * Does something within the caller's limits.
 * @param shown answers the page with what went wrong; only what is our own fault is thrown on
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

/** Whether an error is told on the page itself: what is not there, and what is our own fault, have pages of their own. */
export const isShown = (error: unknown): error is AppError =>
  error instanceof AppError && ![404, 500].includes(problemStatus(error))

/** Sends a file to be saved; no browser may take it for something else. */
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

/** Sends what was made; no browser may take it for something else. */
export const sendRendered = (
  { reply }: Pick<PageRequest, 'reply'>,
  file: RenderedFile,
): FastifyReply => sendFile(reply.header('X-Content-Type-Options', 'nosniff'), file)

/** What went wrong with a form: a problem, or that its file is missing. */
export type FileFault = AppError | 'missing'

/** HTTP status of a page, by what went wrong. */
export function problemStatus(fault: FileFault | undefined): number {
  if (fault === undefined) return 200
  return fault === 'missing' ? 422 : ERRORS[fault.code].status
}
