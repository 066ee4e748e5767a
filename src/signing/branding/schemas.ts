/** Wire shapes of GET and PUT /api/v1/account/brand. */
import { type Static, Type } from 'typebox'
import { EMAIL_PATTERN } from '../model/schemas/notify.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(
  type: T,
  description: string,
) => Type.Union([type, Type.Null()], { description })

/** A data URI of 200 kB in base64. */
const LOGO_LENGTH_MAX = 270_000

const members = {
  name: nullable(
    Type.String({ minLength: 1, maxLength: 80 }),
    'Sender name for requests that set none (sender); null: the address of the account',
  ),
  color: nullable(
    Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#0b6e4f'] }),
    'Colour of buttons and links; darkened or lightened where it would not be readable',
  ),
  reply_to: nullable(
    Type.String({ pattern: EMAIL_PATTERN, maxLength: 254, examples: ['contracts@example.com'] }),
    'Reply address of e-mails; null: the address of the account',
  ),
  host: nullable(
    Type.String({ minLength: 1, maxLength: 253, examples: ['sign.example.com'] }),
    'Host name in the links to signers; one of hosts; null: that of the service',
  ),
  logo: nullable(
    Type.String({ pattern: '^data:image/', maxLength: LOGO_LENGTH_MAX }),
    'Data URI of a PNG or JPEG of at most 200 kB and 2000 × 2000 pixels; it is resized to at most 480 × 160',
  ),
}

/** JSON body: the whole brand; what is absent is removed. */
export const BrandInputSchema = Type.Partial(Type.Object(members), {
  $id: 'BrandInput',
  description: 'How the account presents itself to signers; absent fields are removed',
  additionalProperties: false,
})

const ShadesSchema = Type.Object(
  {
    accent: Type.String({ description: 'Buttons and links' }),
    on_accent: Type.String({ description: 'Text on them' }),
  },
  { title: 'BrandShades' },
)

/** An account's brand. */
export const BrandSchema = Type.Object(
  {
    ...members,
    colors: Type.Union(
      [
        Type.Object({ light: ShadesSchema, dark: ShadesSchema }, { title: 'BrandColors' }),
        Type.Null(),
      ],
      { description: 'The colours that signers see, computed; null: those of the service' },
    ),
    hosts: Type.Array(Type.String(), {
      description: 'Host names that the operator has assigned to the account',
    }),
  },
  { $id: 'Brand', description: 'How the account presents itself to signers' },
)

/** See {@link BrandInputSchema}. */
export type BrandInput = Static<typeof BrandInputSchema>
/** See {@link BrandSchema}. */
export type Brand = Static<typeof BrandSchema>

/** Schemas that others refer to. */
export const COMPONENTS = [BrandSchema, BrandInputSchema] as const
