/** Where a signer's browser goes afterwards, as the API takes it. */
import { Type } from 'typebox'

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
