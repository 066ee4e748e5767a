/** Sessions of the editor in a frame of another page: with whose key, for which draft or template, and until when. */

import { createHash, randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Caller } from '../../accounts/caller.ts'
import type { KeyMode } from '../../accounts/key-format.ts'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import { type Clock, DAY_MS, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { idPattern, newId } from '../../kernel/ids.ts'
import { LOCALES, type Locale } from '../../kernel/languages.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import type { Embedding } from './service.ts'

const KINDS = ['document', 'request_template'] as const

/** A session. */
export interface EditorSession {
  id: string
  account_id: string
  mode: KeyMode
  key_id: string
  token_hash: string
  origin: string
  kind: (typeof KINDS)[number]
  /** Null: nothing has been saved yet. */
  target_id: string | null
  may_send: number
  language: Locale | null
  created_at: string
  expires_at: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    editor_sessions: EditorSession
  }
}

const SECONDS = { default: 3_600, min: 60, max: 86_400 } as const
const kind = Type.Enum([...KINDS], {
  title: 'EditorKind',
  description: 'What is created or edited: a draft request, or a request template',
})
const id = Type.Optional(
  Type.String({
    pattern: idPattern('doc', 'rqt'),
    description: 'Of the draft or template that is edited; absent: a new one',
  }),
)
const may_send = Type.Optional(
  Type.Boolean({ description: 'Whether people may also send the draft. Default: false' }),
)

/** JSON body that asks for a session. */
export const NewEditorSessionSchema = Type.Object(
  {
    embed_origin: Type.String({
      maxLength: 300,
      pattern: '^https?://[!-~]+$',
      examples: ['https://app.example.com'],
      description:
        'Origin of your page, one of those in Settings, Embedding: only it shows the editor and receives its events',
    }),
    kind,
    id,
    may_send,
    language: Type.Optional(
      Type.Enum([...LOCALES], {
        title: 'EditorLanguage',
        description: 'Of the editor. Default: that of the browser',
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: SECONDS.min,
        maximum: SECONDS.max,
        description: `Seconds in which people can open the editor and save. Default: ${SECONDS.default}`,
      }),
    ),
  },
  { additionalProperties: false, $id: 'CreateEditorSessionRequest' },
)
/** What a session is asked for. */
export type NewEditorSession = Static<typeof NewEditorSessionSchema>

/** A session as its owner gets it. */
export const EditorSessionSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('eds') }),
    url: Type.String({ description: 'For the frame; who has it can edit until it expires' }),
    kind,
    target_id: Type.Optional(Type.String({ description: 'The draft or template that is edited' })),
    may_send,
    embed_origin: Type.String({ description: 'Of the page that may show it' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'EditorSession', description: 'A session of the editor in a frame' },
)

interface EditorSessionDeps {
  clock: Clock
  /** Where the pages of the console are. */
  consoleOrigin: string
  db: Db
  embedding: Embedding
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
/** The answer where a session cannot be used (any more). */
export const editorEnded = () => new AppError('editor_session_ended', say('embedding.editorEnded'))

/** Sessions, each of one account, one key, one origin and one draft or template. */
export class EditorSessions extends Service<EditorSessionDeps> {
  /** @throws AppError `validation_failed` for an origin that is not allowed */
  async create(
    caller: Caller,
    asked: NewEditorSession,
  ): Promise<Static<typeof EditorSessionSchema>> {
    const { clock, consoleOrigin, db, embedding } = this.parts
    const { embed_origin, id: target_id, kind, may_send = false, expires_in, language } = asked
    const owner = { account_id: caller.account.id, mode: caller.key.mode }
    const origin = await embedding.admit(db, owner, embed_origin)
    const nowMs = clock.now()
    const token = randomBytes(32).toString('base64url')
    const row: EditorSession = {
      id: newId('eds', nowMs),
      ...owner,
      key_id: caller.key.id,
      token_hash: hashOf(token),
      origin,
      kind,
      target_id: target_id ?? null,
      may_send: may_send ? 1 : 0,
      language: language ?? null,
      created_at: toIso(nowMs),
      expires_at: toIso(nowMs + (expires_in ?? SECONDS.default) * 1_000),
    }
    await rowsOf(db, 'editor_sessions', { expires_at: is('<', toIso(nowMs - DAY_MS)) }).delete()
    await db.insertInto('editor_sessions').values(row).execute()
    const { expires_at } = row
    const url = `${consoleOrigin}/editor/${token}`
    return omitUndefined({
      ...{ id: row.id, url, kind, target_id, may_send, embed_origin: origin, expires_at },
    })
  }

  /**
   * The session of an address, with the origin that may show it, also where its time is over.
   * @throws AppError `editor_session_ended` for an unknown one, and one whose origin the account has removed
   */
  async find(token: string): Promise<{ session: EditorSession; isOver: boolean }> {
    const { clock, db, embedding } = this.parts
    const session = await rowsOf(db, 'editor_sessions', { token_hash: hashOf(token) }).first()
    const allowed = session === undefined ? [] : await embedding.allowed(db, session)
    if (session === undefined || !allowed.includes(session.origin)) throw editorEnded()
    return { session, isOver: session.expires_at <= toIso(clock.now()) }
  }

  /** From now on it edits what it has made. @throws AppError `editor_session_ended` if it edits something already */
  async bind(id: string, target_id: string, db: Db = this.parts.db): Promise<void> {
    const unbound = rowsOf(db, 'editor_sessions', { id, target_id: null })
    if (!(await unbound.change({ target_id }))) throw editorEnded()
  }
}
