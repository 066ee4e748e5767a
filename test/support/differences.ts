/** Why our rules and the official schematrons differ where they do. A difference without an entry here fails the tests. */
import type { Comparison, Side } from './agreement.ts'

interface Difference {
  /** Rule ids. */
  rules: RegExp
  /** Who alone says that the rule is broken. */
  side: Exclude<Side, 'both'>
  /** What must be so for this to be the reason. */
  when?: (comparison: Comparison) => boolean
  reason: string
}

const breaks =
  (...ids: string[]) =>
  ({ sides }: Comparison): boolean =>
    ids.some((id) => sides.has(id))
const leaves =
  (...elements: string[]) =>
  ({ unread }: Comparison): boolean =>
    unread.some((path) => elements.some((element) => path.endsWith(element)))

const AMOUNT_MISSING = breaks(
  'BR-12',
  'BR-13',
  'BR-14',
  'BR-15',
  'BR-24',
  'BR-45',
  'BR-46',
  'BR-48',
  'BR-FXEXT-BR-24',
)

/** The first entry that fits is the reason. */
const DIFFERENCES: readonly Difference[] = [
  {
    rules: /^BR-FR-/,
    side: 'ours',
    when: ({ frenchCrash }) => frenchCrash,
    reason:
      'The French sheet itself fails on this invoice (an element it expects once is there twice), so it says nothing.',
  },
  {
    rules: /^BR-(CO-1\d|[A-Z]+-0[89]|FXEXT-)/,
    side: 'official',
    when: AMOUNT_MISSING,
    reason:
      'An amount of the sum is missing. That breaks a rule of its own, which both report; the schematron reports the sum too.',
  },
  {
    rules: /^BR-(29|30)$/,
    side: 'official',
    reason:
      'A day of the period is written in another format than 102; the reader takes it as absent.',
  },
  {
    rules: /^BR-(50|61)$/,
    side: 'official',
    reason: 'The XML has an account element with nothing in it. Our model has no empty account.',
  },
  {
    rules: /^BR-CL-03$/,
    side: 'official',
    reason:
      'A VAT total in an unknown currency. Amounts of our model carry no currency: the total is taken as absent and BR-CO-15 reports it.',
  },
  {
    rules: /^BR-CL-06$/,
    side: 'official',
    reason:
      'Several VAT rows give different BT-8, only a later one is wrong. BT-8 is one field of the invoice; CII-SR-462 forbids the second.',
  },
  {
    rules: /^BR-CL-07$/,
    side: 'official',
    when: leaves('ReferenceTypeCode'),
    reason:
      'A second invoiced object of a line, where the standard and our model have one (FX-SCH-A-000293 forbids the second).',
  },
  {
    rules: /^BR-CL-1[01]$/,
    side: 'official',
    when: breaks('BR-CL-10'),
    reason:
      'A party identifier (ID) with a scheme, where CII has GlobalID for that: reported as BR-CL-10.',
  },
  {
    rules: /^BR-CL-10$/,
    side: 'ours',
    when: breaks('BR-CL-11'),
    reason:
      'A party identifier (ID) with a scheme, where CII has GlobalID for that: the schematron reports BR-CL-11.',
  },
  {
    rules: /^BR-CL-23$/,
    side: 'official',
    reason:
      'The unit of the base quantity of the gross price. Our model has one base quantity for both prices and reads that of the net price.',
  },
  {
    rules: /^BR-DEC-15$/,
    side: 'official',
    when: breaks('BR-53'),
    reason: 'There is no VAT total in the tax currency at all: BR-53, which both report.',
  },
  {
    rules: /^BR-DEC-1[35]$/,
    side: 'ours',
    reason:
      'One of two VAT totals has more than two decimals. The official test is content when either of them has two.',
  },
  {
    rules: /^BR-CO-12$/,
    side: 'ours',
    when: breaks('BR-DEC-11'),
    reason:
      'The total of the charges has more than two decimals (BR-DEC-11, which both report). Only the sheet of BASIC WL rounds it before it compares.',
  },
  {
    rules: /^BR-52$/,
    side: 'official',
    reason:
      'A line has a reference document with nothing in it, not even its type. Our model has no such document.',
  },
  {
    rules: /^BR-FR-15$/,
    side: 'official',
    when: breaks('BR-32', 'BR-37', 'BR-47', 'BR-CO-04', 'BR-FXEXT-CO-04'),
    reason:
      'An element for VAT with nothing in it: for our model the VAT is missing, which a rule of its own says on both sides.',
  },
  {
    rules: /^BR-FR-CO-10$/,
    side: 'official',
    reason: 'A GlobalID without scheme: for our model an identifier without scheme, as ID is.',
  },
  {
    rules: /^BR-FXEXT-03$/,
    side: 'official',
    reason:
      'A tax registration with neither VA nor FC as scheme is nothing our model knows; the reader lists it as unread.',
  },
  {
    rules: /^BR-FR-CO-07$/,
    side: 'official',
    when: breaks('BR-03'),
    reason: 'The issue date is missing: BR-03, which both report.',
  },
  {
    rules: /^BR-01$/,
    side: 'ours',
    reason:
      'The specification identifier is there but is no profile of EN 16931 or Factur-X. The schematron takes any text; FX-SCH-A-* refuses it.',
  },
  {
    rules: /^BR-(23|FXEXT-BR-54-[12])$/,
    side: 'ours',
    reason: 'The value is there but empty. The schematron looks at presence only.',
  },
  {
    rules: /^BR-(47|48|FR-15|[A-Z]+-0[18]|FXEXT-[A-Z]+-?0[18]b?)$/,
    side: 'ours',
    when: leaves('Tax/CategoryCode'),
    reason:
      'A tax whose type is not VAT. Our model knows VAT only and finds the VAT row or category missing.',
  },
  {
    rules: /^BR-A[FG]-08$/,
    side: 'ours',
    reason:
      'The official test looks for the rate one level too high and is always true (EN 16931 CII 1.3.16). The rule is the one of BR-S-08.',
  },
  {
    rules: /^BR-(O|S|AF|AG)-01$/,
    side: 'ours',
    reason:
      'A line under the category without a row in the breakdown: what the rule says. The official test asks only that a row has a line (O), or counts two lines as enough (S, L, M).',
  },
  {
    rules: /^BR-FR-0[58]$/,
    side: 'ours',
    when: breaks('BR-02'),
    reason:
      'The whole element these mentions belong to is missing, so the French sheet does not look.',
  },
]

/** In XML that breaks the XSD the schematrons are not meant to be reached; both sides may stumble differently. */
const NOT_VALID =
  'The XML breaks the XSD, after which the schematrons are not applied; they differ in what they stumble over.'

/** The reason for a difference; undefined when there is none, which is a defect. */
export function reasonFor(id: string, side: Side, comparison: Comparison): string | undefined {
  const found = DIFFERENCES.find(
    (difference) =>
      difference.side === side &&
      difference.rules.test(id) &&
      (difference.when?.(comparison) ?? true),
  )
  return found?.reason ?? (comparison.xsd ? NOT_VALID : undefined)
}
