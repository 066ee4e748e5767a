/** The signatures in a completed document, as the API describes them: whose they are, and of which level. */
import { type Static, Type } from 'typebox'
import { CertificateClaimSchema } from '../../../verification/schemas.ts'
import { FILE_NUMBER } from './files.ts'

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
          'What this service presents it as (eIDAS, Articles 3(10) and 26, 36); absent where the certificate is not of this service and says what it is. Never qualified',
      }),
    ),
    certificate_claim: Type.Optional(CertificateClaimSchema),
    certificate: Type.Optional(
      Type.Object(
        {
          service: Type.String({ description: 'Provider that holds the key' }),
          holder: Type.String({ description: 'Name in the certificate' }),
          serial: Type.String({ description: 'Serial number, hexadecimal' }),
          name_matches: Type.Optional(
            Type.Boolean({ description: 'Whether it contains first_name and last_name' }),
          ),
        },
        {
          title: 'OwnCertificate',
          description: 'Certificate of the signer’s own; its status is not stated here',
        },
      ),
    ),
    certificate_sha256: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String({ description: 'Issuer of the certificate' })),
    ...FILE_NUMBER,
    signed_at: Type.Optional(Type.String({ format: 'date-time', description: 'Time-stamp' })),
  },
  { title: 'DocumentSignature' },
)

/** One of them. */
export type DocumentSignature = Static<typeof DocumentSignatureSchema>
