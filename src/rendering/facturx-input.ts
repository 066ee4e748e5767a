/** The request of one Factur-X call: an invoice to create, or an invoice to check. */
import type { InvoiceOptions } from '../facturx/invoice-tasks.ts'
import type { Mapping } from '../facturx/mapping/mapping.ts'
import { readMapping } from '../facturx/mapping/mapping-read.ts'
import { INVOICE_FORMATS } from '../facturx/model/guidelines.ts'
import { PROFILES, RULE_SETS } from '../facturx/model/invoice.ts'
import { type Form, objectPart, passwordIn } from '../http/form.ts'
import { throwAsAppError } from '../kernel/errors.ts'
import { fileKind } from '../kernel/file-kinds.ts'
import type { JsonObject } from '../kernel/json.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { type FacturxBody, type FacturxCheckBody, READ_FORMATS } from './facturx-schemas.ts'
import {
  dataOf,
  dataOfBody,
  optionsOf,
  picturesByName,
  shippedTemplate,
  type TemplateChoice,
  templateChoice,
  templateOrShipped,
  wrong,
} from './input-parts.ts'
import { type RenderInput, refuseConflicts } from './render-input.ts'

/** One invoice to create. */
export interface RenderFacturxInput extends Omit<RenderInput, 'data' | 'template'> {
  /** A format that is XML alone has no page, and needs none. */
  template: TemplateChoice | undefined
  data: JsonObject
  invoiceOptions: InvoiceOptions
  /** How the data becomes an invoice; overrides the template's own mapping, null switches it off. */
  mapping?: Mapping | null
}

/** An invoice that exists. */
export interface InvoiceFile {
  kind: 'file'
  bytes: Uint8Array
  invoiceOptions: InvoiceOptions
}

/** An invoice as JSON, or data that a mapping makes one of. */
export interface InvoiceData {
  kind: 'data'
  data: JsonObject
  invoiceOptions: InvoiceOptions
  mapping?: Mapping
  template?: Extract<TemplateChoice, { kind: 'stored' }>
}

/** One invoice to check. */
export type FacturxCheck = InvoiceFile | InvoiceData

/** The value of a text part that has few. @throws validation_failed for another */
export function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  const found = values.find((value) => value === text)
  if (text === undefined || found !== undefined) return found
  throw wrong(`/${name}`, say('fields.oneOfNot', { name, values: values.join(', '), given: text }))
}

/** Profile, rules and format, from their texts. @throws validation_failed */
export function invoiceOptionsOf(
  profile: string | undefined,
  rules: string | undefined,
  format?: string,
): InvoiceOptions {
  return omitUndefined<InvoiceOptions>({
    profile: choice('profile', PROFILES, profile),
    rules: choice('rules', RULE_SETS, rules),
    format: choice('format', INVOICE_FORMATS, format),
  })
}

const acceptsXml = (accept: string | undefined): boolean =>
  /^\s*(application|text)\/xml\b/.test(accept ?? '')

/** The format, or CII for a caller who accepts XML alone. */
const asAccepted = (format: string | undefined, accept: string | undefined): string | undefined =>
  format ?? (acceptsXml(accept) ? 'cii' : undefined)

/** A PDF without a template is made with the shipped design. @throws validation_failed */
function withTemplate(given: RenderFacturxInput): RenderFacturxInput {
  const { format = 'facturx' } = given.invoiceOptions
  const isBare = given.template === undefined && format === 'facturx'
  const input = isBare ? { ...given, template: shippedTemplate() } : given
  refuseConflicts(input)
  return input
}

/** @throws validation_failed when the mapping has an error */
function mappingOf(json: object | undefined): { mapping?: Mapping } {
  if (json === undefined) return {}
  try {
    readMapping(json)
  } catch (error) {
    throwAsAppError(error)
  }
  return { mapping: json as Mapping }
}

function needed(data: JsonObject | undefined): JsonObject {
  if (data !== undefined) return data
  throw wrong('/data', say('rendering.invoiceMissing'))
}

/**
 * The order in a JSON body, whose shape the schema has already checked.
 * @throws validation_failed
 */
export function facturxInputFromJson(body: FacturxBody, accept: string | undefined) {
  const { template_id: id, template_version: version } = body
  return withTemplate({
    template: id === undefined ? undefined : { kind: 'stored', id, version },
    data: needed(dataOfBody(body)),
    pictures: new Map(),
    format: 'pdfa-3b',
    filename: body.output_filename,
    options: body.options ?? {},
    invoiceOptions: invoiceOptionsOf(body.profile, body.rules, asAccepted(body.format, accept)),
    ...mappingOf(body.mapping),
  })
}

/**
 * The order in a form.
 * @throws validation_failed, json_invalid, data_invalid
 */
export function facturxInputFromForm(form: Form, accept: string | undefined): RenderFacturxInput {
  const { texts } = form
  const hasTemplate = texts.has('template_id') || form.files.has('template')
  return withTemplate({
    template: hasTemplate ? templateChoice(form) : undefined,
    data: needed(dataOf(form)?.parse()),
    pictures: picturesByName(form),
    format: 'pdfa-3b',
    filename: form.texts.get('output_filename'),
    options: optionsOf(form),
    invoiceOptions: invoiceOptionsOf(
      texts.get('profile'),
      texts.get('rules'),
      asAccepted(texts.get('format'), accept),
    ),
    ...mappingOf(objectPart(form, 'mapping')),
  })
}

/** A file to read, and whether its XML alone is wanted. @throws validation_failed */
export function facturxReadFromForm(form: Form, accept: string | undefined) {
  const format = choice('format', READ_FORMATS, form.texts.get('format'))
  const invoiceOptions = invoiceOptionsOf(form.texts.get('profile'), form.texts.get('rules'))
  const isXml = format === undefined ? acceptsXml(accept) : format === 'xml'
  return { bytes: fileIn(form), invoiceOptions, isXml }
}

/** An invoice as read, to be shown. */
export interface RenderViewInput extends Omit<RenderInput, 'data'> {
  invoice: JsonObject
  /** What the JSON, and so the page, has no place for. */
  notCarried: readonly string[]
}

/** The page that is wanted of an invoice file. @param locale of the reader, where the options name none @throws validation_failed */
export function facturxViewFromForm(form: Form, locale: string | undefined) {
  const page: Omit<RenderInput, 'data'> = {
    template: templateOrShipped(form),
    pictures: new Map(),
    format: 'pdf',
    filename: form.texts.get('output_filename'),
    options: { ...(locale !== undefined && { locale }), ...optionsOf(form) },
  }
  refuseConflicts(page)
  return { bytes: fileIn(form), page }
}

const fileIn = (form: Form): Uint8Array => form.files.get('file')?.[0]?.bytes ?? new Uint8Array()

/** A PDF, and the invoice that goes into it. */
export type FacturxEmbedInput = ReturnType<typeof facturxEmbedFromForm>

/** The order in a form. @throws validation_failed, json_invalid, data_invalid */
export function facturxEmbedFromForm(form: Form) {
  const invoice = invoiceIn(form, 'xml')
  if (invoice === undefined) throw wrong('/data', say('rendering.invoiceMissing'))
  if (invoice.kind === 'file' && fileKind(invoice.bytes) === 'pdf')
    throw wrong('/xml', say('rendering.xmlIsPdf'))
  return {
    pdf: fileIn(form),
    password: passwordIn(form).password,
    invoice,
    filename: form.texts.get('output_filename'),
  }
}

/** The invoice of a form: a file, or data. @throws validation_failed, json_invalid, data_invalid */
function invoiceIn(form: Form, part: 'file' | 'xml', format?: string): FacturxCheck | undefined {
  const { texts } = form
  const invoiceOptions = invoiceOptionsOf(texts.get('profile'), texts.get('rules'), format)
  const bytes = form.files.get(part)?.[0]?.bytes
  const data = dataOf(form)?.parse()
  if (bytes !== undefined && data !== undefined)
    throw wrong('/data', say('fields.notBoth', { one: part, other: 'data' }))
  if (bytes !== undefined) return { kind: 'file', bytes, invoiceOptions }
  return data && { kind: 'data', data, invoiceOptions, ...mappingOf(objectPart(form, 'mapping')) }
}

/** The invoice to check, from a JSON body. @throws validation_failed */
export function facturxCheckFromJson(body: FacturxCheckBody): FacturxCheck {
  const { template_id, template_version } = body
  return {
    kind: 'data',
    data: needed(dataOfBody(body)),
    invoiceOptions: invoiceOptionsOf(body.profile, body.rules, body.format),
    ...mappingOf(body.mapping),
    ...(template_id !== undefined && {
      template: { kind: 'stored', id: template_id, version: template_version },
    }),
  }
}

/** The invoice to check, from a form. @throws validation_failed, json_invalid, data_invalid */
export function facturxCheckFromForm(form: Form): FacturxCheck {
  const invoice = invoiceIn(form, 'file', form.texts.get('format'))
  if (invoice === undefined) throw wrong('/file', say('rendering.invoiceFile'))
  if (invoice.kind === 'file' || !form.texts.has('template_id')) return invoice
  const template = templateChoice(form)
  return { ...invoice, ...(template.kind === 'stored' && { template }) }
}
