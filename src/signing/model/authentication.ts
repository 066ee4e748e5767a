/**
 * How signers prove who they are when they sign, and what the sender states about their identity: the names and rules,
 * defined once.
 */
import { type Static, Type } from 'typebox'
import { isRfc3339 } from '../../kernel/clock.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { findingAt } from '../../translations/texts.ts'
import type { ParticipantAction } from './participant-actions.ts'
import { DELIVERIES, type Delivery } from './states.ts'

/**
 * Methods, in the order of preference where a request names none: a code by text message; a passkey or an authenticator
 * app, registered after such a code; a code by e-mail.
 */
export const AUTHENTICATION_METHODS = ['sms', 'passkey', 'totp', 'email'] as const
/** One of {@link AUTHENTICATION_METHODS}. */
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number]

/** Whether codes to a telephone may be spoken in a call, and whether the one that was entered was. */
export type Voice = 'offered' | 'used'

/** A signer's method, and what is known of calls. */
export interface Proven {
  authentication: AuthenticationMethod
  /** Absent or null: codes come by text message only. */
  voice?: Voice | null
}

/** Of a signer who is new or whose method has changed. @param calls whether they are set up */
export const voiceFor = (authentication: AuthenticationMethod, calls: boolean): Voice | null =>
  authentication === 'sms' && calls ? 'offered' : null

/** What the signer's page announces: voice means a code by text message or in a call. */
export type PlannedMethod = AuthenticationMethod | 'voice'
/** See {@link PlannedMethod}. */
export const plannedMethod = ({ authentication, voice = null }: Proven): PlannedMethod =>
  authentication === 'sms' && voice !== null ? 'voice' : authentication

/** What the proof says afterwards: call is a code that was spoken in a call. */
export type UsedMethod = AuthenticationMethod | 'call'
/** What a passkey, or an authenticator app, is asked for: to be registered, or used. */
export type ChallengePurpose = 'create' | 'get'

/** See {@link UsedMethod}. */
export const usedMethod = ({ authentication, voice = null }: Proven): UsedMethod =>
  authentication === 'sms' && voice === 'used' ? 'call' : authentication
/** In the order in which they are listed. */
export const USED_METHODS = [
  'sms',
  'call',
  'passkey',
  'totp',
  'email',
] as const satisfies readonly UsedMethod[]

/** Methods that are registered after a code by text message, and take its place from then on. */
export type RegisteredMethod = Extract<AuthenticationMethod, 'passkey' | 'totp'>
/** Whether a method is one of those. */
export const isRegistered = (method: AuthenticationMethod): method is RegisteredMethod =>
  method === 'passkey' || method === 'totp'

/** How a signer gets the link and proves who they are, and what for. */
export interface Means extends Proven {
  delivery: Delivery
  /** Undefined: to sign. */
  action?: ParticipantAction
  /** The signer has a certificate of their own. */
  certificate?: { title: string } | null
}

/**
 * Whether a signature is called an advanced one (eIDAS, Article 26): not if access to one mailbox is all that the signer
 * proves. A passkey or an authenticator app goes back to the same proof as a code by text message, that of a telephone,
 * and is something that only the signer has: it proves no less. The service states no level
 * for a signature with another provider's certificate.
 */
export const isAdvanced = ({
  authentication,
  certificate = null,
}: Pick<Means, 'authentication' | 'certificate'>): boolean =>
  authentication !== 'email' && certificate === null

/** Levels of electronic signatures (eIDAS, Article 3(10) and (11)) that a request may require, the lowest first. */
export const REQUIRED_LEVELS = ['electronic', 'advanced'] as const
/** One of {@link REQUIRED_LEVELS}. */
export type RequiredLevel = (typeof REQUIRED_LEVELS)[number]

/** The level as the API takes it. */
export const RequiredLevelSchema = Type.Enum([...REQUIRED_LEVELS], {
  title: 'RequiredLevel',
  description:
    'advanced: refuses signers whose method makes no advanced signature (email). Default: electronic',
})

const reaches = (method: AuthenticationMethod, level: RequiredLevel): boolean =>
  level === 'electronic' || isAdvanced({ authentication: method })

const quoted = (methods: readonly string[]): string => methods.map((each) => `"${each}"`).join(', ')

/** The fault of a method below the level that a request requires. @param at pointer of the object that names it */
export function levelFindings(
  method: AuthenticationMethod | undefined,
  level: RequiredLevel | null | undefined,
  at: string,
): Finding[] {
  if (method === undefined || level == null || reaches(method, level)) return []
  const facts = {
    method,
    level,
    others: quoted(AUTHENTICATION_METHODS.filter((each) => reaches(each, level))),
  }
  return [findingAt(`${at}/authentication`, 'level_not_reached', 'people.level', facts)]
}

/** Whether the service sends e-mails to a signer: the link, codes, or what becomes of the document. */
export const getsMail = ({
  delivery,
  authentication,
}: Pick<Means, 'delivery' | 'authentication'>) => delivery !== 'none' || authentication === 'email'

/** By what a link identifies its signer: of two ways, the one that proves less beside the code. */
export const linkMeans = ({
  delivery,
  authentication,
}: Pick<Means, 'delivery' | 'authentication'>): Exclude<Delivery, 'email_and_sms'> =>
  delivery !== 'email_and_sms' ? delivery : authentication === 'email' ? 'email' : 'sms'

/** How a signer gets the link, as the API takes it. */
export const DeliverySchema = Type.Enum([...DELIVERIES], {
  title: 'LinkDelivery',
  description:
    'sms: the invitation and reminders by SMS, all else by e-mail; email_and_sms: by both. none: no message; you hand over the link (…/signing-url). All three need the phone',
})

/** The method as the API takes it. */
export const AuthenticationSchema = Type.Enum([...AUTHENTICATION_METHODS], {
  title: 'AuthenticationMethod',
  description:
    'sms: a code to the phone, by SMS or, where the operator has set it up, spoken in a call; passkey, totp (authenticator app): registered after such a code; email: a code by e-mail, if the operator allows it, not an advanced signature. Default: the request’s, else sms',
})

/** Control characters, direction marks and invisible spaces: as ranges, since generators of requests know no \p{Cc}. */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff'
/** A line that prints something, as it reads. */
const LINE = `^[^${HIDDEN}]*[^\\s${HIDDEN}][^${HIDDEN}]*$`

const line = (description: string, maxLength: number) =>
  Type.String({ description, minLength: 1, maxLength, pattern: LINE })

/** What the sender states about the identity of a signer. */
export const VerifiedIdentitySchema = Type.Object(
  {
    method: line(
      'How the identity was verified, such as in-person, video-ident, eid, bank-ident',
      60,
    ),
    source: line('Who verified it, such as the name of your company or of a provider', 100),
    reference: Type.Optional(
      line('Where the proof of it can be found, such as a case number', 100),
    ),
    verified_at: Type.String({ format: 'date-time', description: 'When it was verified' }),
  },
  {
    additionalProperties: false,
    title: 'VerifiedIdentity',
    description:
      'Identity that you have verified elsewhere. It is recorded and shown as your statement; this service does not check it',
  },
)
/** See {@link VerifiedIdentitySchema}. */
export type VerifiedIdentity = Static<typeof VerifiedIdentitySchema>

/** The signers' methods, each its own or the request's; where none is named, the first one allowed. */
export function withMethods<Signer extends { authentication?: AuthenticationMethod }>(
  signers: readonly Signer[],
  wanted: AuthenticationMethod | undefined,
  allowed: readonly AuthenticationMethod[],
): Signer[] {
  const usual = AUTHENTICATION_METHODS.find((method) => allowed.includes(method)) ?? 'sms'
  return signers.map((signer) => ({
    ...signer,
    authentication: signer.authentication ?? wanted ?? usual,
  }))
}

/** The fault of a method that the operator does not allow. @param at pointer of the object that names it */
export function methodFindings(
  { authentication: method }: { authentication?: AuthenticationMethod },
  at: string,
  allowed: readonly AuthenticationMethod[],
): Finding[] {
  if (method === undefined || allowed.includes(method)) return []
  const facts = { method, others: quoted(allowed) }
  return [findingAt(`${at}/authentication`, 'authentication_not_allowed', 'people.method', facts)]
}

/** Faults of a request's methods, and of what is stated about its signers' identity. */
export function authenticationFindings(
  order: {
    options: { authentication?: AuthenticationMethod; required_level?: RequiredLevel }
    signers: ReadonlyArray<{
      authentication?: AuthenticationMethod
      verified_identity?: VerifiedIdentity
    }>
  },
  allowed: readonly AuthenticationMethod[],
  nowMs: number,
): Finding[] {
  const isPast = (time: string) => isRfc3339(time) && Date.parse(time) <= nowMs
  const ofSigners = order.signers.flatMap((signer, index) => {
    const findings = methodFindings(signer, `/signers/${index}`, allowed)
    const { verified_identity: stated } = signer
    if (stated === undefined || isPast(stated.verified_at)) return findings
    const pointer = `/signers/${index}/verified_identity/verified_at`
    return [...findings, findingAt(pointer, undefined, 'people.verifiedAt')]
  })
  const { required_level: level } = order.options
  // Also of those who name no method.
  const ofLevel = withMethods(order.signers, order.options.authentication, allowed).flatMap(
    ({ authentication }, index) => levelFindings(authentication, level, `/signers/${index}`),
  )
  return [...methodFindings(order.options, '', allowed), ...ofSigners, ...ofLevel]
}
