/** What pages of others need to embed a signer's page: the script, and leave for their origin. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Caller } from '../../accounts/caller.ts'
import { callerOf } from '../../accounts/guard.ts'
import { jsonAnswer, ref } from '../../http/schemas.ts'
import { saying, type Wording } from '../../kernel/coded-error.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { Assets } from '../../pages/assets.ts'
import { sendAsset } from '../../pages/routes.ts'
import { say } from '../../translations/texts.ts'
import {
  EditorSessionSchema,
  type EditorSessions,
  type NewEditorSession,
  NewEditorSessionSchema,
} from '../embedding/editor-sessions.ts'
import { EMBED_ORIGINS_PATH, type Embedding, ORIGINS_MAX } from '../embedding/service.ts'
import type { RequestService } from '../requests/service.ts'
import type { RequestTemplates } from '../templates/service.ts'
import { ACCESS, tableOf } from './operations/calls.ts'

const ORIGIN_LENGTH_MAX = 300
const EmbedOriginsSchema = Type.Object(
  {
    origins: Type.Array(
      Type.String({ maxLength: ORIGIN_LENGTH_MAX, examples: ['https://app.example.com'] }),
      {
        maxItems: ORIGINS_MAX,
        description:
          'Scheme, host name and, where there is one, port; http:// only for localhost, and only for documents of test keys',
      },
    ),
  },
  {
    $id: 'EmbedOrigins',
    description: 'Origins of the pages that may show signers’ pages in a frame',
    additionalProperties: false,
  },
)

const theOrigins = { 200: jsonAnswer('The origins of the account', ref(EmbedOriginsSchema)) }
const operations = {
  ...tableOf('Account', { config: ACCESS.account })({
    getEmbedOrigins: { response: theOrigins },
    setEmbedOrigins: {
      config: ACCESS.changing,
      body: ref(EmbedOriginsSchema),
      response: theOrigins,
    },
  }),
  ...tableOf('Signatures', { config: ACCESS.changing })({
    createEditorSession: {
      body: ref(NewEditorSessionSchema),
      response: { 201: jsonAnswer('The session', ref(EditorSessionSchema)) },
    },
  }),
}

/** @throws AppError `validation_failed` for what the editor cannot show, `…_not_found` */
async function assertEditable(
  { requests, requestTemplates }: EditableParts,
  caller: Caller,
  { kind, id }: NewEditorSession,
): Promise<void> {
  const refused = (detail: Wording) => invalid([{ pointer: '/id', ...saying(detail) }])
  if (id === undefined) return
  if (kind === 'document') {
    const { status } = await requests.get(caller, id)
    if (status !== 'draft') throw refused(say('embedding.editorDraft', { status }))
  } else if ((await requestTemplates.get(caller, id)).source === 'word')
    throw refused(say('embedding.editorWord'))
}

interface EditableParts {
  requests: Pick<RequestService, 'get'>
  requestTemplates: Pick<RequestTemplates, 'get'>
}

/** The addresses stay the same with every version: an hour is what a change may take. */
const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  // Pages of every origin load it, as a script or as a module (Fetch, 3.2: CORS protocol).
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
const FILES = { '/embed.js': 'embed-global.js', '/embed.mjs': 'embed.js' } as const

/** Calls on the origins and on sessions of the editor; and the scripts, which are not in the API description. */
export const embedRoutes: FastifyPluginAsyncTypebox<
  EditableParts & {
    assets: Assets
    parts: { embedding: Embedding; editorSessions: EditorSessions }
  }
> = async (app, { assets, parts, ...editable }) => {
  for (const schema of [EmbedOriginsSchema, NewEditorSessionSchema, EditorSessionSchema])
    app.addSchema(schema)
  app.get(EMBED_ORIGINS_PATH, operations.getEmbedOrigins, async (request) => ({
    origins: await parts.embedding.of(callerOf(request).account.id),
  }))
  app.put(EMBED_ORIGINS_PATH, operations.setEmbedOrigins, async (request) => {
    const { account, key } = callerOf(request)
    const { origins } = request.body
    const actor = `key:${key.id}`
    return { origins: await parts.embedding.set(account.id, origins, actor, key.mode) }
  })
  app.post('/api/v1/editor-sessions', operations.createEditorSession, async (request, reply) => {
    const caller = callerOf(request)
    await assertEditable(editable, caller, request.body)
    return reply.code(201).send(await parts.editorSessions.create(caller, request.body))
  })
  for (const [path, name] of Object.entries(FILES))
    app.get(path, { schema: { hide: true }, config: { access: 'public' } }, (request, reply) => {
      const asset = assets.named(name)
      if (asset === undefined) throw new AppError('not_found', say('branding.noScripts'))
      return sendAsset(request, reply.headers(HEADERS), asset)
    })
}
