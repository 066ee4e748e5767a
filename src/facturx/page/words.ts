/** The words of an invoice page: labels and the names of codes, in each language. */
import { pluralRules } from '../../docx/language/intl-cache.ts'
import { type Language, languageOf } from './language.ts'
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import it from './words/it.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

type Named = Readonly<Record<string, string>>

/** What words/*.json hold, each file the same members. */
interface Words {
  readonly labels: typeof fr.labels
  /** Label of the final amount: on an invoice, on a credit note. */
  readonly due: string
  readonly credited: string
  /** By UNTDID 1001. */
  readonly titles: Named
  /** By UN/ECE Recommendation 20; singular and plural where they differ. */
  readonly units: Named
  /** By UNTDID 4461. */
  readonly means: Named
  /** By UNTDID 5305: categories without a rate worth showing; short for a narrow column. */
  readonly categories: Named
  readonly shortCategories: Named
  /** By VATEX code: the mention required by law, if the caller gives no wording. */
  readonly exemptions: Named
  /** By UNTDID 5189 and 7161. */
  readonly reasons: Named
  /** By the first letter of a French billing process (BT-23). */
  readonly operations: Named
  /** By the value of BT-8. */
  readonly taxPoints: Named
  /** The French mention of the option to pay VAT on debits. */
  readonly debits: string
}

const WORDS: Readonly<Record<Language, Words>> = { fr, en, de, es, it, nl }

/** What one country says otherwise than its language. */
const REGIONAL: Readonly<Record<string, Partial<Words['labels']>>> = {
  'de-AT': { vatId: 'UID-Nr.' },
  'de-LI': { vatId: 'MWST-Nr.' },
}

/** Labels by name; `due` is that of the final amount. */
export type PageLabels = Words['labels'] & { due: string }

/** The words of a locale. */
export const wordsOf = (locale: string): Words => WORDS[languageOf(locale)]

/** The labels of a page in a locale. */
export function pageLabels(locale: string, isCredit: boolean): PageLabels {
  const { labels, due, credited } = wordsOf(locale)
  return { ...labels, ...REGIONAL[locale], due: isCredit ? credited : due }
}

const CREDIT_NOTES = new Set(['261', '262', '381', '396', '502', '503'])

/** Whether amounts of this type (UNTDID 1001, BT-3) are owed to the buyer. */
export const isCreditNote = (typeCode: string): boolean => CREDIT_NOTES.has(typeCode)

const named = (words: Named, code = ''): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined

/** Title of a document of this type (UNTDID 1001, BT-3); "Invoice" for types without one of their own. */
export function titleOf(typeCode: string, locale: string): string {
  const { titles } = wordsOf(locale)
  return named(titles, typeCode) ?? named(titles, '380') ?? typeCode
}

/**
 * Name of a unit (UN/ECE Recommendation 20); the code itself when there is none.
 * @param quantity for the plural where the language has one
 */
export function unitOf(code: string, locale: string, quantity = '1'): string {
  const [one = code, many = one] = named(wordsOf(locale).units, code)?.split('|') ?? []
  const rules = pluralRules(languageOf(locale), '', () => ({}))
  return rules.select(Number(quantity)) === 'one' ? one : many
}

/** Name of a means of payment (UNTDID 4461, BT-81); undefined when there is none. */
export const meansOf = (code: string | undefined, locale: string): string | undefined =>
  named(wordsOf(locale).means, code)

/** Wording of an exemption code (VATEX, BT-121); undefined when there is none. */
export const exemptionOf = (code: string | undefined, locale: string): string | undefined =>
  named(wordsOf(locale).exemptions, code)

/** Wording of a reason (UNTDID 5189, 7161) of an allowance or charge; undefined when there is none. */
export const reasonOf = (code: string | undefined, locale: string): string | undefined =>
  named(wordsOf(locale).reasons, code)

/** What makes VAT fall due (BT-8), in words; undefined when there are none. */
export const taxPointOf = (code: string | undefined, locale: string): string | undefined =>
  named(wordsOf(locale).taxPoints, code)

/** Goods, services or both, from a French billing process (BT-23); undefined for any other process. */
export const operationOf = (process: string | undefined, locale: string): string | undefined =>
  /^[BSM]\d$/.test(process ?? '') ? named(wordsOf(locale).operations, process?.[0]) : undefined

/** Taxes of the Canary Islands, and of Ceuta and Melilla, which stand in the place of VAT (UNTDID 5305). */
const SPANISH_TAXES: Named = { L: 'IGIC', M: 'IPSI' }

/** Languages that leave no space before the percent sign. */
const CLOSE_PERCENT: ReadonlySet<Language> = new Set(['en', 'it', 'nl'])

/** A rate in percent as the language writes it: "5,5 %", "5.5%". */
export function percentOf(rate: string, locale: string): string {
  const plain = rate.includes('.') ? rate.replace(/\.?0+$/, '') || '0' : rate
  const language = languageOf(locale)
  const digits = language === 'en' ? plain : plain.replace('.', ',')
  return CLOSE_PERCENT.has(language) ? `${digits}%` : `${digits} %`
}

/**
 * What to print where a rate is expected: "20 %" or the name of the category.
 * @param short for a narrow column
 */
export function vatLabel(
  vat: { category?: string; rate?: string } | undefined,
  locale: string,
  short = false,
): string {
  const { categories, shortCategories } = wordsOf(locale)
  const category = named(short ? shortCategories : categories, vat?.category)
  if (category !== undefined) return category
  if (vat?.rate === undefined) return ''
  const tax = named(SPANISH_TAXES, vat.category)
  return `${tax === undefined ? '' : `${tax} `}${percentOf(vat.rate, locale)}`
}

/** Name of a country in the language of the page; the code itself when there is none. */
export function countryOf(code: string | undefined, locale: string): string | undefined {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([languageOf(locale)], { type: 'region' }).of(code)
}
