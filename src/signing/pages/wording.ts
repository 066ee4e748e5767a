/** Every word of the signer's pages, by language; the server and the browser's script share it. */
import type { Locale } from '../../pages/locale.ts'
import { en, type SignWording } from './wording-en.ts'
import { fr } from './wording-fr.ts'

const WORDING: Record<Locale, SignWording> = { en, fr }

/** The words of a language. */
export const signWording = (locale: Locale): SignWording => WORDING[locale]
