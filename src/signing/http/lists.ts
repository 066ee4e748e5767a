/** Many signature requests over HTTP: lists, files of lists, archives, actions, tags. */
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../accounts/guard.ts'
import { answerLanguage } from '../../http/answer-language.ts'
import { attachment } from '../../http/disposition.ts'
import { membersOf, textsOf } from '../../kernel/type-guards.ts'
import { detailIn } from '../../translations/findings.ts'
import { LISTING_COMPONENTS } from '../model/schemas/listing.ts'
import type { Archives } from '../requests/archive.ts'
import type { BulkActions } from '../requests/bulk-actions.ts'
import type { RequestLists } from '../requests/lists.ts'
import { actorOf } from './call.ts'
import { operations } from './operations/lists.ts'

const PATH = '/api/v1/documents'

const MEMBER = /^metadata(?:\[(.+)\]|\.(.+))$/

/** Several values of a query, repeated or separated by commas, and the members of `metadata`, as their schema has them. */
export function listQueryOf(given: unknown): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const metadata: [string, unknown][] = []
  for (const [name, value] of Object.entries(membersOf(given))) {
    const [, bracketed, dotted] = MEMBER.exec(name) ?? []
    const member = bracketed ?? dotted
    if (member !== undefined) metadata.push([member, value])
    else if (name === 'status' || name === 'tag')
      query[name] = textsOf([value].flat()).flatMap((text) => text.split(',').filter(Boolean))
    else query[name] = value
  }
  return metadata.length === 0 ? query : { ...query, metadata: Object.fromEntries(metadata) }
}

const readQuery = async (request: FastifyRequest): Promise<void> => {
  request.query = listQueryOf(request.query)
}

/** Dependencies of the routes. */
export interface ListRouteParts {
  lists: RequestLists
  bulkActions: BulkActions
  archives: Archives
}

/** The routes. */
export const listRoutes: FastifyPluginAsyncTypebox<ListRouteParts> = async (
  app,
  { lists, bulkActions, archives },
) => {
  for (const schema of LISTING_COMPONENTS) app.addSchema(schema)
  const list = { ...operations.listDocuments, preValidation: readQuery }
  app.get(PATH, list, (request) => lists.list(callerOf(request), request.query))

  app.get('/api/v1/tags', operations.listTags, (request) => lists.tagsOf(callerOf(request)))

  const csv = { ...operations.exportDocuments, preValidation: readQuery }
  app.get(`${PATH}/export`, csv, async (request, reply) => {
    const pieces = await lists.fileOf(callerOf(request), request.query)
    void reply.header('Content-Disposition', attachment('documents.csv'))
    void reply.header('X-Content-Type-Options', 'nosniff')
    return reply.type('text/csv; charset=utf-8').send(Readable.from(pieces))
  })

  app.post(`${PATH}/bulk-actions`, operations.actOnDocuments, async (request, reply) => {
    const locale = await answerLanguage(request, reply)
    return await bulkActions.run(callerOf(request), request.body, {
      actor: actorOf(request),
      detailOf: (error) => detailIn(locale, error),
    })
  })

  app.post(`${PATH}/archive`, operations.archiveDocuments, async (request, reply) => {
    const pieces = await archives.open([callerOf(request)], request.body)
    void reply.header('Content-Disposition', attachment('documents.zip'))
    return reply.type('application/zip').send(pieces)
  })

  app.put(`${PATH}/:id/tags`, operations.setDocumentTags, (request) =>
    bulkActions.setTags(callerOf(request), request.params.id, request.body.tags),
  )
}
