/** The exact consent texts. Any change of wording is a new version; old ones stay readable. */
import { createHash } from 'node:crypto'
import { LANGUAGES, type Language } from '../../kernel/languages.ts'
import { textsIn } from '../../translations/texts.ts'
import {
  isAdvanced,
  linkMeans,
  type Means,
  type PlannedMethod,
  plannedMethod,
} from '../model/authentication.ts'
import type { ParticipantAction } from '../model/participant-actions.ts'

/** A text with its name and hash. */
export interface Consent {
  version: string
  language: Language
  text: string
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: string
}

/** Version of the text for each combination. */
const LINK_VERSIONS = { email: '2026-11', sms: '2026-11-texted', none: '2026-11-handed' } as const
const METHOD_VERSIONS: Record<PlannedMethod, string> = {
  sms: '',
  voice: '-voice',
  email: '-mail',
  passkey: '-passkey',
  totp: '-totp',
}

/** What is added to the version of those who do not simply sign. */
const ASKED_VERSIONS: Record<ParticipantAction, string> = {
  sign: '',
  approve: '-approve',
  witness: '-witness',
}

/** The text a signer saw, by its version and hash; undefined if it is not in force for these means. */
export const consentNamed = (
  seen: { version: string; sha256: string },
  means: Means,
): Consent | undefined =>
  LANGUAGES.map((language) => consentIn(language, means)).find(
    ({ version, sha256 }) => version === seen.version && sha256 === seen.sha256,
  )

/** The text in force in a language, for people who get the link and prove who they are in this way. */
export function consentIn(language: Language, asked: Means): Consent {
  const { authentication, action = 'sign' } = asked
  const means = textsIn(language).signing.codes.means[plannedMethod(asked)][linkMeans(asked)]
  const { approve } = textsIn(language).signing.consent
  const kept = authentication === 'email' ? 'noPhone' : 'phone'
  const text =
    action === 'approve'
      ? approve.consent({ means, kept: approve.kept[kept] })
      : signing(language, asked)
  return {
    version:
      LINK_VERSIONS[linkMeans(asked)] +
      METHOD_VERSIONS[plannedMethod(asked)] +
      ASKED_VERSIONS[action] +
      (asked.certificate == null ? '' : '-certificate'),
    language,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}

/** The text of those who sign. */
function signing(language: Language, asked: Means): string {
  const { authentication, action, certificate = null } = asked
  const { agree, consent, means: all, level, kept } = textsIn(language).signing.codes
  const means = all[plannedMethod(asked)][linkMeans(asked)]
  if (certificate !== null)
    return [
      agree,
      means,
      textsIn(language).signing.certificates.consent({ service: certificate.title }),
      kept[authentication === 'email' ? 'noPhone' : 'phone'],
    ].join(' ')
  return consent({
    agree: action === 'witness' ? textsIn(language).signing.consent.witness.agree : agree,
    means,
    level: level[isAdvanced({ authentication }) ? 'advanced' : 'plain'],
    kept: kept[authentication === 'email' ? 'noPhone' : 'phone'],
  })
}
