/** What the authority publishes, and its time-stamps, open to anyone. */

import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { chooseLocale } from '../kernel/languages.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { toPem } from '../pades/certificate.ts'
import type { Assets } from '../pages/assets.ts'
import { sendPage } from '../pages/headers.ts'
import { say } from '../translations/texts.ts'
import type { OcspAnswer } from './ocsp-responder.ts'
import type { Pki } from './open.ts'
import * as operations from './operations.ts'
import { policyPage } from './policy-page.tsx'

const config = { access: 'public' } as const
/** A TimeStampReq has about 100 bytes. */
const QUERY_BYTES_MAX = 4_096
/** Concurrent time-stamps; each takes a processor for 6 ms, and anyone may request one. */
const STAMPS_MAX = 16
const CACHED = 'public, max-age=3600'

/** Calls under /pki. */
export const pkiRoutes: FastifyPluginAsyncTypebox<
  Pick<Pki, 'authority' | 'revocation' | 'tsa' | 'ocsp' | 'policy'> & {
    /** The program that checks evidence against root certificates with these SHA-256. */
    evidenceCheck: (rootsSha256: readonly string[]) => string
    assets: Assets
  }
> = async (app, { authority, revocation, tsa, ocsp, policy, evidenceCheck, assets }) => {
  app.addContentTypeParser(
    [operations.MEDIA.query, operations.MEDIA.ocspRequest],
    { parseAs: 'buffer', bodyLimit: QUERY_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )

  const file = { config, schema: operations.getAuthorityFile }
  app.get('/pki/:file', file, async (request, reply) => {
    const [label = '', kind] = request.params.file.split('.')
    const found =
      kind === 'crl' ? await revocation.published(label) : (await authority.published(label))?.der
    if (found === undefined)
      throw new AppError('not_found', say('authority.notPublished', { file: request.params.file }))
    void reply.header('Cache-Control', CACHED)
    const type = kind === 'crl' ? operations.MEDIA.list : operations.MEDIA.certificate
    return reply.type(type).send(found)
  })

  const root = { config, schema: operations.getRootCertificate }
  app.get('/pki/root.pem', root, async (_request, reply) => {
    const roots = await authority.roots()
    const pem = roots.map(({ der }) => toPem('CERTIFICATE', der)).join('')
    return reply.type('application/x-pem-file').send(pem)
  })

  app.get('/pki/policy', { config, schema: operations.getPolicy }, async (request, reply) => {
    const { accept = '', 'accept-language': acceptLanguage } = request.headers
    const { lang, plain } = membersOf(request.query)
    if (plain !== undefined || !/\btext\/html\b/.test(accept))
      return reply.type('text/plain; charset=utf-8').header('Vary', 'Accept').send(policy)
    const locale = chooseLocale({ query: lang, acceptLanguage })
    // The contract describes the text; the page is the same text for people.
    reply.serializer((text) => text)
    return sendPage(reply.header('Vary', 'Accept'), policyPage(policy, { locale, assets })) as never
  })

  // Not part of the described API: auditors fetch it from a source other than the evidence.
  app.get('/pki/evidence/check.sh', { config, schema: { hide: true } }, async (_request, reply) => {
    const roots = (await authority.roots()).map(({ fingerprint }) => fingerprint)
    return reply.type('text/plain; charset=utf-8').send(evidenceCheck(roots))
  })

  let stamps = 0
  const stamp = { config, schema: operations.stampTime, bodyLimit: QUERY_BYTES_MAX }
  app.post<{ Body: Buffer }>('/pki/tsa', stamp, async (request, reply) => {
    if (stamps >= STAMPS_MAX) {
      throw new AppError('server_busy', say('authority.busy'), {
        retryAfterSeconds: 1,
      })
    }
    stamps += 1
    try {
      const answer = await tsa.answer(request.body)
      return await reply.type(operations.MEDIA.reply).send(answer)
    } finally {
      stamps -= 1
    }
  })
  await app.register(ocspRoutes, { ocsp })
}

/** Characters of base64, and of base64 as some clients write it in URLs. */
const BASE64 = /^[A-Za-z0-9+/_\s-]+={0,2}$/

/** OCSP by both methods (RFC 6960, A.1). */
const ocspRoutes: FastifyPluginAsyncTypebox<Pick<Pki, 'ocsp'>> = async (app, { ocsp }) => {
  const send = (reply: FastifyReply, { response, ...facts }: OcspAnswer) => {
    void reply.headers(cacheHeaders(facts, response))
    return reply.type(operations.MEDIA.ocspResponse).send(response)
  }
  const asked = { config, schema: operations.askStatus, bodyLimit: QUERY_BYTES_MAX }
  app.post<{ Body: Buffer }>('/pki/ocsp', asked, async (request, reply) =>
    send(reply, await ocsp.answer(request.body)),
  )
  const inAddress = async (text: string, reply: FastifyReply) =>
    // Spaces are plus signs that a client did not encode.
    send(reply, await ocsp.answer(fromBase64(text.replaceAll(' ', '+'))))
  const got = { config, schema: operations.getStatus }
  app.get('/pki/ocsp/:request', got, (request, reply) => inAddress(request.params.request, reply))
  // For clients that do not encode the slashes of base64.
  const spread = { config, schema: { hide: true, params: Type.Object({ '*': Type.String() }) } }
  app.get('/pki/ocsp/*', spread, (request, reply) => inAddress(request.params['*'], reply))
}

/** Anything but base64 becomes an empty request, which is malformed. */
const fromBase64 = (text: string): Buffer => Buffer.from(BASE64.test(text) ? text : '', 'base64')

/** RFC 5019, 6.2. */
function cacheHeaders(
  { maxAgeSeconds, thisUpdateMs, nextUpdateMs }: Omit<OcspAnswer, 'response'>,
  response: Buffer,
): Record<string, string> {
  if (maxAgeSeconds === 0) return { 'Cache-Control': 'no-store' }
  const date = (ms: number): string => new Date(ms).toUTCString()
  return {
    'Cache-Control': `max-age=${maxAgeSeconds}, public, no-transform, must-revalidate`,
    'Last-Modified': date(thisUpdateMs),
    Expires: date(nextUpdateMs),
    ETag: `"${createHash('sha256').update(response).digest('hex')}"`,
  }
}
