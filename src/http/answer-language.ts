/**
 * The language that an answer speaks: that of the caller's Accept-Language (RFC 9110, 12.5.4); where it names none, that of
 * the caller's account; else English. Codes, members and numbers are the same in every language.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  chooseLanguage,
  chooseLocale,
  type Language,
  LOCALES,
  type Locale,
} from '../kernel/languages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The language of the account behind a request; absent: accounts have none. */
    localeOfAccount?: (request: FastifyRequest) => Promise<Language | undefined>
  }
}

type Headers = Pick<FastifyRequest, 'headers'>

/** Chooses by Accept-Language; undefined where it is absent or takes any language. */
function accepted<Tag>(choose: (hints: { acceptLanguage: string }) => Tag, { headers }: Headers) {
  const acceptLanguage = headers['accept-language'] ?? ''
  const isAny = /^[\s,]*(?:\*(?:\s*;[^,]*)?)?[\s,]*$/.test(acceptLanguage)
  return isAny ? undefined : choose({ acceptLanguage })
}

/** The language of answers that Accept-Language asks for, if it asks for any. */
export const acceptedLocale = (request: Headers) => accepted(chooseLocale, request)
/** The same of the languages of documents. */
export const acceptedLanguage = (request: Headers) => accepted(chooseLanguage, request)

/** Says in the headers which language the answer speaks, and that another request may get another one. */
export function speak(reply: FastifyReply, locale: Locale): Locale {
  const varies = String(reply.getHeader('Vary') ?? '')
  if (!/\baccept-language\b/i.test(varies))
    void reply.header('Vary', varies === '' ? 'Accept-Language' : `${varies}, Accept-Language`)
  void reply.header('Content-Language', locale)
  return locale
}

/** The language of the answer, which its headers name from now on. */
export async function answerLanguage(request: FastifyRequest, reply: FastifyReply) {
  const wanted = acceptedLocale(request)
  if (wanted !== undefined) return speak(reply, wanted)
  const own = await reply.server.localeOfAccount?.(request).catch(() => undefined)
  return speak(reply, LOCALES.find((one) => one === own) ?? LOCALES[0])
}
