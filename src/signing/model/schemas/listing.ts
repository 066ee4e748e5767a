/** What lists of requests are asked for, on the wire. */
import { type Static, Type } from 'typebox'
import { idPattern } from '../../../kernel/ids.ts'
import { REQUEST_STATES } from '../states.ts'
import { TAG_LIMITS } from '../tags.ts'
import { EMAIL_PATTERN } from './notify.ts'
import { MetadataSchema, TagsSchema } from './request.ts'
import { closed, LIMITS, text, time } from './signer.ts'

/** Of lists of requests. */
export const LISTING_LIMITS = {
  page: 100,
  /** Of a search. */
  characters: 200,
  words: 10,
  /** Of one call that acts on several, or packs them. */
  selected: 100,
  /** Of all files of an archive together, as they were uploaded. */
  archiveBytes: 500 * 1024 * 1024,
  /** Evidence is computed anew for each. */
  evidence: 20,
  exported: 100_000,
} as const
/** Requests on a page of a list, by default. */
export const PAGE_DEFAULT = 50

/** By what lists are ordered: `-` is descending. */
export const SORTS = [
  ...['-created_at', 'created_at', '-updated', 'updated'],
  ...['name', '-name', 'expires_at', '-expires_at'],
] as const

/** What a list may be narrowed to. */
export const filterProperties = {
  q: Type.Optional(
    text(
      'Parts of the name, of external_id, or of a signer’s name or e-mail, in any case and without regard to accents: documents that have all of its words',
      LISTING_LIMITS.characters,
    ),
  ),
  status: Type.Optional(
    // Without a title: Go would put its constants beside those of NotifyKind, which has some of them.
    Type.Array(Type.Enum([...REQUEST_STATES]), { description: 'Any of them' }),
  ),
  tag: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: TAG_LIMITS.characters }), {
      maxItems: TAG_LIMITS.tags,
      description: 'All of them',
    }),
  ),
  metadata: Type.Optional(MetadataSchema),
  external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  email: Type.Optional(Type.String({ pattern: EMAIL_PATTERN, description: 'Of a signer' })),
  open_link_id: Type.Optional(
    Type.String({ pattern: idPattern('lnk'), description: 'Begun at this open link' }),
  ),
  created_after: Type.Optional(time('Created then or later')),
  created_before: Type.Optional(time('Created earlier')),
  completed_after: Type.Optional(time('Completed then or later')),
  completed_before: Type.Optional(time('Completed earlier')),
  expires_before: Type.Optional(time('Expiring earlier')),
}

const sort = Type.Optional(
  Type.String({
    pattern: `^(${SORTS.join('|')})$`,
    description: `Order: ${SORTS.join(', ')}; - is descending, updated the newest entry of the audit trail. Default: -created_at`,
  }),
)

/** The same in an address, where metadata is `metadata[name]=value`. */
const queryProperties = {
  ...filterProperties,
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
      maxProperties: LIMITS.metadataPairs,
      style: 'deepObject',
      explode: true,
      description: 'metadata[name]=value: all of them',
    }),
  ),
}

/** A page of a list. */
export const ListQuerySchema = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LISTING_LIMITS.page, default: PAGE_DEFAULT }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'next_cursor of the page before, with the same filter and sort',
      }),
    ),
    sort,
    ...queryProperties,
  },
  { additionalProperties: false },
)
/** A page of a list. */
export type ListQuery = Static<typeof ListQuerySchema>

/** A list as a file. */
export const ExportQuerySchema = Type.Object(
  { sort, ...queryProperties },
  { additionalProperties: false },
)

/** The documents that something is done with: named, or found. */
const selection = {
  ids: Type.Optional(
    Type.Array(Type.String({ pattern: idPattern('doc') }), {
      minItems: 1,
      maxItems: LISTING_LIMITS.selected,
      description: `Up to ${LISTING_LIMITS.selected}`,
    }),
  ),
  filter: Type.Optional(
    Type.Object(filterProperties, {
      ...closed,
      title: 'DocumentFilter',
      description: `Instead of ids: what GET /api/v1/documents takes; the newest ${LISTING_LIMITS.selected}`,
    }),
  ),
  cursor: Type.Optional(text('next_cursor of the call before, with the same filter', 1_000)),
}
/** The documents that something is done with. */
export type Selection = Pick<BulkOrder, 'ids' | 'filter' | 'cursor'>

/** What can be done with many. */
export const BULK_ACTIONS = ['cancel', 'remind', 'tag', 'untag'] as const

/** POST …/bulk-actions. */
export const BulkOrderSchema = Type.Object(
  {
    action: Type.Enum([...BULK_ACTIONS], { title: 'BulkAction' }),
    ...selection,
    reason: Type.Optional(text('Of cancel: shown to the signers', 500)),
    tags: Type.Optional(TagsSchema),
  },
  { ...closed, $id: 'BulkOrder', description: 'An action on many documents' },
)
/** An action on many documents. */
export type BulkOrder = Static<typeof BulkOrderSchema>

/** What became of it. */
export const BulkOutcomeSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          result: Type.Enum(['done', 'unchanged', 'failed'], {
            title: 'BulkResult',
            description: 'unchanged: it was so already, or everyone was reminded minutes ago',
          }),
          status: Type.Optional(Type.String({ description: 'Of the document, now' })),
          code: Type.Optional(Type.String({ description: 'Why it failed: an error code' })),
          detail: Type.Optional(Type.String({ description: 'The same in words' })),
        },
        { title: 'BulkActionResult' },
      ),
      { description: 'One for each document, in their order' },
    ),
    next_cursor: Type.Optional(
      Type.String({ description: 'The filter finds more: send as cursor for the next ones' }),
    ),
  },
  { $id: 'BulkOutcome', description: 'What became of an action on many documents' },
)
/** What became of an action. */
export type BulkOutcome = Static<typeof BulkOutcomeSchema>

/** Which files an archive has. */
export const ARCHIVED = ['signed', 'evidence'] as const

/** POST …/archive. */
export const ArchiveOrderSchema = Type.Object(
  {
    ...selection,
    file: Type.Optional(
      Type.Enum([...ARCHIVED], {
        title: 'ArchivedFile',
        description: `signed (default): the signed PDFs. evidence: the evidence archives, of at most ${LISTING_LIMITS.evidence} documents`,
      }),
    ),
  },
  { ...closed, $id: 'ArchiveOrder', description: 'Documents whose files are packed' },
)
/** Documents whose files are packed. */
export type ArchiveOrder = Static<typeof ArchiveOrderSchema>

/** PUT …/tags. */
export const TagsChangeSchema = Type.Object(
  { tags: TagsSchema },
  { ...closed, $id: 'TagsChange', description: 'All tags of a document' },
)

/** GET /api/v1/tags. */
export const TagListSchema = Type.Object(
  {
    tags: Type.Array(
      Type.Object(
        { tag: Type.String(), documents: Type.Integer({ description: 'How many have it' }) },
        { title: 'TagCount' },
      ),
    ),
  },
  { $id: 'TagList', description: 'The tags in use, in alphabetical order' },
)

/** Components of openapi.yaml. */
export const LISTING_COMPONENTS = [
  BulkOrderSchema,
  BulkOutcomeSchema,
  ArchiveOrderSchema,
  TagListSchema,
  TagsChangeSchema,
]
