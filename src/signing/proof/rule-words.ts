/** Rules of fields as people read them: why a field was asked for or not, and what a value was calculated from. */
import { type Language, languageFacts } from '../../kernel/languages.ts'
import { textsIn } from '../../translations/texts.ts'
import { shownValue } from '../fields/display.ts'
import { type FieldRef, formulaWords } from '../fields/formula-tree.ts'
import type { Condition, Input } from '../model/fields.ts'
import { nameOf } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'

/** Whose rules they are, and to whom they may refer. */
interface RuleSubject {
  signer: Pick<SignerRow, 'inputs' | 'intent'>
  signers: readonly SignerRow[]
  locale: Language
}

/** The field that a rule refers to, and its words. */
function fieldOf({ signer: id, field }: FieldRef, { signer, signers }: RuleSubject) {
  const other = id === undefined ? undefined : signers.find((each) => each.id === id)
  const { inputs } = other ?? signer
  const input = inputs.find(({ name }) => name.toLowerCase() === field.toLowerCase())
  const label = input?.label ?? field
  return { input, label: other === undefined ? label : `${label} (${nameOf(other)})` }
}

function conditionWords(condition: Condition, subject: RuleSubject): string {
  const { locale } = subject
  const { input, label: field } = fieldOf(condition, subject)
  const { operator, value } = condition
  const given = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const shown = given.map((each) => (input && shownValue(input, each, locale)) ?? String(each))
  const words = textsIn(locale).signing.proof.values
  return words.condition({ operator, field, value: shown.join(', ') })
}

/** What the proof says of the rules of a field. */
export function ruleWords(input: Input, subject: RuleSubject): string[] {
  const { locale, signer } = subject
  const words = textsIn(locale).signing.proof.values
  const { visible_if: rule, formula, name } = input
  const isHidden = signer.intent?.hidden?.includes(name) === true
  const all: string[] = []
  if (rule !== undefined) {
    const type = rule.match === 'any' ? 'disjunction' : 'conjunction'
    const list = new Intl.ListFormat(languageFacts(locale).tag, { type })
    const conditions = list.format(rule.conditions.map((each) => conditionWords(each, subject)))
    all.push(isHidden ? words.hidden({ conditions }) : words.shownIf({ conditions }))
  }
  if (formula !== undefined && !isHidden)
    all.push(
      words.computed({ formula: formulaWords(formula, (ref) => fieldOf(ref, subject).label) }),
    )
  return all
}
