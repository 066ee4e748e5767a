/** One action on many requests: each by itself, so that what fails for one does not stop the others. */

import type { Caller } from '../../accounts/caller.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { invalidAt } from '../../translations/refusals.ts'
import type { Actor } from '../model/people.ts'
import type { BulkOrder, BulkOutcome } from '../model/schemas/listing.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import { distinctTags, TAG_LIMITS, tagKey } from '../model/tags.ts'
import { replaceTags } from '../store/tags.ts'
import type { RequestLists } from './lists.ts'
import type { RequestService } from './service.ts'

type Result = BulkOutcome['results'][number]

/** What is done to one request; whether that changed it. */
type Act = (caller: Caller, id: string, order: BulkOrder, actor: Actor) => Promise<boolean>

/** Actions on many requests, and their tags. */
export class BulkActions extends Service<{
  db: Db
  lists: RequestLists
  requests: RequestService
}> {
  /**
   * Does it to each of them; a second call with the same order changes nothing more.
   * @param detailOf what an error says to the caller
   * @throws AppError `validation_failed`
   */
  async run(
    caller: Caller,
    order: BulkOrder,
    { actor, detailOf }: { actor: Actor; detailOf: (error: AppError) => string },
  ): Promise<BulkOutcome> {
    const tagging = order.action === 'tag' || order.action === 'untag'
    if (tagging && (order.tags ?? []).length === 0)
      throw invalidAt('/tags', 'required', 'requests.tagsMissing')
    const { ids, ...next } = await this.parts.lists.selected(caller, order)
    const results: Result[] = []
    for (const id of ids) {
      try {
        const isChanged = await this.#acts[order.action](caller, id, order, actor)
        const { request } = await this.parts.requests.find(caller, id)
        results.push({ id, result: isChanged ? 'done' : 'unchanged', status: request.status })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        results.push({ id, result: 'failed', code: error.code, detail: detailOf(error) })
      }
    }
    return { results, ...next }
  }

  /** Gives a document these tags instead of its own. @throws AppError `document_not_found` */
  async setTags(caller: Caller, id: string, tags: readonly string[]): Promise<DocumentJson> {
    await this.#changeTags(caller, id, () => tags)
    return await this.parts.requests.get(caller, id)
  }

  readonly #acts: Readonly<Record<BulkOrder['action'], Act>> = {
    cancel: async (caller, id, { reason }, actor) => {
      const { request } = await this.parts.requests.find(caller, id)
      if (request.status === 'cancelled') return false
      await this.parts.requests.cancel(caller, id, reason, actor)
      return true
    },
    remind: async (caller, id, _order, actor) => {
      try {
        await this.parts.requests.remind(caller, id, actor)
        return true
      } catch (error) {
        // Everyone had a mail minutes ago, perhaps by this very order.
        if (error instanceof AppError && error.code === 'rate_limited') return false
        throw error
      }
    },
    tag: (caller, id, { tags = [] }) =>
      this.#changeTags(caller, id, (own) => distinctTags([...own, ...tags])),
    untag: (caller, id, { tags = [] }) => {
      const gone = new Set(tags.map(tagKey))
      return this.#changeTags(caller, id, (own) => own.filter((tag) => !gone.has(tagKey(tag))))
    },
  }

  async #changeTags(
    caller: Caller,
    id: string,
    change: (own: readonly string[]) => readonly string[],
  ): Promise<boolean> {
    return await concurrently(this.parts.db, 'request', async (trx) => {
      const { request } = await this.parts.requests.find(caller, id, trx)
      const tags = distinctTags(change(request.tags))
      if (tags.length > TAG_LIMITS.tags)
        throw invalidAt('/tags', 'tags_many', 'requests.tagsMany', { max: TAG_LIMITS.tags })
      if (JSON.stringify(tags) === JSON.stringify(request.tags)) return false
      await replaceTags(trx, request, tags)
      return true
    })
  }
}
