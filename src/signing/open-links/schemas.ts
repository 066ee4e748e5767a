/** Wire shapes of open links: public addresses at which anybody begins a request of a template. */
import { type Static, Type } from 'typebox'
import { jsonObject, ref } from '../../http/schemas.ts'
import { idPattern } from '../../kernel/ids.ts'
import { MetadataSchema } from '../model/schemas/request.ts'
import { SignerInputSchema } from '../model/schemas/signer.ts'

/** Bounds of what links take. */
export const OPEN_LINK_LIMITS = { perTemplate: 20, invitation: 100, count: 1_000_000 } as const

const closed = { additionalProperties: false }
const { locale, email, first_name, last_name } = SignerInputSchema.properties

const most = (description: string) =>
  Type.Integer({ minimum: 1, maximum: OPEN_LINK_LIMITS.count, description })
const expiry = Type.String({ format: 'date-time', description: 'When it closes by itself' })
const invitation = Type.String({
  minLength: 4,
  maxLength: OPEN_LINK_LIMITS.invitation,
  description: 'Visitors must enter it. Only a keyed hash is stored: nobody can read it again',
})

const LIMITS = {
  max_total: most('Requests in total'),
  max_per_day: most('Requests within 24 hours'),
  max_per_network_per_day: most('Requests within 24 hours from one network'),
}

/** JSON body that makes an open link. */
export const NewOpenLinkSchema = Type.Object(
  {
    role: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The role that visitors take; every other one has an address in the template. Default: the only one without an address',
      }),
    ),
    max_total: Type.Optional(LIMITS.max_total),
    max_per_day: Type.Optional(LIMITS.max_per_day),
    max_per_network_per_day: Type.Optional(LIMITS.max_per_network_per_day),
    expires_at: Type.Optional(expiry),
    invitation_code: Type.Optional(invitation),
    locale,
    metadata: Type.Optional(MetadataSchema),
    data: Type.Optional(jsonObject('The values of the Word template, the same for all visitors')),
  },
  { ...closed, $id: 'CreateOpenLinkRequest' },
)
/** A new open link. */
export type NewOpenLink = Static<typeof NewOpenLinkSchema>

const orNone = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** JSON body that changes an open link; absent members stay, null takes one away. */
export const OpenLinkChangesSchema = Type.Object(
  {
    closed: Type.Optional(
      Type.Boolean({ description: 'true: nobody can begin here any more; false: open again' }),
    ),
    max_total: orNone(LIMITS.max_total),
    max_per_day: orNone(LIMITS.max_per_day),
    max_per_network_per_day: orNone(LIMITS.max_per_network_per_day),
    expires_at: orNone(expiry),
    invitation_code: orNone(invitation),
  },
  { ...closed, $id: 'OpenLinkChanges', minProperties: 1 },
)
/** Changes of an open link. */
export type OpenLinkChanges = Static<typeof OpenLinkChangesSchema>

/** An open link as its owner sees it. */
export const OpenLinkSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('lnk') }),
    request_template_id: Type.String({ pattern: idPattern('rqt') }),
    url: Type.String({ description: 'The public address, the same as long as the link exists' }),
    status: Type.Enum(['open', 'closed', 'expired', 'exhausted', 'forbidden'], {
      title: 'OpenLinkStatus',
      description: 'exhausted: max_total is reached; forbidden: the operator allows no open links',
    }),
    role: Type.String({ description: 'The role that visitors take' }),
    max_total: Type.Optional(LIMITS.max_total),
    max_per_day: Type.Optional(LIMITS.max_per_day),
    max_per_network_per_day: Type.Optional(LIMITS.max_per_network_per_day),
    expires_at: Type.Optional(expiry),
    has_invitation_code: Type.Boolean({ description: 'Whether visitors must enter a code' }),
    locale,
    metadata: Type.Optional(MetadataSchema),
    data: Type.Optional(jsonObject('The values of the Word template')),
    started: Type.Integer({ description: 'Requests that were begun here' }),
    completed: Type.Integer({ description: 'Of those that are not erased' }),
    created_at: Type.String({ format: 'date-time' }),
    closed_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { $id: 'OpenLink', description: 'A public address at which anybody begins their own request' },
)
/** An open link as its owner sees it. */
export type OpenLinkJson = Static<typeof OpenLinkSchema>

/** The links of a template. */
export const OpenLinksSchema = Type.Object(
  { links: Type.Array(ref(OpenLinkSchema)) },
  { $id: 'OpenLinks' },
)

/** Schemas that openapi.yaml lists as components. */
export const COMPONENTS = [
  NewOpenLinkSchema,
  OpenLinkChangesSchema,
  OpenLinkSchema,
  OpenLinksSchema,
] as const

const solved = {
  challenge: Type.String({ maxLength: 200, description: 'As the page had it' }),
  solution: Type.String({ maxLength: 20, pattern: '^[0-9]+$', description: 'The number found' }),
}

/** What a visitor of the page says. */
export const StartSchema = Type.Object(
  {
    email,
    first_name: Type.Optional(first_name),
    last_name: Type.Optional(last_name),
    invitation_code: Type.Optional(
      Type.String({ maxLength: OPEN_LINK_LIMITS.invitation, description: 'If the link has one' }),
    ),
    lang: Type.Optional(Type.String({ maxLength: 35, description: 'Language of the page' })),
    ...solved,
  },
  closed,
)
/** What a visitor of the page says. */
export type Start = Static<typeof StartSchema>

/** The code that confirms the address. */
export const ConfirmSchema = Type.Object(
  {
    start: Type.String({ pattern: idPattern('sta'), description: 'From the answer before' }),
    code: Type.String({ minLength: 1, maxLength: 12, description: 'From the e-mail' }),
  },
  closed,
)
