/** Names that phishing lives on, and whether a text is one of them in disguise. */

/** As their owners write them; an operator verifies whoever really is one of these. */
export const BRANDS: readonly string[] = [
  'Adobe',
  'Adobe Sign',
  'Amazon',
  'Ameli',
  'ANTAI',
  'Apple',
  'Assurance Maladie',
  'Binance',
  'BNP Paribas',
  'Boursorama',
  'BoursoBank',
  'Caisse d’Épargne',
  'Chronopost',
  'Coinbase',
  'Colissimo',
  'Commerzbank',
  'Crédit Agricole',
  'Crédit Mutuel',
  'Deutsche Bank',
  'DGFiP',
  'DHL',
  'DocuSign',
  'Dropbox Sign',
  'Europol',
  'Facebook',
  'FedEx',
  'France Connect',
  'France Travail',
  'Google',
  'Impots.gouv',
  'Instagram',
  'Interpol',
  'La Banque Postale',
  'La Poste',
  'LinkedIn',
  'Mastercard',
  'Microsoft',
  'Mondial Relay',
  'Netflix',
  'Office 365',
  'PayPal',
  'Revolut',
  'Service-Public.fr',
  'Société Générale',
  'Sparkasse',
  'Stripe',
  'Trésor public',
  'Universign',
  'URSSAF',
  'WhatsApp',
  'Yousign',
]

/** Letters of other alphabets, and digits, that look like Latin ones. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['а', 'a'],
    ['с', 'c'],
    ['ԁ', 'd'],
    ['е', 'e'],
    ['һ', 'h'],
    ['і', 'i'],
    ['ӏ', 'i'],
    ['ј', 'j'],
    ['к', 'k'],
    ['м', 'm'],
    ['о', 'o'],
    ['р', 'p'],
    ['ԛ', 'q'],
    ['ѕ', 's'],
    ['т', 't'],
    ['у', 'y'],
    ['ѵ', 'v'],
    ['ԝ', 'w'],
    ['х', 'x'],
    ['α', 'a'],
    ['ε', 'e'],
    ['η', 'n'],
    ['ι', 'i'],
    ['κ', 'k'],
    ['ν', 'v'],
    ['ο', 'o'],
    ['ρ', 'p'],
    ['τ', 't'],
    ['υ', 'y'],
    ['χ', 'x'],
    ['ı', 'i'],
    ['0', 'o'],
    ['1', 'i'],
    ['3', 'e'],
    ['5', 's'],
    ['|', 'i'],
    ['$', 's'],
  ].map(([letter = '', latin = '']) => [letter, latin]),
)

/** Words around a name that leave it the same name. */
const AROUND = new Set(
  'a account aide alert alerts alertes bank banque billing by client clients com compte customer de department du equipe facturation fr france fraud from group groupe help inc info la le les ltd no noreply of officiel official par reply sa sas secure security securite service services sign signature support team the und via'
    .split(' ')
    .map(shape),
)

/** How a text looks: lower case, Latin, without accents; i, l and 1 are one letter. */
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

/** Names this long are no everyday words: they are recognised among any others. */
const DISTINCT = 6

/** Which of these names a text is, or has in it so that people would take it for it. */
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
