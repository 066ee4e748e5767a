/** What the authority publishes, and its time-stamps, for anybody. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../kernel/errors.ts'
import { toPem } from '../pades/certificate.ts'
import type { Pki } from './open.ts'
import * as operations from './operations.ts'

const config = { access: 'public' } as const
/** A TimeStampReq has about 100 bytes. */
const QUERY_BYTES_MAX = 4_096
/** Stamps being made at once; each takes a processor for 6 ms, and anybody may ask. */
const STAMPS_MAX = 16
const CACHED = 'public, max-age=3600'

/** Calls under /pki. */
export const pkiRoutes: FastifyPluginAsyncTypebox<
  Pick<Pki, 'authority' | 'revocation' | 'tsa' | 'policy'>
> = async (app, { authority, revocation, tsa, policy }) => {
  app.addContentTypeParser(
    operations.MEDIA.query,
    { parseAs: 'buffer', bodyLimit: QUERY_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )

  const file = { config, schema: operations.getAuthorityFile }
  app.get('/pki/:file', file, async (request, reply) => {
    const [label = '', kind] = request.params.file.split('.')
    const found =
      kind === 'crl'
        ? await revocation.published(label)
        : (await authority.keys()).get(label)?.facts.certificate.der
    if (found === undefined)
      throw new AppError('not_found', `The authority has no ${request.params.file}.`)
    void reply.header('Cache-Control', CACHED)
    const type = kind === 'crl' ? operations.MEDIA.list : operations.MEDIA.certificate
    return reply.type(type).send(found)
  })

  const root = { config, schema: operations.getRootCertificate }
  app.get('/pki/root.pem', root, async (_request, reply) => {
    const { certificate } = (await authority.key('root')).facts
    return reply.type('application/x-pem-file').send(toPem('CERTIFICATE', certificate.der))
  })

  app.get('/pki/policy', { config, schema: operations.getPolicy }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(policy),
  )

  let stamps = 0
  const stamp = { config, schema: operations.stampTime, bodyLimit: QUERY_BYTES_MAX }
  app.post('/pki/tsa', stamp, async (request, reply) => {
    if (stamps >= STAMPS_MAX) {
      throw new AppError('server_busy', 'Too many time-stamps are being made.', {
        retryAfterSeconds: 1,
      })
    }
    stamps += 1
    try {
      const answer = await tsa.answer(request.body as Buffer)
      return await reply.type(operations.MEDIA.reply).send(answer)
    } finally {
      stamps -= 1
    }
  })
}
