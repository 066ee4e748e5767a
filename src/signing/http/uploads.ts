/** Calls about files of signers: behind a signer's link, and for the sender. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { callerOf } from '../../accounts/guard.ts'
import type { Db } from '../../database/open.ts'
import { attachment } from '../../http/disposition.ts'
import { readForm } from '../../http/form.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { SignerAccess } from '../signers/access.ts'
import type { KeptValues } from '../signers/kept-values.ts'
import type { HandedFile, SignerFileService } from '../signers/uploads.ts'
import { sessionOf } from './call.ts'
import { operations, SIGNER_FILE_FORM, SIGNER_FILE_LIMITS } from './operations/uploads.ts'

const PATH = '/sign/:token/files'
const VALUES = '/sign/:token/values'

/** Routes behind a signer's link. */
export const uploadRoutes: FastifyPluginAsyncTypebox<{
  parts: { db: Db }
  access: SignerAccess
  files: SignerFileService
  actions: { kept: KeptValues }
}> = async (app, { parts, access, files, actions }) => {
  app.get(VALUES, operations.readValues, async (request) => {
    const context = await access.activeContext(parts.db, request.params.token)
    return actions.kept.read(context, sessionOf(request, context))
  })

  app.put(VALUES, operations.saveValues, async (request, reply) => {
    const { token } = request.params
    const context = await access.activeContext(parts.db, token)
    await actions.kept.save(token, sessionOf(request, context), request.body.values)
    return reply.code(204).send(null)
  })

  app.get(PATH, operations.listUploads, async (request) => {
    const context = await access.activeContext(parts.db, request.params.token)
    return await files.list(context, sessionOf(request, context))
  })

  app.post(PATH, operations.uploadFile, async (request) => {
    const { token } = request.params
    const context = await access.activeContext(parts.db, token)
    const session = sessionOf(request, context)
    await files.admit(context, session)
    const form = await readForm(request, SIGNER_FILE_FORM, SIGNER_FILE_LIMITS)
    const [file, field] = [form.files.get('file')?.[0], form.texts.get('field')]
    invariant(file !== undefined && field !== undefined, 'the form has its required parts')
    const { filename, bytes } = file
    return await files.upload(token, session, { field, filename, bytes })
  })

  app.delete(`${PATH}/:fid`, operations.removeUpload, async (request, reply) => {
    const { token, fid } = request.params
    const context = await access.activeContext(parts.db, token)
    await files.remove(token, sessionOf(request, context), fid)
    return reply.code(204).send(null)
  })
}

/** Hands out a stranger's file: no browser shows it, or runs anything in it, on this origin. */
export const sendSignerFile = (reply: FastifyReply, { bytes, filename, mediaType }: HandedFile) =>
  reply
    .headers({
      'Content-Disposition': attachment(filename),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    })
    .type(mediaType)
    .send(bytes)

/** The route for the sender. */
export const signerFileRoutes: FastifyPluginAsyncTypebox<{
  signerFiles: SignerFileService
}> = async (app, { signerFiles }) => {
  app.get('/api/v1/documents/:id/files/:fid', operations.getSignerFile, async (request, reply) => {
    const { id, fid } = request.params
    return sendSignerFile(reply, await signerFiles.read(callerOf(request), id, fid))
  })
}
