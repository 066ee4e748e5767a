/**
 * Characters by which a page shows something other than its text says: those that turn the direction of what follows
 * (U+202E) and those without any shape (U+200B). An invoice is read by people from the page and by machines from the XML.
 */

/** Alphabets whose letters are joined or kept apart by U+200C and U+200D: there they are spelling. */
const JOINING =
  /^[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mong}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mymr}\p{Script=Inherited}]/u
/** Pictures are joined by U+200D to make another one. */
const PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const RIGHT_TO_LEFT =
  /[\p{Script=Arab}\p{Script=Hebr}\p{Script=Syrc}\p{Script=Thaa}\p{Script=Nkoo}]/u
const JOINERS = /[\u200c\u200d]/
/** Marks that only say which way a neighbouring stop or digit belongs. */
const MARKS = /[\u061c\u200e\u200f]/
/** Which look of the letter before is meant; flags of regions are spelt in tags. */
const VARIANT = /[\p{Variation_Selector}\u{e0020}-\u{e007f}]/u
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

function isSpelling(character: string, before: string, text: string): boolean {
  if (VARIANT.test(character)) return /^[^\p{ASCII}\s]|^[#*\d]/u.test(before)
  if (JOINERS.test(character)) return JOINING.test(before) || PICTURE.test(before)
  return MARKS.test(character) && RIGHT_TO_LEFT.test(text)
}

/**
 * The first character that hides something, as its number in Unicode: `U+202E`; undefined when there is none. What belongs
 * to the spelling of a language, or to a picture, does not count.
 */
export function hiddenCharacter(text: string): string | undefined {
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? ''
    if (isSpelling(character, before, text)) continue
    const number = character.codePointAt(0) ?? 0
    return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`
  }
  return undefined
}
