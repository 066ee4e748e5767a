/** Work that people ask for on a page: let in like a call of the API, and what goes wrong is told on the page. */
import type { FastifyReply } from 'fastify'
import type { Access } from '../accounts/allowance.ts'
import type { Caller } from '../accounts/caller.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import { sendFile } from '../rendering/answer.ts'
import type { RenderedFile } from '../rendering/service.ts'
import type { ConsoleKit, Scene } from './kit.ts'

/** A document takes a place and counts in the minute; checking and keeping count as calls about the account. */
export const DOCUMENT: Access = { interface: 'documents' }
export const ACCOUNT: Access = {}

/**
 * Does something within the caller's limits.
 * @param shown answers the page with what went wrong; only what is our own fault is thrown on
 */
export async function onPage(
  kit: ConsoleKit,
  { caller, access }: { caller: Caller; access: Access },
  work: () => Promise<FastifyReply>,
  shown: (problem: AppError) => Promise<FastifyReply> | FastifyReply,
): Promise<FastifyReply> {
  try {
    const leave = kit.parts.accounts.allowance.enter(caller, access)
    try {
      return await work()
    } finally {
      leave()
    }
  } catch (error) {
    if (!(error instanceof AppError) || isElsewhere(error)) throw error
    return await shown(error)
  }
}

/** What is not there, or not there any more, has its own page. */
const isElsewhere = ({ code }: AppError): boolean => {
  const { status } = ERRORS[code]
  return status === 404 || status === 500
}

/** Sends what was made; no browser may take it for something else. */
export const sendMade = ({ reply }: Pick<Scene, 'reply'>, file: RenderedFile): FastifyReply =>
  sendFile(reply.header('X-Content-Type-Options', 'nosniff'), file)

/** HTTP status of a problem. */
export const problemStatus = ({ code }: AppError): number => ERRORS[code].status
