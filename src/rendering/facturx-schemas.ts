/** Wire shapes of the Factur-X calls. */
import { type Static, Type } from 'typebox'
import { INVOICE_FORMATS } from '../facturx/model/guidelines.ts'
import { PROFILES, RULE_SETS } from '../facturx/model/invoice.ts'
import { CHECKS } from '../facturx/model/profiles.ts'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { FindingSchema, jsonObject } from '../http/schemas.ts'
import { jsonFields, RENDER_FORM } from './schemas.ts'

const profile = Type.Optional(
  Type.Enum(PROFILES, {
    title: 'FacturxProfile',
    description: 'Factur-X profile; default: the one in the invoice, else en16931',
  }),
)
const rules = Type.Optional(
  Type.Enum(RULE_SETS, {
    title: 'FacturxRules',
    description:
      'Rules to apply: fr adds the French BR-FR-*, fr-public also those of Chorus Pro for public buyers; default if the seller is in France: fr',
  }),
)
const mapping = Type.Optional(
  jsonObject(
    'How your own data is mapped to an invoice: invoice path → expression, lists as {"from", "each"}; replaces the mapping stored with the template',
  ),
)
const data = Type.Optional(
  jsonObject('The invoice (see Invoice), or your own data if there is a mapping'),
)
const FORMAT =
  'facturx (default): a PDF with its XML; the others are the XML alone: cii, ubl (EN 16931), xrechnung-cii, xrechnung-ubl (XRechnung 3.0), peppol (Peppol BIS Billing 3), extended-ctc-fr-cii, extended-ctc-fr-ubl (France)'
const format = Type.Optional(
  Type.Enum(INVOICE_FORMATS, { title: 'InvoiceFormat', description: FORMAT }),
)
const shared = { profile, rules, format, mapping, data, json_data: jsonFields.json_data }

/** JSON body of POST /render-facturx. */
export const FacturxBodySchema = Type.Object(
  {
    ...jsonFields,
    ...shared,
    template_id: Type.Optional(jsonFields.template_id),
  },
  { $id: 'RenderFacturxRequest', additionalProperties: false },
)
/** JSON body of POST /render-facturx. */
export type FacturxBody = Static<typeof FacturxBodySchema>

/** JSON body of POST /validate-facturx. */
export const FacturxCheckBodySchema = Type.Object(
  {
    ...shared,
    template_id: Type.Optional(jsonFields.template_id),
    template_version: jsonFields.template_version,
  },
  { $id: 'ValidateFacturxRequest', additionalProperties: false },
)
/** JSON body of POST /validate-facturx. */
export type FacturxCheckBody = Static<typeof FacturxCheckBodySchema>

const texts = {
  profile: {
    kind: 'text',
    description: `Factur-X profile: ${PROFILES.join(', ')}`,
    limits: { enum: PROFILES },
  },
  rules: {
    kind: 'text',
    description: `rules to apply: ${RULE_SETS.join(', ')}`,
    limits: { enum: RULE_SETS },
  },
  format: { kind: 'text', description: FORMAT, limits: { enum: INVOICE_FORMATS } },
  mapping: {
    kind: 'text-or-file',
    description: 'how your own data is mapped to an invoice, as JSON',
    mediaType: 'application/json',
  },
} as const satisfies FormSpec

/** Form of POST /render-facturx. */
export const FACTURX_FORM = {
  ...RENDER_FORM,
  data: {
    ...RENDER_FORM.data,
    description: 'the invoice as JSON text or as a .json file',
    // With a mapping, the caller's own object.
    holds: Type.Union([
      Type.Unsafe<object>({ $ref: 'Invoice#' }),
      jsonObject('Your own data, if there is a mapping'),
    ]),
  },
  ...texts,
} as const satisfies FormSpec

/** Form of POST /validate-facturx. */
export const FACTURX_CHECK_FORM = {
  file: {
    kind: 'file',
    description: 'a Factur-X or ZUGFeRD PDF, or an invoice as CII or UBL XML',
    mediaType: 'application/pdf, application/xml',
  },
  data: FACTURX_FORM.data,
  json_data: FACTURX_FORM.json_data,
  template_id: {
    ...RENDER_FORM.template_id,
    description: 'a stored template whose mapping is to be used',
  },
  template_version: RENDER_FORM.template_version,
  ...texts,
} as const satisfies FormSpec

/** Form of POST /embed-facturx. */
export const FACTURX_EMBED_FORM = {
  file: {
    kind: 'file',
    required: true,
    description: 'the finished PDF, of any program',
    mediaType: 'application/pdf',
  },
  xml: {
    kind: 'file',
    description: 'its invoice as CII or UBL XML; or send data',
    mediaType: 'application/xml',
  },
  data: FACTURX_FORM.data,
  json_data: FACTURX_FORM.json_data,
  password: {
    kind: 'text',
    description: 'the password that the PDF opens with; the Factur-X has none',
    limits: { maxLength: PASSWORD_CHARACTERS_MAX },
  },
  output_filename: RENDER_FORM.output_filename,
  profile: texts.profile,
  rules: texts.rules,
  mapping: texts.mapping,
} as const satisfies FormSpec

/** What POST /read-facturx may answer: everything as JSON, or the XML as it is in the file. */
export const READ_FORMATS = ['json', 'xml'] as const

/** Form of POST /read-facturx. */
export const FACTURX_READ_FORM = {
  file: { ...FACTURX_CHECK_FORM.file, required: true },
  profile: texts.profile,
  rules: texts.rules,
  format: {
    kind: 'text',
    description:
      'json (default), or xml: the XML as it is in the file, as with Accept: application/xml',
    limits: { enum: READ_FORMATS },
  },
} as const satisfies FormSpec

/** What a page is made with that needs no data. */
export const PAGE_FORM = {
  template: {
    ...RENDER_FORM.template,
    description: 'the Word template (.docx), or template_id; default: the built-in one',
  },
  template_id: RENDER_FORM.template_id,
  template_version: RENDER_FORM.template_version,
  output_filename: RENDER_FORM.output_filename,
  options: RENDER_FORM.options,
} as const satisfies FormSpec

/** Form of POST /view-facturx. */
export const FACTURX_VIEW_FORM = {
  file: FACTURX_READ_FORM.file,
  ...PAGE_FORM,
} as const satisfies FormSpec

const optionalText = (description: string) => Type.Optional(Type.String({ description }))

const XmpSchema = Type.Object(
  {
    part: optionalText('PDF/A part that the metadata claim'),
    conformance: optionalText('PDF/A conformance that the metadata claim'),
    document_type: optionalText('fx:DocumentType'),
    document_file_name: optionalText('fx:DocumentFileName'),
    version: optionalText('fx:Version'),
    conformance_level: optionalText('fx:ConformanceLevel'),
  },
  { title: 'FacturxMetadata' },
)

const reportFields = {
  valid: Type.Boolean({ description: 'Whether there is no error' }),
  kind: Type.Enum(['json', 'xml', 'pdf'], { description: 'What was sent' }),
  profile: Type.Union([Type.Enum(PROFILES, { title: 'FacturxProfile' }), Type.Null()], {
    description: 'Profile of the invoice; null if its XML names no known one',
  }),
  facturx_version: Type.String({ description: 'Version of Factur-X it was checked against' }),
  rules: Type.Enum(RULE_SETS, {
    title: 'FacturxRules',
    description: 'Rules it was checked against',
  }),
  checked: Type.Array(Type.Enum(CHECKS, { title: 'FacturxCheck' }), {
    description:
      'Official rule sets that were applied: XML schema, Schematron of the profile, EN 16931, French rules, XRechnung, Peppol BIS Billing 3, EXTENDED-CTC-FR; none if the JSON itself has errors',
  }),
  not_checked: Type.Array(Type.Enum(CHECKS, { title: 'FacturxCheck' }), {
    description: 'Rule sets that the file claims to follow but that were not applied',
  }),
  guideline: optionalText('XML: specification identifier (BT-24) as written'),
  errors: Type.Array(FindingSchema, {
    description: 'Violated rules; codes are the ids of the EN 16931, Factur-X and French rules',
  }),
  warnings: Type.Array(FindingSchema, {
    description: 'Findings that are not errors, such as data that the profile does not include',
  }),
  counts: Type.Object(
    { errors: Type.Integer(), warnings: Type.Integer() },
    {
      title: 'FindingCounts',
      description: 'Total number; the lists contain the first 200',
    },
  ),
  totals: jsonObject('Totals as completed or read: lines, withoutVat, vat, withVat, due …'),
  pdf: Type.Optional(
    Type.Object(
      {
        file_name: Type.String({ description: 'Name of the XML inside the PDF' }),
        relationship: optionalText('AFRelationship of that file'),
        is_associated: Type.Boolean({
          description: 'Whether it is listed in /AF of the document',
        }),
        mime_type: optionalText('Media type of that file'),
        xmp: Type.Optional(XmpSchema),
      },
      { title: 'EmbeddedInvoice', description: 'What the PDF says about the XML it carries' },
    ),
  ),
  invoice: jsonObject('The invoice as JSON: completed, mapped, or as read from the XML'),
}

/** Response of POST /validate-facturx. */
export const FacturxReportSchema = Type.Object(reportFields, {
  $id: 'FacturxReport',
  description: 'Result of validating an invoice',
})
/** Response of POST /validate-facturx. */
export type FacturxReport = Static<typeof FacturxReportSchema>

/** Response of POST /read-facturx. */
export const FacturxReadingSchema = Type.Object(
  {
    ...reportFields,
    xml: optionalText('The XML as it is in the file; absent if the PDF has no invoice'),
    not_carried: Type.Array(Type.String(), {
      description:
        'Paths of the elements whose content the invoice JSON has no place for; empty if it has everything',
    }),
    attachments: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'File name' }),
          mime_type: optionalText('Media type, if the file states it'),
          description: optionalText('What it is, if the file says so'),
          size: Type.Optional(Type.Integer({ description: 'Bytes' })),
          content: Type.Optional(
            Type.String({
              description:
                'The file in base64; absent if it is damaged, or if all of them are larger than 30 MB',
              contentEncoding: 'base64',
            }),
          ),
        },
        { title: 'EnclosedFile' },
      ),
      { description: 'The supporting documents in the XML, and the other files in the PDF' },
    ),
  },
  { $id: 'FacturxReading', description: 'An invoice, read' },
)
/** Response of POST /read-facturx. */
export type FacturxReading = Static<typeof FacturxReadingSchema>
