/** What an invoice can be judged by; the sheets of XRechnung and Peppol are not among what is applied. */
export const CHECKS = ['xml-schema', 'factur-x', 'en16931', 'fr', 'xrechnung', 'peppol'] as const
/** See {@link CHECKS}. */
export type Check = (typeof CHECKS)[number]
