/**
 * The language that an answer speaks: that of the caller's Accept-Language (RFC 9110, 12.5.4); where it names none, that of
 * the caller's account; else English. Codes, members and numbers are the same in every language.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLocale, type Language, LOCALES, type Locale } from '../kernel/languages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The language of the account behind a request; absent: accounts have none. */
    localeOfAccount?: (request: FastifyRequest) => Promise<Language | undefined>
  }
}

/** What Accept-Language asks for; undefined where it is absent or takes any language. */
export function acceptedLocale({ headers }: Pick<FastifyRequest, 'headers'>): Locale | undefined {
  const acceptLanguage = headers['accept-language'] ?? ''
  return /^[\s,]*(?:\*(?:\s*;[^,]*)?)?[\s,]*$/.test(acceptLanguage)
    ? undefined
    : chooseLocale({ acceptLanguage })
}

/** Says in the headers which language the answer speaks, and that another request may get another one. */
export function speak(reply: FastifyReply, locale: Locale): Locale {
  const varies = String(reply.getHeader('Vary') ?? '')
  if (!/\baccept-language\b/i.test(varies))
    void reply.header('Vary', varies === '' ? 'Accept-Language' : `${varies}, Accept-Language`)
  void reply.header('Content-Language', locale)
  return locale
}

/** The language of the answer, which its headers name from now on. */
export async function answerLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Locale> {
  const accepted = acceptedLocale(request)
  if (accepted !== undefined) return speak(reply, accepted)
  const own = await reply.server.localeOfAccount?.(request).catch(() => undefined)
  return speak(reply, LOCALES.find((one) => one === own) ?? LOCALES[0])
}
