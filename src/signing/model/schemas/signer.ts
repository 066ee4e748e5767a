/** Wire shapes of the people of a signature request: as they are sent, as they are shown, and what corrects them. */
import { type Static, Type } from 'typebox'
import { ref } from '../../../http/schemas.ts'
import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { AuthenticationSchema, DeliverySchema, VerifiedIdentitySchema } from '../authentication.ts'
import { CertificateDemandSchema } from '../certificate-demand.ts'
import { CertificateFailureSchema } from '../certificate-failure.ts'
import { AllowDelegationSchema, DELEGATION_MEMBERS } from '../delegation.ts'
import { ActionSchema } from '../participant-actions.ts'
import { DELIVERIES, SIGNER_STATUSES } from '../states.ts'
import { INPUT_RESPONSE_MEMBERS } from './fields.ts'
import { FILE_NUMBER } from './files.ts'
import { EMAIL_PATTERN, LanguageSchema, languageTag } from './notify.ts'
import { FieldSchema } from './signature-field.ts'
import { RedirectUrlsSchema } from './signing-url.ts'

/** Limits of a request, each defined once. */
export const LIMITS = {
  signers: 50,
  /** Each is a signature with a certificate of its own. */
  signaturesPerSigner: 5,
  metadataPairs: 50,
  message: 2_000,
  reminders: 10,
  /** Characters of a telephone number as people write it. */
  phone: 40,
} as const

/** Of objects that take no other members. */
export const closed = { additionalProperties: false }

/** A time in RFC 3339. */
export const time = (description: string) => Type.String({ format: 'date-time', description })

/** A text of at least one character. */
export const text = (description: string, maxLength: number, minLength = 1) =>
  Type.String({ description, minLength, maxLength })

/** A person to be asked. */
export const SignerInputSchema = Type.Object(
  {
    email: Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description: 'Where the link is sent',
    }),
    first_name: Type.Optional(text('Given name', 100)),
    last_name: Type.Optional(text('Family name', 100)),
    phone: Type.Optional(
      Type.String({
        maxLength: LIMITS.phone,
        description:
          'Mobile phone for the code: +33 6 12 34 56 78, or 06 12 34 56 78 with its country; if omitted, the signer enters it',
      }),
    ),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description:
          'Country (ISO 3166-1) of the phone. Default: the account’s, else that of fr, it or pl',
      }),
    ),
    locale: Type.Optional(languageTag('fr')),
    order: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Step: signers with the same number can sign at the same time. Default: 1',
      }),
    ),
    role: Type.Optional(text('Role, also the name in {signature:…} and {field:…} tags', 100)),
    action: Type.Optional(ActionSchema),
    witness_of: Type.Optional(
      Type.String({
        pattern: EMAIL_PATTERN,
        maxLength: 254,
        description: 'Of a witness: address of the signer. Their default "order" is the step after',
      }),
    ),
    fields: Type.Optional(
      Type.Array(ref(FieldSchema), {
        maxItems: LIMITS.signaturesPerSigner + INPUT_LIMITS.perSigner,
        description:
          'Where the signer signs, and what else is to be filled in. Without: tags in the document, else a place to sign at the end',
      }),
    ),
    redirect_urls: Type.Optional(RedirectUrlsSchema),
    delivery: Type.Optional(DeliverySchema),
    allow_delegation: Type.Optional(AllowDelegationSchema),
    authentication: Type.Optional(AuthenticationSchema),
    verified_identity: Type.Optional(VerifiedIdentitySchema),
    certificate: Type.Optional(CertificateDemandSchema),
  },
  { ...closed, $id: 'SignerInput', description: 'A person who is to sign' },
)

/** A person who is asked to sign. */
export type SignerInput = Static<typeof SignerInputSchema>

/** The people who are asked to sign. */
export const NewSignersSchema = Type.Array(ref(SignerInputSchema), {
  minItems: 1,
  maxItems: LIMITS.signers,
})

const PlacementSchema = Type.Object(
  {
    ...INPUT_RESPONSE_MEMBERS,
    ...FILE_NUMBER,
    page: Type.Integer({ description: 'Page, from 1' }),
    x: Type.Number({ description: 'Points from the left' }),
    y: Type.Number({ description: 'Points from the top' }),
    width: Type.Number(),
    height: Type.Number(),
  },
  { title: 'SignaturePlace' },
)

/** A person of a signature request, as the API describes it. */
export const SignerSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('sgr') }),
    email: Type.String(),
    first_name: Type.Optional(Type.String()),
    last_name: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String({ description: 'E.164' })),
    locale: LanguageSchema,
    order: Type.Integer(),
    role: Type.Optional(Type.String()),
    action: Type.Optional(ActionSchema),
    witness_of: Type.Optional(
      Type.String({ description: 'Id of the signer whose signature this person witnesses' }),
    ),
    status: Type.Enum([...SIGNER_STATUSES], { title: 'SignerStatus' }),
    fields: Type.Array(PlacementSchema, {
      description: 'Where the signature appears, and what is filled in; values once signed',
    }),
    redirect_urls: Type.Optional(RedirectUrlsSchema),
    delivery: Type.Optional(
      Type.Enum([...DELIVERIES], {
        title: 'LinkDelivery',
        description: 'Absent: email',
      }),
    ),
    ...DELEGATION_MEMBERS,
    authentication: AuthenticationSchema,
    verified_identity: Type.Optional(VerifiedIdentitySchema),
    certificate: Type.Optional(CertificateDemandSchema),
    invited_at: Type.Optional(time('The link was sent')),
    opened_at: Type.Optional(time('The document was opened')),
    verified_at: Type.Optional(time('The code was right')),
    signed_at: Type.Optional(time('The document was signed')),
    approved_at: Type.Optional(time('The document was approved')),
    decline_reason: Type.Optional(Type.String()),
    kept_mail: Type.Optional(
      Type.Object(
        {
          kind: Type.String({ description: 'invitation, reminder, completed or ended' }),
          at: time('When'),
        },
        {
          title: 'KeptMail',
          description:
            'Test keys send e-mails only to addresses of their own account: the last e-mail to this person was stored instead of sent; GET …/test-link returns the link',
        },
      ),
    ),
    certificate_failure: Type.Optional(CertificateFailureSchema),
    delivery_failure: Type.Optional(
      Type.Object(
        {
          channel: Type.Enum(['email', 'sms', 'call']),
          reason: Type.String({ description: 'In plain English' }),
          at: time('When it was reported to us'),
        },
        {
          title: 'DeliveryFailure',
          description: 'The last message to this person was not delivered; removed once one is',
        },
      ),
    ),
  },
  { $id: 'Signer', description: 'A signer of a request' },
)

/** A person of a signature request, as the API describes it. */
export type SignerJson = Static<typeof SignerSchema>

/** JSON body that corrects a signer; absent fields stay unchanged. */
export const SignerChangesSchema = Type.Object(
  {
    email: Type.Optional(SignerInputSchema.properties.email),
    first_name: Type.Optional(text('Given name', 100)),
    last_name: Type.Optional(text('Family name', 100)),
    phone: Type.Optional(SignerInputSchema.properties.phone),
    country: Type.Optional(SignerInputSchema.properties.country),
    locale: Type.Optional(languageTag()),
    authentication: Type.Optional(AuthenticationSchema),
    reset_passkey: Type.Optional(
      Type.Boolean({
        description:
          'true forgets the passkey of this address: the person registers one after a code',
      }),
    ),
    reset_totp: Type.Optional(
      Type.Boolean({
        description:
          'true forgets the authenticator app of this address: the person registers one after a code',
      }),
    ),
  },
  { ...closed, $id: 'SignerChanges', minProperties: 1 },
)

/** The corrections of a signer. */
export type SignerChanges = Static<typeof SignerChangesSchema>
