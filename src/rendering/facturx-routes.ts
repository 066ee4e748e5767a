/** POST /render-facturx, /validate-facturx, /read-facturx, /view-facturx and /embed-facturx, and the published schema of the invoice. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifySchema } from 'fastify'
import { callerOf } from '../accounts/guard.ts'
import { invoiceJsonSchema } from '../facturx/complete/read-json.ts'
import { FACTURX_VERSION } from '../facturx/model/profiles.ts'
import { acceptedLanguage, answerLanguage } from '../http/answer-language.ts'
import { attachment } from '../http/disposition.ts'
import {
  fileAnswer,
  formBody,
  formOrJson,
  jsonAnswer,
  jsonObject,
  publicProblems,
  ref,
} from '../http/schemas.ts'
import { asBuffer } from '../kernel/bytes.ts'
import { invoiceCall, renderedFile } from './answer.ts'
import { answerCall } from './batch-routes.ts'
import type { CreditNotes } from './credit-notes.ts'
import { creditRoutes, facturxHeaders } from './credit-routes.ts'
import type { Deferred } from './deferred.ts'
import { acceptedAnswer, preferHeader } from './deferred-schemas.ts'
import type { FacturxChecks } from './facturx-check.ts'
import {
  facturxCheckFromForm,
  facturxCheckFromJson,
  facturxEmbedFromForm,
  facturxInputFromForm,
  facturxInputFromJson,
  facturxReadFromForm,
  facturxViewFromForm,
} from './facturx-input.ts'
import {
  FACTURX_CHECK_FORM,
  FACTURX_EMBED_FORM,
  FACTURX_FORM,
  FACTURX_READ_FORM,
  FACTURX_VIEW_FORM,
  type FacturxBody,
  FacturxBodySchema,
  type FacturxCheckBody,
  FacturxCheckBodySchema,
  FacturxReadingSchema,
  FacturxReportSchema,
} from './facturx-schemas.ts'
import { formOf } from './input-parts.ts'
import { FORMATS } from './schemas.ts'

const renderFacturx = invoiceCall('renderFacturx', {
  description: `Without a template, the shipped design is used. The invoice is completed (amounts may be left out), checked against EN 16931 and, for French sellers, the French rules, before anything is rendered; page and XML are made from the same amounts. The answer is a PDF/A-3b with its CII XML, Factur-X ${FACTURX_VERSION} / ZUGFeRD 2.5; with format, or Accept: application/xml, the XML alone, which needs no template: CII, UBL 2.1, XRechnung 3.0, Peppol BIS Billing 3 or EXTENDED-CTC-FR, judged by its own official rules. Nothing is kept.`,
  headers: preferHeader,
  body: formOrJson('RenderFacturxForm', FACTURX_FORM, FacturxBodySchema),
  response: {
    200: {
      ...fileAnswer('The electronic invoice', FORMATS.pdf.mediaType, 'application/xml'),
      headers: facturxHeaders,
    },
    ...acceptedAnswer,
  },
})

const validateFacturx = invoiceCall('validateFacturx', {
  body: formOrJson('ValidateFacturxForm', FACTURX_CHECK_FORM, FacturxCheckBodySchema),
  response: { 200: jsonAnswer('The result', ref(FacturxReportSchema)) },
})

const readFacturx = invoiceCall('readFacturx', {
  body: formBody('ReadFacturxForm', FACTURX_READ_FORM),
  response: {
    200: {
      description: 'What the file holds',
      content: {
        ...jsonAnswer('', ref(FacturxReadingSchema)).content,
        ...fileAnswer('', 'application/xml').content,
      },
    },
  },
})

const embedFacturx = invoiceCall('embedFacturx', {
  description: `Takes a PDF of any program and the invoice, as our JSON (completed and checked as by POST /render-facturx) as CII XML (checked, and embedded as it is) or as UBL (checked, and written as CII). The PDF becomes a PDF/A-3b without a visible change: fonts that it only names are replaced with embedded ones of the same widths, colours get profiles, forms and layers become part of the pages, scripts and encryption go. What cannot be kept is refused with pdf_not_archivable and every reason: a font that nothing looks like, a signature. Totals of the invoice that no page shows are named in Paraph-Warnings (amount_not_on_page). An invoice that is already in the PDF is replaced. The answer is Factur-X ${FACTURX_VERSION} / ZUGFeRD 2.5; it counts as one document, and nothing is kept.`,
  headers: preferHeader,
  body: formBody('EmbedFacturxForm', FACTURX_EMBED_FORM),
  response: {
    200: {
      ...fileAnswer('The electronic invoice', FORMATS.pdf.mediaType),
      headers: facturxHeaders,
    },
    ...acceptedAnswer,
  },
})

const viewFacturx = invoiceCall('viewFacturx', {
  headers: preferHeader,
  body: formBody('ViewFacturxForm', FACTURX_VIEW_FORM),
  response: { 200: renderedFile('The page', FORMATS.pdf.mediaType), ...acceptedAnswer },
})

const invoiceSchema: FastifySchema = {
  operationId: 'getInvoiceSchema',
  tags: ['Electronic invoices'],
  security: [],
  summary: 'The JSON Schema of the invoice',
  description:
    'The semantic model of EN 16931 with plain names; the descriptions contain the BT and BG numbers. The same object is the data for the Word template. No API key is required.',
  response: {
    ...publicProblems(),
    200: {
      description: 'JSON Schema (2020-12), the component Invoice of this description',
      content: {
        'application/schema+json': { schema: jsonObject('The schema') },
      },
    },
  },
}

/** The Factur-X calls. */
export const facturxRoutes: FastifyPluginAsyncTypebox<{
  checks: FacturxChecks
  credits: CreditNotes
  deferred: Deferred
}> = async (app, { checks, credits, deferred }) => {
  app.addSchema(FacturxBodySchema)
  app.addSchema(FacturxCheckBodySchema)
  app.addSchema(FacturxReportSchema)
  app.addSchema(FacturxReadingSchema)
  const schema = invoiceJsonSchema()
  app.addSchema({ $id: 'Invoice', ...schema, $schema: undefined })
  await app.register(creditRoutes, { credits, deferred })

  const metered = { access: { interface: 'documents', metered: 'documents' } } as const
  app.post<{ Body: FacturxBody }>(
    '/render-facturx',
    { config: metered, schema: renderFacturx },
    async (request, reply) => {
      const { accept } = request.headers
      const input = request.isMultipart()
        ? facturxInputFromForm(await formOf(request, FACTURX_FORM), accept)
        : facturxInputFromJson(request.body, accept)
      return answerCall({ request, reply }, deferred, 'renderFacturx', input)
    },
  )

  const free = { access: { interface: 'documents' } } as const
  app.post<{ Body: FacturxCheckBody }>(
    '/validate-facturx',
    { config: free, schema: validateFacturx },
    async (request, reply) => {
      const caller = callerOf(request)
      const check = request.isMultipart()
        ? facturxCheckFromForm(await formOf(request, FACTURX_CHECK_FORM))
        : facturxCheckFromJson(request.body)
      return checks.check(caller, check, await answerLanguage(request, reply))
    },
  )

  app.post('/read-facturx', { config: free, schema: readFacturx }, async (request, reply) => {
    const form = await formOf(request, FACTURX_READ_FORM)
    const input = facturxReadFromForm(form, request.headers.accept)
    const { bytes, invoiceOptions, isXml } = input
    if (!isXml) return checks.open(bytes, invoiceOptions, await answerLanguage(request, reply))
    const { xml } = await checks.invoiceIn(bytes, invoiceOptions)
    return reply
      .type('application/xml')
      .header('Content-Disposition', attachment('invoice.xml'))
      .header('Cache-Control', 'no-store')
      .send(asBuffer(xml))
  })

  app.post('/view-facturx', { config: metered, schema: viewFacturx }, async (request, reply) => {
    const form = await formOf(request, FACTURX_VIEW_FORM)
    const { bytes, page } = facturxViewFromForm(form, acceptedLanguage(request))
    const { report, notCarried } = await checks.invoiceIn(bytes, {})
    const input = { ...page, invoice: report.invoice, notCarried }
    return answerCall({ request, reply }, deferred, 'viewFacturx', input)
  })

  app.post('/embed-facturx', { config: metered, schema: embedFacturx }, async (request, reply) => {
    const input = facturxEmbedFromForm(await formOf(request, FACTURX_EMBED_FORM))
    return answerCall({ request, reply }, deferred, 'embedFacturx', input)
  })

  const shown = { config: { access: 'public' }, schema: invoiceSchema } as const
  app.get('/facturx/invoice.schema.json', shown, async (_request, reply) =>
    reply
      .type('application/schema+json')
      .header('Cache-Control', 'public, max-age=3600')
      .send(JSON.stringify(schema)),
  )
}
