/** Completes the parties: French short forms become the identifiers of the standard. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { Arithmetic } from '../model/arithmetic.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import type { Profile } from '../model/invoice.ts'
import type { Party } from '../model/invoice-parties.ts'
import { shown } from '../model/invoice-values.ts'
import { includes, PROFILE_FACTS } from '../model/profiles.ts'
import type { NormalInvoice } from './read-json.ts'

/** ISO 6523 codes: SIREN as legal registration, SIRET as identifier, and the service of a public buyer. */
const SIREN_SCHEME = '0002'
const SIRET_SCHEME = '0009'
const SERVICE_SCHEME = '0224'
/** EAS code of the French directory of e-invoicing addresses. */
const FRENCH_DIRECTORY = '0225'

const SIREN_LENGTH = 9

/** Identifiers are written with spaces on paper and without in the XML. */
const compact = <K extends string>(name: K, value: string | undefined): { [P in K]?: string } =>
  (value === undefined ? {} : { [name]: value.replaceAll(/\s/g, '') }) as { [P in K]?: string }

function sirenOf(party: Party): string | undefined {
  const { siren, siret, legalId } = party
  const source =
    siren ??
    (legalId?.scheme === SIREN_SCHEME ? legalId.value : undefined) ??
    siret?.replaceAll(/\s/g, '').slice(0, SIREN_LENGTH)
  return source?.replaceAll(/\s/g, '')
}

/** The party with its SIREN, SIRET and legal registration everywhere they belong. */
export function completeParty(party: Party, pointer: string, arithmetic: Arithmetic): Party {
  const siren = sirenOf(party)
  const { siret } = compact('siret', party.siret)
  const legalId = party.legalId ?? (siren ? { value: siren, scheme: SIREN_SCHEME } : undefined)
  if (party.siren !== undefined && legalId?.scheme === SIREN_SCHEME && legalId.value !== siren)
    arithmetic.report(
      fault('FIELD-CONFLICT', `${pointer}/siren`, 'twoSirens', {
        siren: shown(siren ?? ''),
        legalId: shown(legalId.value ?? ''),
      }),
    )
  const known = party.ids ?? []
  const ids =
    siret === undefined || known.some((id) => id.scheme === SIRET_SCHEME)
      ? known
      : [...known, { value: siret, scheme: SIRET_SCHEME }]
  return {
    ...party,
    ...compact('siren', siren),
    ...compact('siret', siret),
    ...compact('vatId', party.vatId),
    ...(legalId === undefined ? {} : { legalId }),
    ...(ids.length === 0 ? {} : { ids }),
  }
}

/** The same for seller and buyer, who also need an address in the French directory. */
export function completeTrader(party: Party, pointer: string, arithmetic: Arithmetic): Party {
  const complete = completeParty(party, pointer, arithmetic)
  if (complete.electronicAddress !== undefined || complete.siren === undefined) return complete
  return {
    ...complete,
    electronicAddress: { value: complete.siren, scheme: FRENCH_DIRECTORY },
  }
}

/** Findings where the XML of the profile would differ from the invoice. */
export function profileNeeds({ profile, totals }: CompleteInvoice): Finding[] {
  const { rounding } = totals
  const rounded = rounding !== undefined && Number(rounding) !== 0
  // MINIMUM has no prepaid amount either, but its rules do not add up to the amount due
  if (!rounded || profile === 'minimum' || includes(profile, 'en16931')) return []
  const { conformanceLevel } = PROFILE_FACTS[profile]
  return [fault('PROFILE-NEEDS', '/totals/rounding', 'rounding', { profile: conformanceLevel })]
}

/**
 * A public buyer has a SIRET and a service code. Below EXTENDED a buyer has one identifier with a scheme: the service code
 * then is the buyer reference (BT-10), which is where Chorus Pro reads it.
 */
export function withService(
  buyer: Party,
  references: NormalInvoice['references'],
  profile: Profile,
): Pick<CompleteInvoice, 'buyer' | 'references'> {
  const ids = buyer.ids ?? []
  const [service, second] = ids.filter(({ scheme }) => scheme === SERVICE_SCHEME)
  const code = service?.value
  const isPublic = second === undefined && ids.some(({ scheme }) => scheme === SIRET_SCHEME)
  const isFree = references?.buyer === undefined || references.buyer === code
  if (profile === 'extended' || code === undefined || !isPublic || !isFree)
    return { buyer, ...(references === undefined ? {} : { references }) }
  return {
    buyer: { ...buyer, ids: ids.filter((id) => id !== service) },
    references: { ...references, buyer: code },
  }
}
