/** The words of a stamp in every language; the file and the signer's page share them. */
import type { Language } from '../../kernel/languages.ts'

/** `Signed electronically by …`, `on 24 November 2026`, `at 16:05`. */
interface StampWords {
  signed: string
  /** The same, of a witness. */
  witnessed: string
  on: string
  at: string
  test: string
}

/** The words of a stamp. */
export const STAMP_WORDS: Readonly<Record<Language, StampWords>> = {
  en: {
    signed: 'Signed electronically by',
    witnessed: 'Signed as witness by',
    on: 'on',
    at: 'at',
    test: 'TEST',
  },
  fr: {
    signed: 'Signé électroniquement par',
    witnessed: 'Signé comme témoin par',
    on: 'le',
    at: 'à',
    test: 'TEST',
  },
  de: {
    signed: 'Elektronisch unterschrieben von',
    witnessed: 'Als Zeuge unterschrieben von',
    on: 'am',
    at: 'um',
    test: 'TEST',
  },
  es: {
    signed: 'Firmado electrónicamente por',
    witnessed: 'Firmado como testigo por',
    on: 'el',
    at: 'a las',
    test: 'TEST',
  },
  it: {
    signed: 'Firmato elettronicamente da',
    witnessed: 'Firmato come testimone da',
    on: 'il',
    at: 'alle',
    test: 'TEST',
  },
  nl: {
    signed: 'Elektronisch ondertekend door',
    witnessed: 'Als getuige ondertekend door',
    on: 'op',
    at: 'om',
    test: 'TEST',
  },
  pt: {
    signed: 'Assinado eletronicamente por',
    witnessed: 'Assinado como testemunha por',
    on: 'em',
    at: 'às',
    test: 'TEST',
  },
  // After a colon a name stays in the nominative.
  pl: {
    signed: 'Podpis elektroniczny:',
    witnessed: 'Podpis świadka:',
    on: 'dnia',
    at: 'o',
    test: 'TEST',
  },
}
