/** What a sender asks of a link to hand over. */
import { type Static, Type } from 'typebox'

// Where a signer's browser goes afterwards, as the API takes it.
const redirect = (description: string) =>
  Type.String({ pattern: '^https?://', maxLength: 2_000, description })

/** Where a signer's browser is redirected afterwards. */
export const RedirectUrlsSchema = Type.Object(
  {
    success: Type.Optional(redirect('After signing')),
    decline: Type.Optional(redirect('After declining')),
    error: Type.Optional(redirect('When the link expires')),
  },
  { additionalProperties: false, title: 'RedirectUrls' },
)

/** Seconds in which such a link has to be opened. */
export const URL_SECONDS = { default: 900, min: 60, max: 86_400 } as const

/** JSON body that asks for a signer's link. */
export const SigningUrlRequestSchema = Type.Object(
  {
    expires_in: Type.Optional(
      Type.Integer({
        minimum: URL_SECONDS.min,
        maximum: URL_SECONDS.max,
        description: `Validity of the link in seconds. Default: ${URL_SECONDS.default}`,
      }),
    ),
    embed_origin: Type.Optional(
      Type.String({
        maxLength: 300,
        pattern: '^https?://[!-~]+$',
        examples: ['https://app.example.com'],
        description:
          'To embed the signer’s page in a frame: the origin of your page, one of those in Settings, Embedding. Only that page can embed it, and it receives its events',
      }),
    ),
    in_person: Type.Optional(
      Type.Object(
        {
          host: Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Who is there when the person signs, by name',
          }),
        },
        {
          additionalProperties: false,
          title: 'InPerson',
          description:
            'The person signs on your device, in the presence of the host: the audit trail and the proof certificate say so, and the link ends with the signature. Not with embed_origin',
        },
      ),
    ),
  },
  { additionalProperties: false, $id: 'SigningUrlRequest' },
)
/** Asks for a signer's link. */
export type SigningUrlRequest = Static<typeof SigningUrlRequestSchema>
