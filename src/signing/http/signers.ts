/** The calls behind a signer's link. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { fileNumbered } from '../model/file-names.ts'
import { FIRST_PAGE, SESSION_HEADER } from '../model/signer-page.ts'
import { isHandedBack, type SignerContext } from '../signers/access.ts'
import { SignerCodeSchema, SignerStateSchema } from '../signers/schemas.ts'
import { cookieName, keepPrivate, linkCookie, openingCookie, openingOf } from './call.ts'
import { LinkDownloads } from './link-downloads.ts'
import { operations } from './operations/signers.ts'
import {
  originOf,
  PATH,
  registeringRoutes,
  type SignerRouteParts,
  stateOf,
  visitorOf,
} from './registering.ts'
import { orderIn } from './signature-body.ts'
import { uploadRoutes } from './uploads.ts'

/** Takes the cookie back: the next person at this device finds nothing. */
const forget = (reply: FastifyReply, token: string, { signer }: SignerContext): FastifyReply =>
  reply.header(
    'Set-Cookie',
    `${cookieName(signer.id)}=; Path=/sign/${token}; HttpOnly; SameSite=Strict; Max-Age=0`,
  )

/** What a person did on the sender's device is shown to nobody who holds the device afterwards. */
const handedBack = (): AppError => new AppError('signing_link_ended', say('links.deviceEnded'))

/** Routes of the code and of what it permits. */
const identityRoutes: FastifyPluginAsyncTypebox<Omit<SignerRouteParts, 'signerFiles'>> = async (
  app,
  { parts, access, actions, secure },
) => {
  const state = (token: string) => stateOf({ parts, access, actions }, token)

  app.post(`${PATH}/code`, operations.requestCode, async (request, reply) => {
    const { token } = request.params
    await actions.requestCode(token, request.body, originOf(request))
    return reply.code(202).send((await state(token)).code)
  })

  app.post(`${PATH}/verify`, operations.enterCode, async (request, reply) => {
    const { token } = request.params
    const { code, passkey } = request.body
    const session =
      code === undefined
        ? await actions.registered.check({ token, origin: originOf(request) }, passkey)
        : await actions.verify(token, code, originOf(request))
    const { signer, embedOrigin } = await access.context(parts.db, token)
    const path = `/sign/${token}`
    const attributes = linkCookie(request, { path, sameSite: 'Strict', secure })
    if (embedOrigin !== undefined) void reply.header(SESSION_HEADER, session)
    else void reply.header('Set-Cookie', `${cookieName(signer.id)}=${session}; ${attributes}`)
    return await state(token)
  })

  app.post(`${PATH}/signature`, operations.signDocument, async (request, reply) => {
    const { token } = request.params
    const context = await access.activeContext(parts.db, token)
    await actions.sign(visitorOf(request, token, context), orderIn(request.body))
    if (context.host !== undefined) void forget(reply, token, context)
    return await state(token)
  })
}

const ASK_OPENING = `${PATH}/opening-code`
const OPENING = `${PATH}/opening`

/** Routes of the code before the document is shown, without which the others behind the link answer nothing. */
const openingRoutes: FastifyPluginAsyncTypebox<
  Pick<SignerRouteParts, 'actions' | 'secure'>
> = async (app, { actions, secure }) => {
  app.post(ASK_OPENING, operations.requestOpeningCode, async (request, reply) => {
    const { token } = request.params
    return reply.code(202).send(await actions.opening.request(token, originOf(request)))
  })

  app.post(OPENING, operations.openWithCode, async (request, reply) => {
    const { token } = request.params
    const { code } = request.body
    const opened = await actions.opening.enter(token, code, originOf(request))
    // Lax: the next click on the link comes from another site, the mailbox.
    const attributes = linkCookie(request, { path: `/sign/${token}`, sameSite: 'Lax', secure })
    const cookie = `${openingCookie(opened.signerId)}=${opened.held}`
    void reply.header('Set-Cookie', `${cookie}; ${attributes}; Max-Age=${opened.maxAgeS}`)
    return reply.code(204).send(null)
  })
}

/** Routes under /sign/{token}. */
export const signerRoutes: FastifyPluginAsyncTypebox<SignerRouteParts> = async (
  app,
  { parts, access, actions, signerFiles, secure },
) => {
  app.addSchema(SignerCodeSchema)
  app.addSchema(SignerStateSchema)
  app.addHook('onSend', keepPrivate)

  // Of every route behind the link, also of those to come.
  app.addHook('preHandler', async (request) => {
    const { url } = request.routeOptions
    if (url === ASK_OPENING || url === OPENING) return
    const token = String(membersOf(request.params).token)
    if (!(await access.asksCode(parts.db, token))) return
    const context = await access.context(parts.db, token)
    if (actions.opening.isLocked(context, openingOf(request, context)))
      throw new AppError('opening_code_required', say('links.openingCode'))
  })

  const state = (token: string) => stateOf({ parts, access, actions }, token)

  const refuseOver = async (token: string): Promise<void> => {
    if (isHandedBack(await access.context(parts.db, token))) throw handedBack()
  }

  app.get(`${PATH}/state`, operations.signerState, async (request) => {
    await refuseOver(request.params.token)
    return await state(request.params.token)
  })

  app.post(`${PATH}/open`, operations.openDocument, async (request) => {
    await refuseOver(request.params.token)
    await actions.open(request.params.token, originOf(request))
    return await state(request.params.token)
  })

  // Another person may sign between reading the row and the file: then the row references the next revision.
  const fileOf = async (token: string, number?: number): Promise<Buffer> => {
    const read = async () => {
      const { request: row } = await access.activeContext(parts.db, token)
      const file = fileNumbered(row, number)
      return await parts.blobs.get(file.current_sha256 ?? file.original_sha256)
    }
    return await read().catch(read)
  }

  app.get(`${PATH}/file`, operations.signerFile, async (request, reply) => {
    const { file_number: number } = request.query
    return reply.type('application/pdf').send(await fileOf(request.params.token, number))
  })

  // What the page shows until the browser has loaded the file and what draws it.
  app.get(`${PATH}/${FIRST_PAGE}`, operations.firstPage, async (request, reply) => {
    const bytes = await parts.documents.picture(await fileOf(request.params.token), 1)
    return reply.type('image/jpeg').send(Buffer.from(bytes))
  })

  app.post(`${PATH}/approval`, operations.approveDocument, async (request, reply) => {
    const { token } = request.params
    const context = await access.activeContext(parts.db, token)
    await actions.approve(visitorOf(request, token, context), request.body.document_sha256)
    if (context.host !== undefined) void forget(reply, token, context)
    return await state(token)
  })

  await app.register(openingRoutes, { actions, secure })
  await app.register(identityRoutes, { parts, access, actions, secure })
  await app.register(uploadRoutes, { parts, access, files: signerFiles, actions })
  await app.register(registeringRoutes, { parts, access, actions })

  app.post(`${PATH}/decline`, operations.declineDocument, async (request) => {
    const { reason } = request.body
    await actions.decline(request.params.token, reason, originOf(request))
    return await state(request.params.token)
  })

  app.post(`${PATH}/return`, operations.returnDocument, async (request) => {
    await actions.return(request.params.token, request.body.reason, originOf(request))
    return await state(request.params.token)
  })

  app.post(`${PATH}/delegation`, operations.delegateDocument, async (request, reply) => {
    await actions.delegating.delegate(request.params.token, request.body, originOf(request))
    return reply.code(204).send(null)
  })

  const downloads = new LinkDownloads(parts)
  app.get(`${PATH}/signed`, operations.signerSigned, async (request, reply) => {
    const { request: row, signer, host } = await access.context(parts.db, request.params.token)
    if (host !== undefined) throw handedBack()
    const by = {
      actor: `signer:${signer.id}`,
      ...originOf(request),
      data: { signer_id: signer.id },
    }
    const number = request.query.file_number
    return await downloads.send(reply, row, { link: signer.id, number, by })
  })
}
