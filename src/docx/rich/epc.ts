/** The text of a SEPA payment QR code: European Payments Council, EPC069-12 v3.0 ("Girocode"). */
import Big from 'big.js'
import { FilterError } from '../language/filter-contract.ts'

const BYTES_MAX = 331
const AMOUNT_MAX = '999999999.99'
const FIELDS = 'name, iban, amount, bic, reference, text, purpose, information'

type Fields = Readonly<Record<string, unknown>>

function fieldOf(source: Fields, name: string, longest: number): string {
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  if (value === undefined || value === null || value === '') return ''
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new FilterError(`epcqr: "${name}" must be text`)
  }
  const text = String(value).replace(/\s+/g, ' ').trim()
  if ([...text].length > longest) {
    throw new FilterError(`epcqr: "${name}" is longer than ${longest} characters`)
  }
  return text
}

/** Whether the check digits of an account number or creditor reference are right (ISO 7064 MOD 97-10). */
function mod97IsOne(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4)
  let rest = 0
  for (const char of moved) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function ibanOf(source: Fields): string {
  const iban = fieldOf(source, 'iban', 60).replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || !mod97IsOne(iban)) {
    throw new FilterError(
      iban === ''
        ? 'epcqr: "iban" is missing'
        : `epcqr: "${iban}" is not a valid IBAN (length or check digits are wrong)`,
    )
  }
  return iban
}

function amountOf(source: Fields): string {
  const text = fieldOf(source, 'amount', 20).replace(/^EUR\s*/i, '')
  if (text === '') return ''
  if (!/^\d{1,9}([.,]\d{1,2})?$/.test(text)) {
    throw new FilterError(
      'epcqr: "amount" is not an amount in euro; write for example 1234.56 (at most two decimals)',
    )
  }
  const amount = new Big(text.replace(',', '.'))
  if (amount.lt('0.01') || amount.gt(AMOUNT_MAX)) {
    throw new FilterError(`epcqr: the amount must lie between 0.01 and ${AMOUNT_MAX}`)
  }
  return `EUR${amount.toFixed(2)}`
}

function bicOf(source: Fields): string {
  const bic = fieldOf(source, 'bic', 11).toUpperCase()
  if (bic !== '' && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) {
    throw new FilterError('epcqr: "bic" is not a BIC (8 or 11 characters)')
  }
  return bic
}

/** A structured creditor reference (ISO 11649) is checked; any other text goes into the free-text field. */
function remittance(source: Fields): [structured: string, free: string] {
  const reference = fieldOf(source, 'reference', 140)
  const free = fieldOf(source, 'text', 140)
  const compact = reference.replace(/\s/g, '').toUpperCase()
  if (/^RF\d{2}[A-Z0-9]{1,21}$/.test(compact) && mod97IsOne(compact) && free === '') {
    return [compact, '']
  }
  if (reference !== '' && free !== '') {
    throw new FilterError('epcqr: give "reference" or "text", not both (EPC069-12)')
  }
  return ['', reference === '' ? free : reference]
}

/**
 * The lines that banking apps read, from `{ name, iban, amount, reference }`; `bic`, `text`,
 * `purpose` and `information` may be added.
 * @throws FilterError naming the field that is missing or wrong
 */
export function epcText(input: unknown): { text: string; summary: string } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new FilterError(`epcqr: an object with ${FIELDS} was expected`)
  }
  const source = input as Fields
  const name = fieldOf(source, 'name', 70)
  if (name === '') throw new FilterError('epcqr: "name" (who is paid) is missing')
  const [iban, amount, bic] = [ibanOf(source), amountOf(source), bicOf(source)]
  const purpose = fieldOf(source, 'purpose', 4).toUpperCase()
  const [structured, free] = remittance(source)
  const information = fieldOf(source, 'information', 70)
  const lines = ['BCD', '002', '1', 'SCT', bic, name, iban, amount, purpose, structured, free]
  const text = [...lines, information].join('\n').replace(/\n+$/, '')
  if (Buffer.byteLength(text, 'utf8') > BYTES_MAX) {
    throw new FilterError(`epcqr: the payment data are longer than ${BYTES_MAX} bytes`)
  }
  const sum = amount === '' ? '' : ` ${amount.slice(3)} EUR`
  return { text, summary: `SEPA payment QR code:${sum} to ${name}, ${iban}` }
}
