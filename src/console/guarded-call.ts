/** Work requested on a page: admitted like an API call, with errors shown on the page. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import type { Access } from '../accounts/rate-limiter.ts'
import { attachment } from '../http/disposition.ts'
import { AppError } from '../kernel/errors.ts'
import { sendFile } from '../rendering/answer.ts'
import type { RenderedFile } from '../rendering/service.ts'
import { templatesCaller, trialCaller } from './callers.ts'
import { statusOf } from './problem-words.ts'
import type { MemberRequest, PageRequest } from './route-builder.ts'

/**
 * A document takes a concurrency slot and counts against the rate per minute; checking and storing count as account
 * calls.
 */
export const DOCUMENT: Access = { interface: 'documents' }
/** A call on the account itself: belongs to neither interface, no separate rate. */
export const ACCOUNT: Access = {}

/** Runs work on the account's templates within its caller's limits; an error that is shown on the page itself is. */
export async function onPage(
  context: MemberRequest,
  shown: (problem: AppError) => Promise<FastifyReply>,
  work: (caller: Caller) => Promise<FastifyReply>,
  access: Access = ACCOUNT,
): Promise<FastifyReply> {
  const caller = await templatesCaller(context)
  const { rateLimiter } = context.parts.accounts
  return await orShown(() => rateLimiter.within(caller, access, () => work(caller)), shown)
}

/**
 * Does what a form says, once: submitted again, it leads to where its effect is seen. One that had no effect may be
 * submitted again. @param of what it is about, where a page has several forms
 */
export async function once(
  context: MemberRequest,
  effect: string,
  work: () => Promise<FastifyReply>,
  of = '',
): Promise<FastifyReply> {
  const form = `${context.session.id} ${of} ${context.field('form')}`
  if (!(await context.forms.consume(form))) return context.go(effect, 'form_repeated')
  try {
    return await work()
  } catch (error) {
    await context.forms.release(form)
    throw error
  }
}

/** Work like any other of its caller, with the same concurrency and rate; only the quota is not charged. */
export const asTrial = <Result>(
  {
    parts,
    session,
  }: { parts: Pick<MemberRequest['parts'], 'accounts'>; session: { accountId: string } },
  work: (caller: Caller) => Promise<Result>,
) => {
  const caller = trialCaller(parts, session.accountId)
  return parts.accounts.rateLimiter.within(caller, DOCUMENT, () => work(caller))
}

/** Whether an error is shown on the page itself: missing resources and internal errors have their own pages. */
export const isShown = (error: unknown): error is AppError =>
  error instanceof AppError && ![404, 500].includes(statusOf(error))

/**
 * Sends a file, whole or in pieces, as a download; browsers must not sniff another type. What breaks on the way ends it
 * before its end, which the log shows.
 */
export function sendDownload(
  { request, reply }: Pick<PageRequest, 'request' | 'reply'>,
  file: { bytes: Uint8Array | AsyncIterable<string | Buffer>; filename: string; type: string },
  cache = 'no-store',
): FastifyReply {
  const { bytes, filename, type } = file
  const body = bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes)
  if (body instanceof Readable)
    body.on('error', (error) => request.log.error({ err: error }, 'a download was cut off'))
  return reply
    .headers({
      'Cache-Control': cache,
      'Content-Disposition': attachment(filename),
      'X-Content-Type-Options': 'nosniff',
    })
    .type(type)
    .send(body)
}

/** Runs work; an error that is shown on the page itself is. */
export async function orShown<Result>(
  work: () => Promise<Result>,
  shown: (problem: AppError) => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isShown(error)) throw error
    return await shown(error)
  }
}

/** Sends the rendered file; browsers must not sniff another type. */
export const sendRendered = ({ reply }: Pick<PageRequest, 'reply'>, file: RenderedFile) =>
  sendFile(reply.header('X-Content-Type-Options', 'nosniff'), { file })
