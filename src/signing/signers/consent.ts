/** The exact consent texts. Any change of wording is a new version; old ones stay readable. */
import { createHash } from 'node:crypto'
import { type AuthenticationMethod, isAdvanced, type Means } from '../requests/authentication.ts'
import type { Delivery } from '../requests/states.ts'

const LANGUAGES = ['fr', 'en'] as const

/** A language of the consent text. */
export type Language = (typeof LANGUAGES)[number]

/** A text with its name and hash. */
export interface Consent {
  version: string
  language: Language
  text: string
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: string
}

/** Version of the text for each combination. */
const VERSIONS: Record<AuthenticationMethod, Record<Delivery, string>> = {
  sms: { email: '2026-11', none: '2026-11-handed' },
  email: { email: '2026-11-mail', none: '2026-11-handed-mail' },
}

/** How a person is identified. */
const MEANS: Record<AuthenticationMethod, Record<Delivery, Record<Language, string>>> = {
  sms: {
    email: {
      fr: 'Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code envoyé par SMS à mon téléphone mobile. ',
      en: 'My identity is checked by the link sent to my e-mail address and by a code sent by SMS to my mobile phone. ',
    },
    none: {
      fr: 'Mon identité est vérifiée par l’expéditeur, qui m’a remis le lien et a indiqué mon numéro de téléphone mobile, et par un code envoyé par SMS à ce numéro. ',
      en: 'My identity is checked by the sender, who handed me the link and gave my mobile phone number, and by a code sent by SMS to that number. ',
    },
  },
  email: {
    email: {
      fr: 'Le lien et un code sont envoyés à la même adresse e-mail, la mienne ; mon identité n’est pas vérifiée autrement. ',
      en: 'The link and a code are sent to the same e-mail address, which is mine; my identity is not checked in any other way. ',
    },
    none: {
      fr: 'L’expéditeur m’a remis le lien et a indiqué mon adresse e-mail, à laquelle un code est envoyé ; mon identité n’est pas vérifiée autrement. ',
      en: 'The sender handed me the link and gave my e-mail address, to which a code is sent; my identity is not checked in any other way. ',
    },
  },
}

const LEVEL: Record<'advanced' | 'plain', Record<Language, string>> = {
  advanced: {
    fr: 'Il s’agit d’une signature électronique avancée au sens de l’article 26 du règlement (UE) n° 910/2014 (eIDAS), et non d’une signature qualifiée. ',
    en: 'This is an advanced electronic signature within the meaning of Article 26 of Regulation (EU) No 910/2014 (eIDAS), not a qualified one. ',
  },
  plain: {
    fr: 'Il s’agit d’une signature électronique au sens de l’article 3, point 10, du règlement (UE) n° 910/2014 (eIDAS) ; elle n’est présentée ni comme avancée ni comme qualifiée. ',
    en: 'This is an electronic signature within the meaning of Article 3(10) of Regulation (EU) No 910/2014 (eIDAS); it is presented neither as an advanced nor as a qualified one. ',
  },
}

const KEPT: Record<'phone' | 'noPhone', Record<Language, string>> = {
  phone: {
    fr: 'Mon nom, mon adresse e-mail, mon numéro de téléphone, mon adresse IP et les dates de mes actions sont conservés comme preuve de la signature et figurent, en partie masqués, dans le document signé.',
    en: 'My name, e-mail address, phone number, IP address and the times of what I do are kept as proof of the signature and appear, partly masked, in the signed document.',
  },
  noPhone: {
    fr: 'Mon nom, mon adresse e-mail, mon adresse IP et les dates de mes actions sont conservés comme preuve de la signature et figurent dans le document signé.',
    en: 'My name, e-mail address, IP address and the times of what I do are kept as proof of the signature and appear in the signed document.',
  },
}

const TEXTS: Record<Language, (means: string, level: string, kept: string) => string> = {
  fr: (means, level, kept) =>
    'J’ai lu le document et j’accepte de le signer par voie électronique. ' +
    means +
    'Un certificat est émis à mon nom pour cette seule signature ; sa clé est détruite aussitôt après. ' +
    level +
    kept,
  en: (means, level, kept) =>
    'I have read the document and agree to sign it electronically. ' +
    means +
    'A certificate in my name is issued for this one signature; its key is destroyed right afterwards. ' +
    level +
    kept,
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
export function consentIn(language: Language, { delivery, authentication }: Means): Consent {
  const text = TEXTS[language](
    MEANS[authentication][delivery][language],
    LEVEL[isAdvanced({ authentication }) ? 'advanced' : 'plain'][language],
    KEPT[authentication === 'email' ? 'noPhone' : 'phone'][language],
  )
  return {
    version: VERSIONS[authentication][delivery],
    language,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}
