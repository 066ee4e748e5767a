/** The page at /docs: the API description, to read and to try out with a key. */
import { fastifySwaggerUi } from '@fastify/swagger-ui'
import type { App } from '../http/app.ts'
import type { DescribedApi, Operation, Schema } from '../http/openapi-shape.ts'
import { MARK_PATH } from '../pages/page.ts'

const PREFIX = '/docs'

/** The page loads its own files and calls this service, nothing else. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  // A style written by the page's script.
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

const svg = (box: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" fill="none" stroke="#a9b8ff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`

/** The product's sign, and the sign with its name on the dark bar of the page. */
const SIGN = svg(
  '0 0 32 32',
  `<rect width="32" height="32" rx="7" fill="#11162e" stroke="none"/><path d="${MARK_PATH}"/>`,
)
const LOGO = svg(
  '0 0 120 32',
  `<path d="${MARK_PATH}"/><text x="38" y="22.5" font-family="system-ui, sans-serif" font-size="18" font-weight="650" fill="#fff" stroke="none">Paraph</text>`,
)

/** There is only one description: no field for the URL of another is needed. */
const LOOK = `.swagger-ui .topbar .download-url-wrapper { display: none }
.swagger-ui .topbar .topbar-wrapper { justify-content: space-between }`

/** Serves the page. @param description the finished one; requested once the service listens */
export function serveReferencePage(app: App, description: () => object): void {
  let text: string | undefined
  void app.register(fastifySwaggerUi, {
    routePrefix: PREFIX,
    staticCSP: POLICY,
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/' },
    theme: {
      title: 'API reference · Paraph',
      css: [{ filename: 'paraph.css', content: LOOK }],
      favicon: [
        {
          filename: 'paraph.svg',
          rel: 'icon',
          type: 'image/svg+xml',
          sizes: 'any',
          content: Buffer.from(SIGN),
        },
      ],
    },
    uiConfig: {
      tryItOutEnabled: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      requestInterceptor: withoutEmptyParts,
    },
    uiHooks: {
      // Cached: the plugin generates it for every visit, which takes longer than an anonymous request may block the
      // event loop.
      preHandler: async ({ routeOptions: { url } }, reply) => {
        if (url === `${PREFIX}/yaml`) return reply.redirect('/openapi.yaml', 308)
        if (url !== `${PREFIX}/json`) return
        text ??= JSON.stringify(forPage(description()))
        return reply.type('application/json').send(text)
      },
    },
  })
}

/** Runs in the page, which embeds its source: otherwise it would send every part of a form, including empty ones. */
function withoutEmptyParts<Sent>(request: Sent & { body?: unknown }): Sent {
  const form = request.body
  if (form instanceof FormData)
    for (const [name, value] of [...form]) if (value === '') form.delete(name)
  return request
}

/** The description as the page needs it; the given one is not modified. */
export function forPage(description: DescribedApi): object {
  const schemas = { ...description.components?.schemas }
  const paths = mapMembers(description.paths ?? {}, (methods) =>
    mapMembers(methods, (operation) => withFillableForm(operation, schemas)),
  )
  return {
    ...description,
    // Calls go to the page's own origin: its policy allows nothing else.
    servers: [{ url: '/' }],
    paths,
  }
}

type Given = Readonly<Record<string, unknown>>

const FORM = 'multipart/form-data'

const mapMembers = <From, To>(members: Record<string, From>, change: (member: From) => To) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]))

/** The form comes first: it takes a file, so that nothing has to be stored before. */
function withFillableForm(operation: Operation, schemas: Record<string, Schema>): Operation {
  const { [FORM]: form, ...others } = operation.requestBody?.content ?? {}
  if (form === undefined) return operation
  const schema = schemas[form.schema?.$ref?.split('/').at(-1) ?? ''] ?? form.schema ?? {}
  const fill = { ...form, schema: fillable(schema, (form.example ?? {}) as Given) }
  const requestBody = { ...operation.requestBody, content: { [FORM]: fill, ...others } }
  return { ...operation, requestBody }
}

/**
 * The page shows a file input wherever a content type is given, although such a part may be text; and it sends the
 * word "string" for every part without an example.
 */
function fillable(form: Schema, given: Given): Schema {
  const parts = Object.entries(form.properties ?? {}).map(([name, part]) => {
    if (part.format === 'binary') return [name, part]
    const { contentMediaType: _mediaType, ...described } = part
    return [name, { ...described, example: part.type === 'array' ? [] : (given[name] ?? '') }]
  })
  return { ...form, properties: Object.fromEntries(parts) }
}
