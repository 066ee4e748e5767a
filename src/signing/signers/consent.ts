/** The exact consent texts. Any change of wording is a new version; old ones stay readable. */
import { createHash } from 'node:crypto'
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

const VERSIONS: Record<Delivery, string> = { email: '2026-11', none: '2026-11-handed' }

/** How a person is identified. */
const MEANS: Record<Delivery, Record<Language, string>> = {
  email: {
    fr: 'Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code envoyé par SMS à mon téléphone mobile. ',
    en: 'My identity is checked by the link sent to my e-mail address and by a code sent by SMS to my mobile phone. ',
  },
  none: {
    fr: 'Mon identité est vérifiée par l’expéditeur, qui m’a remis le lien et a indiqué mon numéro de téléphone mobile, et par un code envoyé par SMS à ce numéro. ',
    en: 'My identity is checked by the sender, who handed me the link and gave my mobile phone number, and by a code sent by SMS to that number. ',
  },
}

const TEXTS: Record<Language, (means: string) => string> = {
  fr: (means) =>
    'J’ai lu le document et j’accepte de le signer par voie électronique. ' +
    means +
    'Un certificat est émis à mon nom pour cette seule signature ; sa clé est détruite aussitôt après. ' +
    'Il s’agit d’une signature électronique avancée au sens de l’article 26 du règlement (UE) n° 910/2014 (eIDAS), et non d’une signature qualifiée. ' +
    'Mon nom, mon adresse e-mail, mon numéro de téléphone, mon adresse IP et les dates de mes actions sont conservés comme preuve de la signature et figurent, en partie masqués, dans le document signé.',
  en: (means) =>
    'I have read the document and agree to sign it electronically. ' +
    means +
    'A certificate in my name is issued for this one signature; its key is destroyed right afterwards. ' +
    'This is an advanced electronic signature within the meaning of Article 26 of Regulation (EU) No 910/2014 (eIDAS), not a qualified one. ' +
    'My name, e-mail address, phone number, IP address and the times of what I do are kept as proof of the signature and appear, partly masked, in the signed document.',
}

/** The text a signer saw, by its version and hash; undefined if it is not in force. */
export const consentNamed = (
  seen: { version: string; sha256: string },
  delivery: Delivery,
): Consent | undefined =>
  LANGUAGES.map((language) => consentIn(language, delivery)).find(
    ({ version, sha256 }) => version === seen.version && sha256 === seen.sha256,
  )

/** The text in force in a language, for people who get the link in this way. */
export function consentIn(language: Language, delivery: Delivery): Consent {
  const text = TEXTS[language](MEANS[delivery][language])
  return {
    version: VERSIONS[delivery],
    language,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}
