/** /api/v1/documents: signature requests over HTTP. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../../accounts/guard.ts'
import { fileBytesMax } from '../../accounts/plans.ts'
import { attachment, safeFilename } from '../../http/disposition.ts'
import { passwordIn, readForm } from '../../http/form.ts'
import { AppError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { RenderService } from '../../rendering/service.ts'
import { say } from '../../translations/texts.ts'
import { CHANGE_COMPONENTS, type DocumentChanges, EDIT_FORM } from '../model/schemas/changes.ts'
import { COMPONENTS, REQUEST_FORM } from '../model/schemas/request.ts'
import { type SigningUrlRequest, URL_SECONDS } from '../model/schemas/signing-url.ts'
import type { SenderFiles } from '../requests/downloads.ts'
import { editIn } from '../requests/edit-input.ts'
import type { Editing } from '../requests/editing.ts'
import { type Idempotency, requestHash } from '../requests/idempotency.ts'
import type { Reactivating } from '../requests/reactivating.ts'
import { inputFromForm } from '../requests/request-input.ts'
import type { RequestService } from '../requests/service.ts'
import type { Deletion } from '../retention/deletion.ts'
import { actorOf, sendCreated, signatureFormLimits } from './call.ts'
import { additionalFilesIn } from './files-form.ts'
import { type ListRouteParts, listRoutes } from './lists.ts'
import { operations } from './operations/requests.ts'
import { templateRequestRoutes } from './rendered-requests.ts'
import { speakWarnings } from './warning-language.ts'

const PATH = '/api/v1/documents'

/** Calls on signature requests. */
export const documentRoutes: FastifyPluginAsyncTypebox<
  ListRouteParts & {
    requests: RequestService
    editing: Editing
    reactivating: Reactivating
    files: SenderFiles
    deletion: Deletion
    idempotency: Idempotency
    renders: RenderService
  }
> = async (
  app,
  { requests, editing, reactivating, files, deletion, idempotency, renders, ...many },
) => {
  for (const schema of [...COMPONENTS, ...CHANGE_COMPONENTS]) app.addSchema(schema)
  speakWarnings(app)
  await app.register(templateRequestRoutes, { requests, idempotency, renders })
  await app.register(listRoutes, many)

  app.post(PATH, operations.createDocument, async (request, reply) => {
    const caller = callerOf(request)
    const form = await readForm(request, REQUEST_FORM, signatureFormLimits(request))
    const file = form.files.get('file')?.[0]
    invariant(file !== undefined, 'the form has its required part')
    const additional = additionalFilesIn(form, fileBytesMax(caller.plan, 'signature'))
    const input = {
      ...inputFromForm(form),
      pdf: file.bytes,
      filename: safeFilename(file.filename || 'document.pdf', 'pdf'),
      ...passwordIn(form),
      ...(additional.length > 0 && { additional }),
    }
    const hash = await requestHash([
      PATH,
      JSON.stringify([input.signers, input.options]),
      input.pdf,
      ...additional.flatMap((each) => [each.filename, each.pdf]),
    ])
    const key = request.headers['idempotency-key']
    const answer = await idempotency.once(
      { accountId: caller.account.id, mode: caller.key.mode, key, hash },
      (save) => requests.create(caller, input, actorOf(request), save),
    )
    return await sendCreated(reply, answer)
  })

  app.get(`${PATH}/:id`, operations.getDocument, (request) =>
    requests.get(callerOf(request), request.params.id),
  )

  app.patch(`${PATH}/:id`, operations.updateDocument, async (request) => {
    const [caller, { id }] = [callerOf(request), request.params]
    if (!request.isMultipart()) {
      const changes = request.body as DocumentChanges
      return await editing.edit(caller, id, { changes }, actorOf(request))
    }
    const form = await readForm(request, EDIT_FORM, signatureFormLimits(request))
    return await editing.edit(caller, id, editIn(form), actorOf(request))
  })

  app.post(`${PATH}/:id/reactivate`, operations.reactivateDocument, (request) =>
    reactivating.reactivate(
      callerOf(request),
      request.params.id,
      request.body ?? {},
      actorOf(request),
    ),
  )

  app.delete(`${PATH}/:id`, operations.deleteDocument, async (request, reply) => {
    await deletion.delete(callerOf(request), request.params.id, actorOf(request))
    return reply.code(204).send(null)
  })

  const served = [
    { path: 'file', read: 'original', ...operations.getDocumentFile },
    { path: 'signed', read: 'signed', ...operations.getSignedDocument },
    { path: 'proof', read: 'proof', ...operations.getDocumentProof },
    { path: 'evidence', read: 'evidence', ...operations.getDocumentEvidence },
  ] as const
  for (const { path, read, ...how } of served)
    app.get(`${PATH}/:id/${path}`, how, async (request, reply) => {
      const { file_number: number } = request.query as { file_number?: number }
      const { bytes, filename } = await files[read](callerOf(request), request.params.id, number)
      void reply.header('Content-Disposition', attachment(filename))
      return reply.type(read === 'evidence' ? 'application/zip' : 'application/pdf').send(bytes)
    })

  app.get(`${PATH}/:id/audit`, operations.getDocumentAudit, async (request, reply) =>
    reply.send(await files.trail(callerOf(request), request.params.id)),
  )

  app.post(`${PATH}/:id/send`, operations.sendDocument, (request) =>
    requests.send(callerOf(request), request.params.id, actorOf(request)),
  )

  app.post(`${PATH}/:id/remind`, operations.remindSigners, (request) =>
    requests.remind(callerOf(request), request.params.id, actorOf(request)),
  )

  app.post(`${PATH}/:id/cancel`, operations.cancelDocument, (request) => {
    const reason = request.body?.reason
    return requests.cancel(callerOf(request), request.params.id, reason, actorOf(request))
  })

  app.patch(`${PATH}/:id/signers/:sid`, operations.updateSigner, (request) => {
    const { id, sid } = request.params
    return requests.updateSigner(callerOf(request), id, sid, request.body, actorOf(request))
  })

  app.post(`${PATH}/:id/signers/:sid/unblock`, operations.unblockSigner, (request) => {
    const { id, sid } = request.params
    return requests.unblock(callerOf(request), id, sid, actorOf(request))
  })

  app.post(
    `${PATH}/:id/signers/:sid/signing-url`,
    operations.createSigningUrl,
    async (request, reply) => {
      const { id, sid } = request.params
      const body: SigningUrlRequest = request.body ?? {}
      const { expires_in: seconds = URL_SECONDS.default, embed_origin: embedOrigin } = body
      const how = { seconds, embedOrigin, host: body.in_person?.host, actor: actorOf(request) }
      const made = await files.signingUrl(callerOf(request), id, sid, how)
      return reply.header('Cache-Control', 'no-store').send(made)
    },
  )

  app.get(`${PATH}/:id/signers/:sid/test-link`, operations.getTestLink, async (request, reply) => {
    const { id, sid } = request.params
    const url = await files.testLink(callerOf(request), id, sid)
    if (url === undefined) throw new AppError('document_state_conflict', say('documents.noLink'))
    return reply.header('Cache-Control', 'no-store').send({ url })
  })

  app.get(`${PATH}/:id/signers/:sid/test-code`, operations.getTestCode, async (request) => {
    const { id, sid } = request.params
    const found = await files.testCode(callerOf(request), id, sid)
    if (found === undefined) throw new AppError('document_state_conflict', say('documents.noCode'))
    return { code: found }
  })
}
