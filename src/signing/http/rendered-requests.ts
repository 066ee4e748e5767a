/** POST /create-signature-request: a Word template and data, or a PDF, become a document to be signed. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { callerOf } from '../../accounts/guard.ts'
import { fileBytesMax } from '../../accounts/plans.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import { safeFilename } from '../../http/disposition.ts'
import { type Form, passwordIn, readForm } from '../../http/form.ts'
import type { FormSpec } from '../../http/form-spec.ts'
import { formBody, jsonAnswer, ref } from '../../http/schemas.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { TEMPLATE_PROBLEMS, withWarnings } from '../../rendering/answer.ts'
import {
  inputFromJson,
  type RenderInput,
  inputFromForm as renderOrderFromForm,
} from '../../rendering/render-input.ts'
import {
  jsonFields,
  OptionsSchema,
  RENDER_FORM,
  type RenderDocumentBody,
} from '../../rendering/schemas.ts'
import type { RenderService } from '../../rendering/service.ts'
import { findingAt } from '../../translations/texts.ts'
import { FILES_PART } from '../model/schemas/files.ts'
import {
  DocumentSchema,
  OPTION_PARTS,
  PASSWORD_PART,
  RequestOptionsSchema,
} from '../model/schemas/request.ts'
import { NewSignersSchema } from '../model/schemas/signer.ts'
import { type Idempotency, requestHash } from '../requests/idempotency.ts'
import { createRendered, type SaveAnswer } from '../requests/rendered.ts'
import { type CreateRequestInput, inputFromForm } from '../requests/request-input.ts'
import type { RequestService } from '../requests/service.ts'
import { actorOf, sendCreated, signatureFormLimits } from './call.ts'
import { additionalFilesIn } from './files-form.ts'
import { requestProblems } from './operations/calls.ts'
import { idempotencyHeaders } from './operations/requests.ts'

const PATH = '/create-signature-request'
const TEMPLATE_PARTS = ['template', 'template_id'] as const

const FORM = {
  file: { kind: 'file', description: 'a PDF, instead of a template', mediaType: 'application/pdf' },
  files: FILES_PART,
  ...PASSWORD_PART,
  ...RENDER_FORM,
  ...OPTION_PARTS,
} as const satisfies FormSpec

// The name that generators give to the body of this operation: the one they import beside a form.
const BodySchema = Type.Object(
  { ...jsonFields, ...RequestOptionsSchema.properties, signers: NewSignersSchema },
  { $id: 'CreateSignatureRequestRequest', additionalProperties: false },
)
type Body = Static<typeof BodySchema>
/** The order besides its document. */
type Asked = Pick<CreateRequestInput, 'signers' | 'options' | 'additional'>

const schema = {
  operationId: 'createSignatureRequest',
  tags: ['Signatures'],
  summary: 'Request signatures of a Word template',
  description:
    'Renders the template first; its `{signature:…}` and `{field:…}` tags become the places of the signers with that role, or of `signer1`, `signer2` …. Uses signatures, and one document for the rendering, so the plan must include both interfaces. A PDF in `file` is used unchanged and uses no document. PDFs in `files` are signed with either in one go.',
  headers: idempotencyHeaders,
  body: {
    content: {
      ...formBody('SignatureRequestForm', FORM).content,
      'application/json': { schema: ref(BodySchema) },
    },
  },
  response: {
    201: jsonAnswer('The document', ref(DocumentSchema)),
    ...requestProblems(...TEMPLATE_PROBLEMS),
  },
}

/** Hash by which two forms are the same request. */
function hashOf(form: Form): Promise<string> {
  // Its hash is kept: no password may be guessed from it.
  const texts = [...form.texts]
    .filter(([name]) => name !== 'password')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const files = [...form.files].flatMap(([name, list]) =>
    name === 'password' ? [] : list.flatMap(({ filename, bytes }) => [name, filename, bytes]),
  )
  return requestHash([PATH, JSON.stringify(texts), ...files])
}

/** Dependencies of the route. */
export interface TemplateRouteParts {
  requests: RequestService
  idempotency: Idempotency
  renders: RenderService
}

/** The route. */
export const templateRequestRoutes: FastifyPluginAsyncTypebox<TemplateRouteParts> = async (
  app,
  { requests, idempotency, renders },
) => {
  app.addSchema(OptionsSchema)
  app.addSchema(BodySchema)
  const config = { access: { interface: 'signature', metered: 'signatures' } } as const
  app.post(PATH, { config, schema }, async (request, reply) => {
    const caller = callerOf(request)
    const signal = clientAbortSignal(reply)

    const create = (input: CreateRequestInput, save?: SaveAnswer) =>
      requests.create(caller, input, actorOf(request), save)
    const rendered = (document: RenderInput, asked: Asked, save?: SaveAnswer) =>
      createRendered(
        { requests, renders },
        caller,
        { ...asked, document },
        {
          actor: actorOf(request),
          signal,
          save,
          warn: (warnings) => withWarnings(reply, warnings),
        },
      )
    const fromForm = async (form: Form, save?: SaveAnswer) => {
      const additional = additionalFilesIn(form, fileBytesMax(caller.plan, 'signature'))
      const asked = { ...inputFromForm(form), ...(additional.length > 0 && { additional }) }
      const file = form.files.get('file')?.[0]
      if (file === undefined) return await rendered(renderOrderFromForm(form), asked, save)
      const both = TEMPLATE_PARTS.filter((name) => form.texts.has(name) || form.files.has(name))
      throwIfInvalid(
        both.map((name) =>
          findingAt(`/${name}`, undefined, 'fields.notBoth', { one: 'file', other: name }),
        ),
      )
      const filename = safeFilename(file.filename || 'document', 'pdf')
      return await create({ ...asked, ...passwordIn(form), pdf: file.bytes, filename }, save)
    }
    const fromBody = async (body: Body, save?: SaveAnswer) => {
      const { template_id, template_version, data, json_data, output_filename, options, ...rest } =
        body
      const { signers, ...own } = rest
      const given = { template_id, template_version, data, json_data, output_filename, options }
      return await rendered(
        inputFromJson(omitUndefined<RenderDocumentBody>(given)),
        { signers, options: own },
        save,
      )
    }

    const multipart = request.isMultipart()
    const form = multipart ? await readForm(request, FORM, signatureFormLimits(request)) : undefined
    const body = request.body as Body
    const hash = await (form === undefined
      ? requestHash([PATH, JSON.stringify(body)])
      : hashOf(form))
    const key = request.headers['idempotency-key']
    const { account, key: own } = caller
    const id = { accountId: account.id, mode: own.mode, key, hash }
    const answer = await idempotency.once(id, (save) =>
      form === undefined ? fromBody(body, save) : fromForm(form, save),
    )
    return await sendCreated(reply, answer)
  })
}
