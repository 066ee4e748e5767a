/** The page for an address that does not exist, for people; programs get a problem document. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLocale } from '../kernel/languages.ts'
import { membersOf } from '../kernel/type-guards.ts'
import type { Assets } from '../pages/assets.ts'
import { LinkButton, Outcome } from '../pages/components.tsx'
import { sendPage } from '../pages/headers.ts'
import { textsIn } from '../translations/texts.ts'
import { sitePage } from './frame.tsx'

/**
 * Answers a browser with a page, if what it asked for is no part of the API.
 * @returns false when the caller has to answer
 */
export function showNotFound(assets: () => Assets, request: FastifyRequest, reply: FastifyReply): boolean {
  const { is404, headers, method, query, routeOptions } = request
  const isPage = is404 || routeOptions.schema?.hide === true
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isPage || !isRead || !/\btext\/html\b/.test(headers.accept ?? '')) return false
  const { lang } = membersOf(query)
  const locale = chooseLocale({ query: lang, acceptLanguage: headers['accept-language'] })
  const words = textsIn(locale).site.notFound
  const main = (
    <Outcome
      kind="warning"
      icon="info"
      title={words.title}
      text={words.text}
      actions={
        <>
          <LinkButton label={words.home} href="/" /> <LinkButton label={words.guides} href="/guides" kind="secondary" />
        </>
      }
    />
  )
  const { title } = words
  const text = sitePage({ locale, assets: assets(), title, description: words.text, main })
  sendPage(reply, text, { status: 404 })
  return true
}
