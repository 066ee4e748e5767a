/** Wire shapes of the render calls: the parameters, as JSON body and as form. */

import { type Static, Type } from 'typebox'
import { CHANGES, CONTENTS_POLICIES } from '../docx/merge-options.ts'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../http/form-spec.ts'
import { jsonObject, ref } from '../http/schemas.ts'
import { idPattern } from '../kernel/ids.ts'
import { keysOf } from '../kernel/type-guards.ts'
import { PublishedStep } from '../pdf/steps/model.ts'

/** Output formats, with their names in HTTP and LibreOffice. */
export const FORMATS = {
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
  docx: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  'pdfa-2b': { extension: 'pdf', mediaType: 'application/pdf' },
  'pdfa-3b': { extension: 'pdf', mediaType: 'application/pdf' },
  pdfua: { extension: 'pdf', mediaType: 'application/pdf' },
} as const satisfies Record<string, { extension: string; mediaType: string }>

/** A format of finished documents, by its name in the API. */
export type Format = keyof typeof FORMATS
/** Every format by its name in the API. */
export const FORMAT_NAMES = keysOf(FORMATS)

/** How to treat a value that the template uses and the data lacks. */
export const MISSING_POLICIES = ['error', 'blank', 'mark'] as const

/** Whether texts in braces are tags. */
const TAG_POLICIES = ['on', 'off'] as const

/** Options of a render call; all may be absent. */
export const OptionsSchema = Type.Object(
  {
    watermark: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Text across every page; PDF formats only',
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PASSWORD_CHARACTERS_MAX,
        description: 'Password for opening the PDF (AES-256); format pdf or pdfua',
      }),
    ),
    metadata: Type.Optional(
      Type.Object(
        {
          title: Type.Optional(Type.String({ maxLength: 500 })),
          author: Type.Optional(Type.String({ maxLength: 500 })),
          subject: Type.Optional(Type.String({ maxLength: 500 })),
          keywords: Type.Optional(Type.String({ maxLength: 1000 })),
        },
        {
          additionalProperties: false,
          title: 'DocumentProperties',
          description: 'Properties of the document',
        },
      ),
    ),
    locale: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        // no default: it would be put in, and an invoice could not be in the language of its seller
        description:
          'Language of numbers and dates (BCP 47), e.g. fr-FR, en-GB, de-DE; fr-FR when absent. For an invoice also the ' +
          "language of its labels; when absent that of the seller's country",
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Time zone of dates (IANA), e.g. Europe/Paris',
        default: 'Europe/Paris',
      }),
    ),
    missing: Type.Optional(
      Type.Enum(MISSING_POLICIES, {
        title: 'MissingPolicy',
        description:
          'What to do about values that are missing from the data: error returns 422 and lists them, blank prints nothing, mark prints the tag',
        default: 'error',
      }),
    ),
    tags: Type.Optional(
      Type.Enum(TAG_POLICIES, {
        title: 'TagPolicy',
        description:
          'off converts the document unchanged: nothing in braces is a tag, no merge field is filled',
        default: 'on',
      }),
    ),
    strict: Type.Optional(
      Type.Boolean({
        description: 'Returns 422 with the warnings instead of a document that has any',
        default: false,
      }),
    ),
    changes: Type.Optional(
      Type.Enum(CHANGES, {
        title: 'TrackedChanges',
        description:
          'Tracked changes: accepted (final), rejected (original) or drawn; default final, a docx keeps them',
      }),
    ),
    contents: Type.Optional(
      Type.Enum(CONTENTS_POLICIES, {
        title: 'ContentsPolicy',
        description:
          'Table of contents and cross-references: refreshed, or as stored by Word; by default, refreshed if the data changed headings or paragraphs',
      }),
    ),
  },
  {
    $id: 'RenderOptions',
    additionalProperties: false,
    description: 'How the document is produced',
  },
)

/** Options of a render call. */
export type RenderOptions = Static<typeof OptionsSchema>

const templateId = Type.String({ pattern: idPattern('tpl'), description: 'A stored template' })
/** Members shared by the bodies of all render calls. */
export const jsonFields = {
  template_id: templateId,
  template_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'A version of the template; default: the current one',
    }),
  ),
  data: Type.Optional(jsonObject('The values of the template')),
  json_data: Type.Optional(jsonObject('Another name of data')),
  output_filename: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Name of the file in the response' }),
  ),
  options: Type.Optional(Type.Unsafe<RenderOptions>({ $ref: 'RenderOptions#' })),
}

/** JSON body of POST /render. */
export const RenderBodySchema = Type.Object(jsonFields, {
  $id: 'RenderRequest',
  additionalProperties: false,
})

/** JSON body of POST /render-document. */
export const RenderDocumentBodySchema = Type.Object(
  {
    ...jsonFields,
    format: Type.Optional(
      Type.Enum(FORMAT_NAMES, {
        title: 'RenderFormat',
        default: 'pdf',
        description: 'Format of the file in the response',
      }),
    ),
    steps: Type.Optional(
      Type.Array(ref(PublishedStep), {
        description: 'Done on the PDF, in their order, as by POST /pdf',
      }),
    ),
  },
  { $id: 'RenderDocumentRequest', additionalProperties: false },
)

/** JSON body of POST /render-document. */
export type RenderDocumentBody = Static<typeof RenderDocumentBodySchema>

/** Form of POST /render. */
export const RENDER_FORM = {
  template: {
    kind: 'file',
    description: 'the Word template (.docx); or give template_id',
    mediaType: FORMATS.docx.mediaType,
  },
  template_id: {
    kind: 'text',
    description: 'a stored template, instead of template',
    limits: { pattern: idPattern('tpl') },
  },
  template_version: {
    kind: 'text',
    description: 'a version of the stored template; default: the current one',
    limits: { pattern: '^[1-9][0-9]{0,8}$' },
  },
  data: {
    kind: 'text-or-file',
    description: 'the values as JSON text or as a .json file',
    mediaType: 'application/json',
  },
  json_data: {
    kind: 'text-or-file',
    description: 'another name of data',
    mediaType: 'application/json',
  },
  output_filename: {
    kind: 'text',
    description: 'name of the file in the response',
    limits: { minLength: 1, maxLength: 200 },
  },
  options: {
    kind: 'text-or-file',
    description: 'RenderOptions as JSON text',
    mediaType: 'application/json',
    holds: ref(OptionsSchema),
  },
  pictures: {
    kind: 'file',
    repeatable: true,
    description: 'images that the data refers to by file name',
    mediaType: 'image/*',
  },
} as const satisfies FormSpec

/** Form of POST /render-document. */
export const RENDER_DOCUMENT_FORM = {
  ...RENDER_FORM,
  format: {
    kind: 'text',
    description: `format of the file in the response: ${FORMAT_NAMES.join(', ')}`,
    limits: { enum: FORMAT_NAMES },
  },
  steps: {
    kind: 'text-or-file',
    description: 'JSON array of steps on the PDF, done in their order, as by POST /pdf',
    mediaType: 'application/json',
    holds: Type.Array(ref(PublishedStep)),
  },
  files: {
    kind: 'file',
    repeatable: true,
    description: 'PDFs, pictures and attachments that steps name by file name',
  },
} as const satisfies FormSpec
