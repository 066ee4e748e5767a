/** Brand names typical of phishing, and detection of texts that imitate them. */
import brands from './known-brands.json' with { type: 'json' }

/** As their owners write them; the operator can verify the accounts of the real owners. */
export const BRANDS: readonly string[] = brands

/** Letters of other alphabets, and digits, that look like Latin letters. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  'аa сc ԁd еe һh іi ӏi јj кk мm оo рp ԛq ѕs тt уy ѵv ԝw хx αa εe ηn ιi κk νv οo ρp τt υy χx ıi 0o 1i 3e 5s |i $s'
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
)

/** Words around a name that do not change whose name it is. */
const AROUND = new Set(
  'a account aide alert alerts alertes bank banque billing by client clients com compte customer de department du equipe facturation fr france fraud from group groupe help inc info la le les ltd no noreply of officiel official par reply sa sas secure security securite service services sign signature support team the und via'
    .split(' ')
    .map(shape),
)

/** A text reduced to its look: lower case, Latin, no accents; i, l and 1 are one letter. */
function shape(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return [...plain]
    .map((letter) => ALIKE[letter] ?? letter)
    .join('')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const wordsOf = (text: string): string[] => shape(text).match(/[a-z]+/g) ?? []

/** Names of this length are no everyday words: they are recognised anywhere in a text. */
const DISTINCT = 6

/** The brand that a text is, or contains in a way that people would mistake it for. */
export function brandIn(text: string, brands: readonly string[]): string | undefined {
  const words = wordsOf(text)
  const [whole, bare] = [words.join(''), words.filter((word) => !AROUND.has(word)).join('')]
  return brands.find((brand) => {
    const own = wordsOf(brand)
    const joined = own.join('')
    if (joined === '') return false
    if (whole === joined || bare === joined) return true
    return joined.length >= DISTINCT && ` ${words.join(' ')} `.includes(` ${own.join(' ')} `)
  })
}
