/** What the XML schema and the official sheets say against the XML of an invoice. */
import type { CompleteInvoice } from '../../src/facturx/model/complete-invoice.ts'
import type { Layer, Verdict } from './judges.ts'

/**
 * The EN 16931 sheet is for invoices with lines, the French one for the French rules; MINIMUM has no place for what the
 * French one asks for (electronic addresses, mentions).
 */
export function xmlLayers({ profile, rules }: Pick<CompleteInvoice, 'profile' | 'rules'>): Layer[] {
  const layers: Layer[] = ['xsd', 'profile']
  if (profile === 'basic' || profile === 'en16931') layers.push('cen')
  if (rules !== 'en16931' && profile !== 'minimum') layers.push('fr')
  return layers
}

/** A location without its namespaces and positions. */
const placeOf = (location: string): string =>
  location.replaceAll(/\[namespace-uri[^\]]*\]|\*:|Q\{[^}]*\}|\[\d+\]/g, '')

/** Every objection; empty when there is none. */
export function objectionsTo({ error, xsd, cen, profileRules, fr }: Verdict): string[] {
  const sheets = [cen, profileRules, fr].flatMap((sheet) => sheet ?? [])
  return [
    ...(error === undefined ? [] : [error]),
    ...(xsd ?? ['no verdict of the XSD']),
    ...sheets
      .filter(({ flag }) => flag !== 'warning')
      .map(({ id, location, text }) => `${id} at ${placeOf(location)}: ${text.trim()}`),
  ]
}

/** Those to a PDF as well: veraPDF on PDF/A-3b, and Mustang on the whole. */
export function objectionsToPdf(verdict: Verdict): string[] {
  const { pdfa, mustang } = verdict
  return [
    ...objectionsTo(verdict),
    ...(pdfa?.claimed === '3b' ? pdfa.problems : [`claims PDF/A ${pdfa?.claimed}`]),
    ...(mustang?.summary === 'valid' ? [] : (mustang?.errors ?? ['no verdict of Mustang'])),
  ]
}
