/**
 * Forms with files: the sender is authenticated before any of the body is read, and the CSRF token is checked before
 * the form is used.
 */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import { fileBytesMax, formLimits, largestForm } from '../accounts/plans.ts'
import { type Form, type FormLimits, readForm, textPart, type UploadedFile } from '../http/form.ts'
import type { FormSpec } from '../http/form-spec.ts'
import { AppError } from '../kernel/errors.ts'
import { templatesCaller } from './callers.ts'
import type { Action } from './permissions.ts'
import type { ConsoleRoutes, Handler, MemberRequest } from './route-builder.ts'
import { isOwnSite } from './visit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on console routes that take files, once the form has been read. */
    consoleForm: Form | null
  }
}

/** Request passed to the handler of such a form. */
export interface FileRequest extends MemberRequest {
  /** A possibly long text; empty if absent. @throws AppError json_invalid */
  text(name: string): string
  /** The file of a part; undefined also for an empty field, which browsers send as a file without a name. */
  file(name: string): UploadedFile | undefined
  /** All files of a part, in their order, without empty fields. */
  files(name: string): readonly UploadedFile[]
}

/** A form with files. */
interface FileForm {
  url: string
  action: Action
  /** Its parts besides the token. */
  spec: FormSpec
  /** Size limits; absent: those of the plan that applies to documents here. */
  limits?: (context: MemberRequest) => Promise<FormLimits>
  /** Responds to a form that cannot be read, such as one that is too large; none of its fields are known. */
  refused?: (context: MemberRequest, error: AppError) => Promise<FastifyReply>
}

/** A field of such a form that holds a line of text. */
export const LINE = { kind: 'text', description: 'a line of text' } as const

/** Limit for other bodies, which are read before the sender is authenticated. */
const OTHER_BYTES_MAX = 64 * 1024

/** Makes a route for a form with files, for people who are logged in. */
export function fileForm(routes: ConsoleRoutes, form: FileForm, handler: Handler<FileRequest>) {
  const spec = { ...form.spec, csrf: LINE }
  const limitsOf = async (context: MemberRequest): Promise<FormLimits> =>
    (await form.limits?.(context)) ?? formLimits((await templatesCaller(context)).plan)
  routes.member(
    'POST',
    form.url,
    form.action,
    async (context) => {
      const { consoleForm } = context.request
      const files = (name: string) =>
        (consoleForm?.files.get(name) ?? []).filter(
          ({ filename, bytes }) => filename || bytes.length,
        )
      const file = (name: string) => files(name)[0]
      const text = (name: string) =>
        (consoleForm && textPart(consoleForm, name)) ?? context.field(name)
      return await handler({ ...context, file, files, text })
    },
    {
      config: { access: 'public', anonymousBytesMax: largestForm(routes.parts.accounts.plans) },
      bodyLimit: OTHER_BYTES_MAX,
      async preValidation(request, reply) {
        const session = request.visit?.session
        if (session === undefined) return routes.requestOf(request, reply).go('/console/log-in')
        // Nothing from other sites is read; without a token it is refused next.
        if (!request.isMultipart() || !isOwnSite(request)) return
        const context = { ...routes.requestOf(request, reply), session }
        try {
          request.consoleForm = await readForm(request, spec, await limitsOf(context))
          const { texts } = request.consoleForm
          request.body = Object.assign(Object.create(null), Object.fromEntries(texts))
        } catch (error) {
          if (form.refused === undefined || !(error instanceof AppError)) throw error
          return await form.refused(context, error)
        }
      },
    },
  )
}

/** Maximum file size of a caller in bytes, for the file field. */
export const largestFile = ({ plan }: Caller): number => fileBytesMax(plan, 'documents')
