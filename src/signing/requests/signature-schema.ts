/** The signatures in a completed document, as the API describes them: whose they are, and of which level. */
import { type Static, Type } from 'typebox'
import { CertificateClaimSchema } from '../../verification/schemas.ts'
import { FILE_NUMBER } from '../further-files/schemas.ts'

/** One signature or seal of a completed document. */
export const DocumentSignatureSchema = Type.Object(
  {
    kind: Type.Enum(['signature', 'outer_seal', 'seal'], {
      description:
        'signature: of a signer. outer_seal: by a key of another provider. seal: of the service',
    }),
    signer_id: Type.Optional(Type.String({ description: 'The signer; of a signature only' })),
    name: Type.Optional(
      Type.String({ description: 'Whose it is; absent for the seal of the service' }),
    ),
    level: Type.Optional(
      Type.Enum(['electronic', 'advanced'], {
        description:
          'What this service presents it as (eIDAS, Articles 3(10) and 26, 36); absent for an outer seal, whose certificate says what it is. Never qualified',
      }),
    ),
    certificate_claim: Type.Optional(CertificateClaimSchema),
    certificate_sha256: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String({ description: 'Issuer of the certificate' })),
    ...FILE_NUMBER,
    signed_at: Type.Optional(Type.String({ format: 'date-time', description: 'Time-stamp' })),
  },
  { title: 'DocumentSignature' },
)

/** One of them. */
export type DocumentSignature = Static<typeof DocumentSignatureSchema>
