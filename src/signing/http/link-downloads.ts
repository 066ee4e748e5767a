/** The completed file for those who have a link to it. */

import type { FastifyReply } from 'fastify'
import { secondsOf } from '../../accounts/address-limits.ts'
import type { TrailEvent } from '../../audit/trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import { attachment } from '../../http/disposition.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import type { AttemptLimit, AttemptLimiter } from '../../throttling/ports.ts'
import { say } from '../../translations/texts.ts'
import { fileNumbered, signedName } from '../model/file-names.ts'
import type { RequestRow } from '../model/rows.ts'
import { stateConflict } from '../requests/lifecycle.ts'
import type { Needs } from '../requests/parts.ts'

/** Each download adds an entry to the audit trail; a holder of the link must not be able to flood it. */
const PER_LINK: AttemptLimit = { name: 'downloads-by-link', max: 30, windowMs: 3_600_000 }

/** Who downloads, as the audit trail names them. */
export type Downloader = Pick<TrailEvent, 'actor' | 'ip' | 'ua'> & { data: Record<string, unknown> }

/** Downloads of completed files by link. */
export class LinkDownloads extends Service<Needs<'blobs' | 'db' | 'throttling' | 'trails'>> {
  /** Made with the first download: routes are also registered to be described, without parts. */
  #limiter: AttemptLimiter | undefined

  /**
   * Records the download, and sends the file.
   * @param link what is counted: the id of the signer, or of the request and its copy
   * @throws AppError `rate_limited`, `storage_unavailable`, `document_state_conflict`; `validation_failed` for a file that is not there
   */
  async send(
    reply: FastifyReply,
    request: RequestRow,
    { link, number, by }: { link: string; number?: number | undefined; by: Downloader },
  ): Promise<FastifyReply> {
    const { blobs, db, trails, throttling } = this.parts
    this.#limiter ??= throttling.attemptLimiter(PER_LINK)
    const { waitMs } = await this.#limiter.consume(link)
    if (waitMs > 0)
      throw new AppError('rate_limited', say('links.downloads', { max: PER_LINK.max }), {
        retryAfterSeconds: secondsOf(waitMs),
      })
    const { signed_sha256: sha256 } = fileNumbered(request, number)
    if (sha256 === null) throw stateConflict(say('documents.unfinished'))
    const bytes = await blobs.get(sha256)
    await concurrently(db, 'request', (trx) =>
      trails.record(trx, request.id, 'document.downloaded', by, { ...by.data, sha256 }),
    )
    return reply
      .type('application/pdf')
      .header('Content-Disposition', attachment(signedName(request, number)))
      .send(bytes)
  }
}
