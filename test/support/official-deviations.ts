/** Where our verdict may differ from the official artefacts, because one of them or its processor is at fault. */
import type { Verdict } from './judges.ts'

/** One difference: a sheet, an id in it, and who alone names it. */
export interface OfficialDifference {
  /** `schema`, or the name of a sheet. */
  sheet: string
  /** Official id, `XSD`, or `CRASH` when the sheet itself ended with an error. */
  id: string
  side: 'ours' | 'official'
}

interface Deviation {
  reason: string
  /** @param all the differences of the same sheet on the same file */
  fits(
    difference: OfficialDifference,
    verdict: Verdict,
    all: readonly OfficialDifference[],
  ): boolean
}

const DEVIATIONS: readonly Deviation[] = [
  {
    reason:
      'The official sheet ends with an error on this file (most often the French sheet, which calculates with a date before it knows that it is one) and says nothing of it. XPath leaves the order of evaluation free; ours finds the value that decides and names the rules that are broken.',
    fits: (_, __, all) =>
      all.some(({ id, side }) => id === 'CRASH' && side === 'official') &&
      all.some(({ id, side }) => id !== 'CRASH' && side === 'ours'),
  },
  {
    reason:
      'An amount is written NaN, which the XML schema refuses on both sides. The processor of the makers takes NaN as greater than any whole number, against XPath.',
    fits: (_, { xml, xsd = [] }) => xsd.length > 0 && />\s*NaN\s*</.test(xml ?? ''),
  },
  {
    reason:
      'An amount is written -0. The processor of the makers compares it as another number than 0; by XPath they are equal.',
    fits: ({ id, side }, { xml }) =>
      side === 'official' && id.startsWith('BR-') && />\s*-0(\.0*)?\s*</.test(xml ?? ''),
  },
]

/** The reason of a difference that is no fault of ours; undefined when it has none. */
export const deviationOf: Deviation['fits'] extends (...parameters: infer Parameters) => boolean
  ? (...parameters: Parameters) => string | undefined
  : never = (...parameters) => DEVIATIONS.find(({ fits }) => fits(...parameters))?.reason
