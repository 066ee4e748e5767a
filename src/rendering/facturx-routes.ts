/** POST /render-facturx, /validate-facturx, /read-facturx, /view-facturx and /embed-facturx, and the published schema of the invoice. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifySchema } from 'fastify'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { invoiceJsonSchema } from '../facturx/complete/read-json.ts'
import { FACTURX_VERSION } from '../facturx/model/profiles.ts'
import { acceptedLanguage, answerLanguage } from '../http/answer-language.ts'
import { clientAbortSignal } from '../http/client-abort.ts'
import { attachment } from '../http/disposition.ts'
import { readForm } from '../http/form.ts'
import { formSchema } from '../http/form-spec.ts'
import {
  fileAnswer,
  jsonAnswer,
  jsonObject,
  problems,
  publicProblems,
  ref,
} from '../http/schemas.ts'
import { asBuffer } from '../kernel/bytes.ts'
import { renderedFile, renderProblems, sendFile } from './answer.ts'
import type { CreditNotes } from './credit-notes.ts'
import { creditRoutes, facturxHeaders, sendInvoice } from './credit-routes.ts'
import type { FacturxEmbeds } from './embedding.ts'
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
import { FORMATS } from './schemas.ts'
import type { RenderService } from './service.ts'

const tags = ['Electronic invoices']

const renderFacturx = {
  operationId: 'renderFacturx',
  tags,
  summary: 'Create a Factur-X from an invoice, and a Word template if you have one',
  description: `Without a template, the shipped design is used. The invoice is completed (amounts may be left out), checked against EN 16931 and, for French sellers, the French rules, before anything is rendered; page and XML are made from the same amounts. The answer is a PDF/A-3b with its CII XML, Factur-X ${FACTURX_VERSION} / ZUGFeRD 2.5; with format, or Accept: application/xml, the XML alone, which needs no template: CII, UBL 2.1, XRechnung 3.0, Peppol BIS Billing 3 or EXTENDED-CTC-FR, judged by its own official rules. Nothing is kept.`,
  body: {
    content: {
      'multipart/form-data': { schema: formSchema('RenderFacturxForm', FACTURX_FORM) },
      'application/json': { schema: ref(FacturxBodySchema) },
    },
  },
  response: {
    200: {
      ...fileAnswer('The electronic invoice', FORMATS.pdf.mediaType, 'application/xml'),
      headers: facturxHeaders,
    },
    ...renderProblems('facturx_invalid'),
  },
}

const validateFacturx = {
  operationId: 'validateFacturx',
  tags,
  summary: 'Validate an invoice and list every violated rule',
  description:
    'Accepts invoice JSON (or your own data with a mapping: the response shows the resulting invoice), a Factur-X or ZUGFeRD PDF, or CII or UBL XML; the rules of the profile that a file names decide. Uses no document quota and stores nothing.',
  body: {
    content: {
      'multipart/form-data': { schema: formSchema('ValidateFacturxForm', FACTURX_CHECK_FORM) },
      'application/json': { schema: ref(FacturxCheckBodySchema) },
    },
  },
  response: {
    200: jsonAnswer('The result', ref(FacturxReportSchema)),
    ...problems(
      'file_too_large',
      'unsupported_media_type',
      'json_invalid',
      'validation_failed',
      'data_invalid',
      'template_not_found',
      'version_not_found',
      'render_limit_exceeded',
    ),
  },
}

const readFacturx = {
  operationId: 'readFacturx',
  tags,
  summary: 'Read an invoice file: JSON, XML, attachments and verdict',
  description:
    'Takes a Factur-X or ZUGFeRD 2 PDF, or CII or UBL XML (Factur-X, ZUGFeRD 2, XRechnung, Peppol BIS Billing 3), from any source. The answer is the report of POST /validate-facturx with the invoice as JSON, which POST /render-facturx takes, its XML, and the files in it; what the JSON cannot carry is named in not_carried. With format=xml or Accept: application/xml the answer is the XML alone. Uses no document quota and stores nothing.',
  body: {
    content: {
      'multipart/form-data': { schema: formSchema('ReadFacturxForm', FACTURX_READ_FORM) },
    },
  },
  response: {
    200: {
      description: 'What the file holds',
      content: {
        ...jsonAnswer('', ref(FacturxReadingSchema)).content,
        ...fileAnswer('', 'application/xml').content,
      },
    },
    ...problems(
      'file_too_large',
      'unsupported_media_type',
      'validation_failed',
      'data_invalid',
      'render_limit_exceeded',
    ),
  },
}

const embedFacturx = {
  operationId: 'embedFacturx',
  tags,
  summary: 'Make a Factur-X of a finished PDF and its invoice',
  description: `Takes a PDF of any program and the invoice, as our JSON (completed and checked as by POST /render-facturx) as CII XML (checked, and embedded as it is) or as UBL (checked, and written as CII). The PDF becomes a PDF/A-3b without a visible change: fonts that it only names are replaced with embedded ones of the same widths, colours get profiles, forms and layers become part of the pages, scripts and encryption go. What cannot be kept is refused with pdf_not_archivable and every reason: a font that nothing looks like, a signature. Totals of the invoice that no page shows are named in Paraph-Warnings (amount_not_on_page). An invoice that is already in the PDF is replaced. The answer is Factur-X ${FACTURX_VERSION} / ZUGFeRD 2.5; it counts as one document, and nothing is kept.`,
  body: {
    content: {
      'multipart/form-data': { schema: formSchema('EmbedFacturxForm', FACTURX_EMBED_FORM) },
    },
  },
  response: {
    200: {
      ...fileAnswer('The electronic invoice', FORMATS.pdf.mediaType),
      headers: facturxHeaders,
    },
    ...problems(
      'file_too_large',
      'unsupported_media_type',
      'json_invalid',
      'validation_failed',
      'data_invalid',
      'facturx_invalid',
      'pdf_invalid',
      'pdf_encrypted',
      'pdf_not_archivable',
      'pdf_not_signable',
      'render_limit_exceeded',
      'render_failed',
      'quota_exceeded',
    ),
  },
}

const viewFacturx = {
  operationId: 'viewFacturx',
  tags,
  summary: 'Make a readable page of an invoice file',
  description:
    'Takes what POST /read-facturx takes, such as an XRechnung or a UBL invoice without a page, and answers a PDF that shows it in the shipped design or your template. The language is options.locale, else that of Accept-Language, else that of the country of the seller. The page shows the amounts of the file, also of an invoice that breaks rules (POST /validate-facturx says which); what it has no place for is named in Paraph-Warnings (part_not_shown). It counts as one document, and nothing is kept.',
  body: {
    content: {
      'multipart/form-data': { schema: formSchema('ViewFacturxForm', FACTURX_VIEW_FORM) },
    },
  },
  response: {
    200: renderedFile('The page', FORMATS.pdf.mediaType),
    ...renderProblems(),
  },
}

const invoiceSchema: FastifySchema = {
  operationId: 'getInvoiceSchema',
  tags,
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
  renders: RenderService
  checks: FacturxChecks
  credits: CreditNotes
  embeds: FacturxEmbeds
}> = async (app, { renders, checks, credits, embeds }) => {
  app.addSchema(FacturxBodySchema)
  app.addSchema(FacturxCheckBodySchema)
  app.addSchema(FacturxReportSchema)
  app.addSchema(FacturxReadingSchema)
  const schema = invoiceJsonSchema()
  app.addSchema({ $id: 'Invoice', ...schema, $schema: undefined })
  await app.register(creditRoutes, { credits })

  const metered = { access: { interface: 'documents', metered: 'documents' } } as const
  app.post<{ Body: FacturxBody }>(
    '/render-facturx',
    { config: metered, schema: renderFacturx },
    async (request, reply) => {
      const caller = callerOf(request)
      const input = request.isMultipart()
        ? facturxInputFromForm(
            await readForm(request, FACTURX_FORM, formLimits(caller.plan)),
            request.headers.accept,
          )
        : facturxInputFromJson(request.body, request.headers.accept)
      const file = await renders.renderFacturx(caller, input, clientAbortSignal(reply))
      return sendInvoice(reply, file)
    },
  )

  const free = { access: { interface: 'documents' } } as const
  app.post<{ Body: FacturxCheckBody }>(
    '/validate-facturx',
    { config: free, schema: validateFacturx },
    async (request, reply) => {
      const caller = callerOf(request)
      const check = request.isMultipart()
        ? facturxCheckFromForm(await readForm(request, FACTURX_CHECK_FORM, formLimits(caller.plan)))
        : facturxCheckFromJson(request.body)
      return checks.check(caller, check, await answerLanguage(request, reply))
    },
  )

  app.post('/read-facturx', { config: free, schema: readFacturx }, async (request, reply) => {
    const form = await readForm(request, FACTURX_READ_FORM, formLimits(callerOf(request).plan))
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
    const caller = callerOf(request)
    const form = await readForm(request, FACTURX_VIEW_FORM, formLimits(caller.plan))
    const { bytes, page } = facturxViewFromForm(form, acceptedLanguage(request))
    const { report, notCarried } = await checks.invoiceIn(bytes, {})
    const input = { ...page, invoice: report.invoice, notCarried }
    return sendFile(reply, await renders.viewFacturx(caller, input, clientAbortSignal(reply)))
  })

  app.post('/embed-facturx', { config: metered, schema: embedFacturx }, async (request, reply) => {
    const caller = callerOf(request)
    const form = await readForm(request, FACTURX_EMBED_FORM, formLimits(caller.plan))
    return sendInvoice(reply, await embeds.embed(caller, facturxEmbedFromForm(form)))
  })

  const shown = { config: { access: 'public' }, schema: invoiceSchema } as const
  app.get('/facturx/invoice.schema.json', shown, async (_request, reply) =>
    reply
      .type('application/schema+json')
      .header('Cache-Control', 'public, max-age=3600')
      .send(JSON.stringify(schema)),
  )
}
