/**
 * The letters of text messages: in those of GSM 7-bit (3GPP TS 23.038, 6.2.1) a message holds 160 characters, with a
 * single other one 70 (UCS-2).
 */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent as two. */
const EXTENDED = new Set('^{}\\[~]|€')

/** What has no accent to leave out. */
const PLAIN: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '°': 'o',
  º: 'o',
  ª: 'a',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
}

/** Length of a text in GSM 7-bit; undefined where it has other letters. */
export function septetsOf(text: string): number | undefined {
  let septets = 0
  for (const letter of text) {
    if (!BASIC.has(letter) && !EXTENDED.has(letter)) return undefined
    septets += EXTENDED.has(letter) ? 2 : 1
  }
  return septets
}

const folded = (letter: string): string =>
  septetsOf(letter) === undefined
    ? (PLAIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{Mn}/gu, ''))
    : letter

/**
 * A name as a text message shows it: without the accents that would more than double the message's price. A name in
 * another script stays as it is.
 */
export function gsmName(name: string): string {
  const text = [...name.normalize('NFC')].map(folded).join('')
  return septetsOf(text) === undefined ? name : text
}

/** How many messages carriers make, and bill, of a text. */
export function segmentsOf(text: string): number {
  const septets = septetsOf(text)
  const [length, whole, part] = septets === undefined ? [text.length, 70, 67] : [septets, 160, 153]
  return length <= whole ? 1 : Math.ceil(length / part)
}
