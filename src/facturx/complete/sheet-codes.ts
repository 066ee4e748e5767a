/**
 * Codes that EN 16931 1.3.16 lists and the older lists of the Factur-X 1.09 sheets do not: the XML would break FX-SCH-A-*
 * rules ("Value is not allowed").
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { findingOf } from '../model/finding-collector.ts'
import { PROFILES, type Profile } from '../model/invoice.ts'
import { shown } from '../model/invoice-values.ts'
import { EXTENDED, FROM_WL, placesAt, WL_TO_EN } from '../rules/rule.ts'

interface Missing {
  /** An official rule of one of the profiles. */
  code: string
  values: readonly string[]
  profiles: readonly Profile[]
  places: readonly string[]
}

const PARTIES = ['/seller?', '/buyer?', '/payee?', '/taxRepresentative?', '/otherParties?/*']
const ofParties = (member: string): string[] => PARTIES.map((party) => `${party}/${member}`)

const MISSING: readonly Missing[] = [
  {
    code: 'FX-SCH-A-000595',
    values: ['STD'],
    profiles: PROFILES,
    places: ['/currency', '/taxCurrency'],
  },
  {
    code: 'FX-SCH-A-000568',
    values: ['AN'],
    profiles: PROFILES,
    places: [
      ...ofParties('address?/country'),
      '/delivery?/address?/country',
      '/lines/*/delivery?/address?/country',
      '/lines/*/originCountry',
    ],
  },
  {
    code: 'FX-SCH-A-000571',
    values: ['0219', '0220'],
    profiles: FROM_WL,
    places: ofParties('electronicAddress?/scheme'),
  },
  {
    code: 'FX-SCH-A-000567',
    values: ['0241', '0242', '0243', '0244', '0245', '0246', '0247', '0248'],
    profiles: WL_TO_EN,
    places: [...ofParties('ids?/*/scheme'), '/delivery?/locationId?/scheme'],
  },
  {
    code: 'FX-SCH-A-000863',
    values: ['471', '472', '473', '500', '501', '502', '503'],
    profiles: EXTENDED,
    places: ['/precedingInvoices/*/typeCode', '/lines/*/precedingInvoice?/typeCode'],
  },
]

/** Findings about codes that the sheet of the invoice's profile refuses. */
export function sheetCodes(invoice: CompleteInvoice): Finding[] {
  return MISSING.filter(({ profiles }) => profiles.includes(invoice.profile)).flatMap((missing) =>
    missing.places.flatMap((place) =>
      placesAt(invoice, place).flatMap(({ pointer, value }) =>
        missing.values.includes(String(value))
          ? [
              findingOf({
                code: missing.code,
                pointer,
                detail: {
                  en: `The code "${shown(String(value))}" is not in the list of Factur-X 1.09 for profile ${invoice.profile}.`,
                  fr: `Le code « ${shown(String(value))} » n'est pas dans la liste de Factur-X 1.09 pour le profil ${invoice.profile}.`,
                },
                fix: {
                  en: 'Use another code, or leave it out.',
                  fr: 'Utilisez un autre code, ou omettez-le.',
                },
              }),
            ]
          : [],
      ),
    ),
  )
}
