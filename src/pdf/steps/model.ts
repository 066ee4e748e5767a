/** The steps around a finished PDF, as they are written in a request, and the limits of one list of them. */
import { isDeepStrictEqual } from 'node:util'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** What one list of steps may need; the files' sizes are bounded by the plan. */
export const STEP_LIMITS = { files: 100, steps: 50, pages: 5_000, parts: 1_000 } as const

const step = <const Name extends string, Members extends TProperties>(
  type: Name,
  title: string,
  description: string,
  members: Members,
) =>
  Type.Object(
    { type: Type.Literal(type, { description: 'The kind of step' }), ...members },
    { title, description, additionalProperties: false },
  )

const file = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
const pages = Type.String({
  pattern: '^\\s*(?:\\d{1,5}|last)?\\s*-?[\\d\\s,last-]*$',
  minLength: 1,
  maxLength: 2_000,
  description: 'Pages from 1, such as "1-3, 7, 9-" or "last"; "3-1" is in reverse order',
})
const onPages = Type.Optional(pages)

const number = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum, description }))
const integer = (minimum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, description }))

/** Where something is drawn on a page, as displayed. */
export const PLACES = [
  'top_left',
  'top_center',
  'top_right',
  'middle_left',
  'center',
  'middle_right',
  'bottom_left',
  'bottom_center',
  'bottom_right',
] as const

const place = Type.Optional(
  Type.Enum([...PLACES], {
    title: 'StampPosition',
    description: 'Where on the page, as displayed',
  }),
)
const drawn = {
  position: place,
  margin: number(0, 1_000, 'Points to the edges; default 28'),
  size: number(2, 400, 'Height of the letters in points'),
  color: Type.Optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as #1a1a1a' }),
  ),
}
const text500 = (description: string) => Type.Optional(Type.String({ maxLength: 500, description }))

/** Every kind of step, by its `type`. */
export const STEPS = {
  merge: step('merge', 'MergeStep', 'Appends files, each with a bookmark of its name', {
    files: Type.Optional(
      Type.Array(file('File name of an uploaded PDF'), {
        minItems: 1,
        maxItems: STEP_LIMITS.files,
        description: 'By default every other PDF that no step names, in the order of upload',
      }),
    ),
    bookmarks: Type.Optional(
      Type.Boolean({
        description: 'A bookmark for each file, with its own below; default true',
      }),
    ),
  }),
  append: step('append', 'AppendStep', 'Inserts a file, or some of its pages', {
    file: file('File name of an uploaded PDF'),
    pages: onPages,
    after: integer(0, 'Page after which they go; default the last'),
  }),
  pages: step('pages', 'PagesStep', 'Keeps these pages, in this order', { pages }),
  split: step('split', 'SplitStep', 'Splits the document; the answer is a zip archive', {
    every: integer(1, 'Pages of each part; default 1'),
    ranges: Type.Optional(
      Type.Array(pages, {
        minItems: 1,
        maxItems: STEP_LIMITS.parts,
        description: 'The pages of each part, instead of every',
      }),
    ),
  }),
  rotate: step('rotate', 'RotateStep', 'Turns pages clockwise', {
    angle: Type.Enum([90, 180, 270], { title: 'StepAngle', description: 'Degrees clockwise' }),
    pages: onPages,
  }),
  stamp: step('stamp', 'StampStep', 'Draws a text or a picture on pages', {
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The text' })),
    file: Type.Optional(file('Or the file name of an uploaded PNG or JPEG')),
    ...drawn,
    width: number(1, 5_000, 'Width of the picture in points'),
    angle: number(-360, 360, 'Degrees anticlockwise'),
    opacity: number(0.05, 1, 'From 0.05 to 1, the default'),
    pages: onPages,
  }),
  page_numbers: step('page_numbers', 'PageNumbersStep', 'Numbers the pages', {
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'With {page} and {pages}; default "{page} / {pages}"',
      }),
    ),
    start: integer(0, 'First number; default 1'),
    ...drawn,
    pages: onPages,
  }),
  attach: step('attach', 'AttachStep', 'Attaches a file to the document', {
    file: file('File name of an uploaded file of any kind'),
    description: text500('What it is'),
    relationship: Type.Optional(
      Type.Enum(['Alternative', 'Data', 'Source', 'Supplement', 'Unspecified'], {
        title: 'AttachmentRelationship',
        description: 'How it relates to the document (ISO 19005-3, annex E); default Unspecified',
      }),
    ),
  }),
  flatten: step('flatten', 'FlattenStep', 'Makes form fields part of their pages', {}),
  metadata: step('metadata', 'MetadataStep', 'Sets properties; an empty text removes one', {
    title: text500('Title'),
    author: text500('Author'),
    subject: text500('Subject'),
    keywords: text500('Keywords'),
  }),
  compress: step(
    'compress',
    'CompressStep',
    'Makes the file smaller without changing a pixel: equal objects once, streams deflated',
    {},
  ),
  archive: step(
    'archive',
    'ArchiveStep',
    'Makes a PDF/A of it, or says by name what stands against it',
    {
      level: Type.Optional(
        Type.Enum(['2b', '3b'], {
          title: 'ArchiveLevel',
          description: 'PDF/A-2b, which has no attachments, or PDF/A-3b, the default',
        }),
      ),
    },
  ),
  encrypt: step('encrypt', 'EncryptStep', 'Encrypts the file with AES-256; the last step', {
    password: Type.String({
      minLength: 1,
      maxLength: 127,
      description: 'Password for opening it, which also allows printing, copying and filling in',
    }),
  }),
} as const

/** Any step, as it is checked. */
export const StepSchema = Type.Unsafe<Step>({
  type: 'object',
  discriminator: { propertyName: 'type' },
  required: ['type'],
  oneOf: Object.values(STEPS),
})

/** A member of some kinds of step: of each the description, and what is the same of all. */
function publishedMember(name: string): object {
  const kinds = Object.entries(STEPS).flatMap(([kind, { properties }]) => {
    const schema: TSchema | undefined = (properties as TProperties)[name]
    return schema === undefined
      ? []
      : [{ kind, schema: schema as TSchema & { description: string } }]
  })
  const [first, ...others] = kinds.map(({ schema: { description: _, ...rest } }) => rest)
  const isOne = others.every((rest) => isDeepStrictEqual(rest, first))
  const types = kinds.map(({ schema }) => ('type' in schema ? schema.type : 'number'))
  const said = new Map<string, string[]>()
  for (const { kind, schema } of kinds)
    said.set(schema.description, [...(said.get(schema.description) ?? []), kind])
  const descriptions = [...said].map(([description, of]) => `${of.join(', ')}: ${description}`)
  return { ...(isOne ? first : { type: types[0] }), description: descriptions.join('. ') }
}

/**
 * Any step, as it is published: one object with the members of all kinds. Of a union, generators make classes that need
 * libraries of their own in Go, C# and Java.
 */
export const PublishedStep = Type.Unsafe<Step>({
  $id: 'PdfStep',
  description: 'A step around a PDF; each member says which types it is for',
  type: 'object',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: Object.keys(STEPS), description: 'The kind of step' },
    ...Object.fromEntries(
      [...new Set(Object.values(STEPS).flatMap(({ properties }) => Object.keys(properties)))]
        .filter((name) => name !== 'type')
        .map((name) => [name, publishedMember(name)]),
    ),
  },
  additionalProperties: false,
})

/** Name of a kind of step. */
export type StepType = keyof typeof STEPS
/** A step of one kind. */
export type StepOf<Type extends StepType> = Static<(typeof STEPS)[Type]>
/** Any step. */
export type Step = { [Type in StepType]: StepOf<Type> }[StepType]

/** An uploaded file that steps name. */
export interface StepFile {
  name: string
  bytes: Uint8Array
}
