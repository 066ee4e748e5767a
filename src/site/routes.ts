/** The public pages: the first one, the guides with their pictures, and the samples they use. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Plans } from '../accounts/plans.ts'
import { AppError } from '../kernel/errors.ts'
import { chooseLocale, type Locale } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { sendPage } from '../pages/headers.ts'
import { sampleFile } from '../pages/samples.ts'
import { say } from '../translations/texts.ts'
import { keepLanguage } from './frame.tsx'
import { guideListPage, guidePage } from './guide-pages.tsx'
import { Guides } from './guides.ts'
import { homePage } from './home-page.tsx'
import { operationPage, referencePage } from './reference/pages.tsx'
import { GuideSearch, QUESTION_MAX } from './search.ts'

/** Dependencies of the pages. */
interface SiteParts {
  assets: Assets
  /** Public origin of the service, for the commands in the guides. */
  origin: string
  plans: Plans
  /** The finished description of the API; requested once the service listens. */
  description: () => object
}

const querystring = Type.Object({ lang: Type.Optional(Type.String()) })
const questionQuery = Type.Object({
  ...querystring.properties,
  q: Type.Optional(Type.String()),
})
type Asked = FastifyRequest<{ Querystring: { lang?: string } }>
const named = { hide: true, params: Type.Object({ name: Type.String() }), querystring }
const access = { access: 'public', answersAlone: true } as const

/** Not in the API description: these pages are for people. */
export const siteRoutes: FastifyPluginAsyncTypebox<SiteParts> = async (
  app,
  { assets, origin, plans, description },
) => {
  const guides = new Guides(origin, plans)
  const search = new GuideSearch(guides)
  const localeOf = ({ query: { lang }, headers }: Asked): Locale =>
    chooseLocale({ query: lang, acceptLanguage: headers['accept-language'] })
  const show = (request: Asked, reply: FastifyReply, make: (locale: Locale) => string) => {
    const { lang } = request.query
    const locale = localeOf(request)
    const text = make(locale)
    const shown = lang === locale ? keepLanguage(text, locale) : text
    return sendPage(reply, shown, { forEverybody: true })
  }
  const file = (reply: FastifyReply, found: { bytes: Buffer; type: string } | undefined) => {
    if (found === undefined) throw new AppError('not_found', say('service.noFile'))
    return reply
      .header('Cache-Control', 'public, max-age=300')
      .header('X-Content-Type-Options', 'nosniff')
      .type(found.type)
      .send(found.bytes)
  }

  const plain = { config: access, schema: { hide: true, querystring } }
  app.get('/', plain, async (request, reply) =>
    show(request, reply, (locale) => homePage(locale, assets, origin)),
  )
  const asked = { config: access, schema: { hide: true, querystring: questionQuery } }
  app.get('/guides', asked, async (request, reply) => {
    const question = request.query.q?.trim().slice(0, QUESTION_MAX) ?? ''
    if (question === '') return show(request, reply, (locale) => guideListPage(locale, assets))
    const found = await search.find(question, localeOf(request))
    return show(request, reply, (locale) => guideListPage(locale, assets, { question, found }))
  })
  const one = { config: access, schema: named }
  app.get('/guides/:name', one, async (request, reply) => {
    return show(request, reply, (locale) => {
      const guide = guides.find(request.params.name, locale)
      if (guide === undefined) throw new AppError('not_found', say('service.noGuide'))
      return guidePage(locale, assets, guide)
    })
  })
  const reference = (locale: Locale) => ({ api: description(), assets, locale, origin })
  app.get('/docs', plain, async (request, reply) =>
    show(request, reply, (locale) => referencePage(reference(locale))),
  )
  // Links of before the pages: where tools look for the description.
  for (const old of ['/docs/json', '/docs/yaml'])
    app.get(old, plain, async (_request, reply) => reply.redirect('/openapi.yaml', 308))
  app.get('/docs/:name', one, async (request, reply) =>
    show(request, reply, (locale) => {
      const found = operationPage(reference(locale), request.params.name)
      if (found === undefined) throw new AppError('not_found', say('service.noOperation'))
      return found
    }),
  )
  app.get('/guides/images/:name', one, async (request, reply) =>
    file(reply, guides.picture(request.params.name)),
  )
  app.get('/samples/:name', one, async (request, reply) =>
    file(reply, sampleFile(request.params.name)),
  )
}
