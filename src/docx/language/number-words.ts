/** Whole numbers in words, by n2words: languages that documents are often written in. */
import { toCardinal as cs } from 'n2words/cs-CZ'
import { toCardinal as da } from 'n2words/da-DK'
import { toCardinal as german } from 'n2words/de-DE'
import { toCardinal as el } from 'n2words/el-GR'
import { toCardinal as en } from 'n2words/en-GB'
import { toCardinal as es } from 'n2words/es-ES'
import { toCardinal as fi } from 'n2words/fi-FI'
import { toCardinal as belgian } from 'n2words/fr-BE'
import { toCardinal as fr } from 'n2words/fr-FR'
import { toCardinal as hu } from 'n2words/hu-HU'
import { toCardinal as it } from 'n2words/it-IT'
import { toCardinal as nb } from 'n2words/nb-NO'
import { toCardinal as nl } from 'n2words/nl-NL'
import { toCardinal as pl } from 'n2words/pl-PL'
import { toCardinal as pt } from 'n2words/pt-PT'
import { toCardinal as ro } from 'n2words/ro-RO'
import { toCardinal as sv } from 'n2words/sv-SE'

/** Spells a number, whole or with decimals, in one language. */
export type NumberNamer = (value: string) => string

/** `einhunderteintausend`: one loses its s before a thousand, which the library forgets. */
const de: NumberNamer = (value) => german(value).replaceAll('einstausend', 'eintausend')

/** The namers by locale, or by language where it has one everywhere. */
const NAMERS: Readonly<Record<string, NumberNamer>> = {
  ...{ cs, da, de, el, en, es, fi, fr, hu, it, nb, nl, pl, pt, ro, sv },
  'fr-BE': belgian,
}

/** Languages in which numbers are spelled. */
export const NUMBER_LANGUAGES = Object.keys(NAMERS).filter((name) => !name.includes('-'))

/** The namer of a BCP 47 locale; undefined where there is none. */
export function numberNamer(locale: string): NumberNamer | undefined {
  const [language = ''] = locale.split('-')
  const name = Object.hasOwn(NAMERS, locale) ? locale : language
  return Object.hasOwn(NAMERS, name) ? NAMERS[name] : undefined
}
