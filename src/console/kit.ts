/** How routes of the console are made: every one hidden from the API's description, every form checked. */
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { type FormSpec, readForm, type UploadedFile } from '../http/form.ts'
import type { App } from '../http/server.ts'
import type { Refusal } from '../identity/refusal.ts'
import type { Session } from '../identity/sessions.ts'
import { AppError } from '../kernel/errors.ts'
import { sendPage } from '../pages/headers.ts'
import type { Cookies } from './cookies.ts'
import type { ConsoleParts } from './parts.ts'
import { type ConsoleView, consolePage, type NavEntry } from './shell.ts'
import { isOwnSite, safeNext, type Visit } from './visit.ts'
import type { FlashCode } from './words.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Files of a form that is read by {@link ConsoleKit.upload}. */
    uploads?: ReadonlyMap<string, readonly UploadedFile[]>
    /** Set on every route of the console. */
    visit: Visit | null
  }
}

/** One file of pages: its routes, and its place among the sections. */
export interface ConsoleSection {
  nav?: NavEntry
  routes(app: App, kit: ConsoleKit): void
}

/** What a handler is given. */
export interface Scene {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  /** Fields of the form that was sent; those that are missing are empty. */
  field(name: string): string
  /** A part of the path. */
  param(name: string): string
}

/** The same for somebody who is logged in. */
export interface MemberScene extends Scene {
  session: Session
}

/** The same with a form that brought files. */
export interface UploadScene extends MemberScene {
  /** A file of the form; undefined where none was chosen. */
  file(name: string): UploadedFile | undefined
}

/** A form with files. */
export interface UploadForm {
  spec: FormSpec
  /** Of one file; the handler holds it against the limit of a plan. */
  fileBytesMax: number
  /** Answers for a form that cannot be read, such as one that is too large; none of it is known. */
  refused?: (scene: MemberScene, error: AppError) => Promise<FastifyReply>
}

type Handler<S> = (scene: S) => Promise<FastifyReply> | FastifyReply
type RouteMore = Pick<RouteShorthandOptions, 'config' | 'preValidation' | 'bodyLimit'>

/** Who may open a page without being logged in is for the page to say; none is part of the API. */
const OPTIONS = { config: { access: 'public' as const }, schema: { hide: true } as object }

const FORM_TEXT_BYTES_MAX = 256 * 1024
/** Without script, a form has a field for everything of every signer. */
const FORM_TEXTS_MAX = 60

/** Makes routes and answers. */
export class ConsoleKit {
  readonly parts: ConsoleParts
  readonly cookies: Cookies
  readonly #nav: readonly NavEntry[]

  constructor(parts: ConsoleParts, cookies: Cookies, nav: readonly NavEntry[]) {
    this.parts = parts
    this.cookies = cookies
    this.#nav = nav
  }

  /** A route for anybody. @param more what this route has besides what all have */
  open(
    app: App,
    method: 'GET' | 'POST',
    url: string,
    handler: Handler<Scene>,
    more: RouteMore = {},
  ): void {
    app.route({
      ...OPTIONS,
      ...more,
      method,
      url,
      handler: (request, reply) => handler(sceneOf(request, reply)),
    })
  }

  /** A route for people who are logged in; others log in first and come back. */
  member(
    app: App,
    method: 'GET' | 'POST',
    url: string,
    handler: Handler<MemberScene>,
    more: RouteMore = {},
  ): void {
    const known = async (scene: Scene): Promise<FastifyReply> => {
      const { session } = scene.visit
      if (session !== undefined) return await handler({ ...scene, session })
      const path = scene.visit.path.split('?', 1)[0]
      const next = method === 'GET' ? safeNext(path) : '/console'
      return this.go(
        scene,
        next === '/console' ? '/console/log-in' : `/console/log-in?next=${next}`,
      )
    }
    this.open(app, method, url, known, more)
  }

  /** A form with files, of people who are logged in; nobody else's is read. Its token is checked as everywhere. */
  upload(app: App, url: string, form: UploadForm, handler: Handler<UploadScene>): void {
    const formBytesMax = form.fileBytesMax + 2 * FORM_TEXT_BYTES_MAX
    app.route({
      ...OPTIONS,
      config: { ...OPTIONS.config, strangerBytesMax: formBytesMax },
      method: 'POST',
      url,
      preValidation: async (request, reply) => {
        if (request.visit?.session === undefined) return this.go({ reply }, '/console/log-in')
        // Nothing is read of what other sites send; without its token it is refused next.
        if (!request.isMultipart() || !isOwnSite(request)) return
        const limits = {
          ...form,
          textBytesMax: FORM_TEXT_BYTES_MAX,
          formBytesMax,
          textsMax: FORM_TEXTS_MAX,
        }
        try {
          const { texts, files } = await readForm(request, form.spec, limits)
          request.body = Object.assign(Object.create(null), Object.fromEntries(texts))
          request.uploads = files
        } catch (error) {
          const { session } = request.visit
          if (form.refused === undefined || !(error instanceof AppError)) throw error
          return await form.refused({ ...sceneOf(request, reply), session }, error)
        }
      },
      handler: (request, reply) => {
        const scene = sceneOf(request, reply)
        const { session } = scene.visit
        if (session === undefined) return this.go(scene, '/console/log-in')
        const file = (name: string) => request.uploads?.get(name)?.find(({ bytes }) => bytes.length)
        return handler({ ...scene, session, file })
      },
    })
  }

  /** Answers a page. */
  show({ visit, reply }: Pick<Scene, 'visit' | 'reply'>, view: ConsoleView): FastifyReply {
    if (visit.flash !== undefined) this.cookies.clear(reply, 'flash')
    const page = consolePage({ assets: this.parts.assets, nav: this.#nav }, visit, view)
    return sendPage(reply, page, { status: view.status ?? 200, referrer: 'same-origin' })
  }

  /** Sends the browser on (303: with GET), and has the next page tell something. */
  go({ reply }: Pick<Scene, 'reply'>, path: string, flash?: FlashCode): FastifyReply {
    if (flash !== undefined) this.cookies.set(reply, 'flash', flash)
    return reply.header('Cache-Control', 'no-store').redirect(path, 303)
  }
}

function sceneOf(request: FastifyRequest, reply: FastifyReply): Scene {
  const { visit } = request
  if (visit === null) throw new Error('a route of the console was opened without its hooks')
  const read = (from: unknown, name: string): string => {
    const value = (from as Record<string, unknown> | null | undefined)?.[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    request,
    reply,
    visit,
    field: (name) => read(request.body, name),
    param: (name) => read(request.params, name),
  }
}

/** HTTP status of a refusal. */
export const statusOf = ({ code }: Refusal): number =>
  code === 'too_many' || code === 'busy' ? 429 : 422
