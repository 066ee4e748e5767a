/** The OpenAPI description, generated from the routes' own schemas. */
import { fastifySwagger } from '@fastify/swagger'
import { Document, isCollection, isScalar, visit } from 'yaml'
import type { App } from './app.ts'
import { COMMON_PROBLEMS, shareProblems } from './openapi-problems.ts'
import {
  type DescribedApi,
  liftStyles,
  type Operation,
  shapeForGenerators,
} from './openapi-shape.ts'
import tags from './openapi-tags.json' with { type: 'json' }

/** What the description says about the product as a whole. */
interface ApiDescription {
  version: string
  /** Public origin of the service. */
  baseUrl: string
  /** Contact and licence as the operator gives them (OpenAPI 3.1, 4.8.2); none by itself. */
  info?: { contact?: object; license?: { name: string } }
  /** Adds the examples to the finished description. */
  exemplify(description: object): void
}

const DESCRIPTION = `Word template + JSON to PDF, PDF/A, PDF/UA, Factur-X or DOCX, in the response; PDF + signers to an
advanced electronic signature (eIDAS) with its proof in the file.

Every call carries the header \`X-API-Key\`. Errors are problem documents (RFC 9457) with a stable
\`code\`. Generated files are never stored: they are returned in the response.

${COMMON_PROBLEMS}`

/** Registers the OpenAPI 3.1 document. Call before any route. */
export function describeApi(app: App, { version, baseUrl, info, exemplify }: ApiDescription): void {
  const bodyOptional = new Set<string>()
  app.addHook('onRoute', ({ config, schema }) => {
    const operationId = schema?.operationId
    if (config?.bodyOptional === true && operationId !== undefined) bodyOptional.add(operationId)
  })
  void app.register(fastifySwagger, {
    // The plugin marks every body as required.
    transformObject: (described) => {
      const whole = 'openapiObject' in described ? described.openapiObject : described.swaggerObject
      for (const operations of Object.values(whole.paths ?? {}))
        for (const operation of Object.values(operations ?? {}) as Operation[]) {
          if (operation.requestBody !== undefined && bodyOptional.has(operation.operationId ?? ''))
            operation.requestBody.required = false
          // Linters want a description of every operation; where the summary says it all, it is that.
          operation.description ??= `${operation.summary}.`
        }
      shareProblems(whole as DescribedApi)
      liftStyles(whole as DescribedApi)
      shapeForGenerators(whole as DescribedApi)
      exemplify(whole)
      return whole
    },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Paraph', version, description: DESCRIPTION, ...info },
      servers: [{ url: baseUrl }],
      tags,
      components: {
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      },
      security: [{ apiKey: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `schema-${index}`,
    },
  })
  let text: string | undefined
  app.get('/openapi.yaml', { schema: { hide: true } }, async (_request, reply) => {
    // Cached: generating it takes longer than an anonymous request may block the event loop.
    text ??= openapiYaml(app)
    return reply.type('application/yaml').send(text)
  })
}

/** openapi.yaml as committed and as served: examples and lists of words in JSON's style, which takes a third of the room. */
export function openapiYaml(app: App): string {
  const document = new Document(app.swagger(), { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'example' || !isCollection(value)) return
      value.flow = true
      // Parsers of YAML 1.1 read fewer plain texts between braces.
      visit(value, {
        Scalar(_, text) {
          if (typeof text.value === 'string') text.type = 'QUOTE_DOUBLE'
        },
      })
    },
    Seq(_, list) {
      if (list.items.every(isScalar)) list.flow = true
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}
