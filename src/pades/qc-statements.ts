/**
 * What a certificate claims about itself (QcStatements, ETSI EN 319 412-5). These are claims of its issuer: whether
 * the issuer may make them, only a trusted list says (ETSI TS 119 612, 119 615).
 */
import { unlessThrown } from '../kernel/type-guards.ts'
import { type Element, EncodingError, readBer } from './ber.ts'
import { type Certificate, nameAttribute } from './certificate.ts'
import { OID } from './oids.ts'

/**
 * Levels that a certificate can claim for what is signed with it, by their names in ETSI TS 119 172-4 and EU DSS:
 * qualified (with a qualified certificate and device), or advanced with a qualified certificate.
 */
export const QUALIFICATION_CLAIMS = ['QESig', 'QESeal', 'AdESig-QC', 'AdESeal-QC'] as const

/** One of them. */
export type QualificationClaim = (typeof QUALIFICATION_CLAIMS)[number]

function statementsIn(extension: Buffer) {
  const all = readBer(extension).children
  const informationOf = (id: string): Element | undefined =>
    all.find((each) => each.at(0).oid === id)?.children[1]
  return {
    ids: new Set(all.map((each) => each.at(0).oid)),
    types: informationOf(OID.qcType)?.children.map(({ oid }) => oid) ?? [],
    /** Countries under whose law it claims to be qualified; empty: the Union's. */
    countries:
      informationOf(OID.qcLegislation)?.children.map(({ content }) => content.toString('latin1')) ??
      [],
  }
}

/**
 * The level that a certificate claims; undefined if it claims none under the law of the Union, is for web sites, or
 * cannot be read. Without a type it is for signatures (EN 319 412-5, 4.2.3).
 */
export function qualificationClaim({
  extensions,
}: Pick<Certificate, 'extensions'>): QualificationClaim | undefined {
  const extension = extensions.get(OID.qcStatements)
  if (extension === undefined) return undefined
  const stated = unlessThrown([EncodingError], () => statementsIn(extension.value))
  if (!stated?.ids.has(OID.qcCompliance) || stated.countries.length > 0) return undefined
  const { ids, types } = stated
  const kind = types.includes(OID.qcTypeEseal) ? 'Seal' : 'Sig'
  const isForDocuments =
    types.length === 0 || types.includes(OID.qcTypeEseal) || types.includes(OID.qcTypeEsign)
  if (!isForDocuments) return undefined
  return ids.has(OID.qcSscd) ? `QE${kind}` : `AdE${kind}-QC`
}

/** Attributes that only a natural person's name has (ETSI EN 319 412-2, 4.2.4). */
export const OF_PEOPLE = [OID.givenName, OID.surname, OID.pseudonym]

/**
 * The kind of holder according to the subject's name: a natural person, including one who belongs to an organisation
 * (EN 319 412-2), or a legal person (EN 319 412-3, 4.2.1). Undefined if the name does not show it.
 */
export function holderOf({
  subject,
}: Pick<Certificate, 'subject'>): 'natural' | 'legal' | undefined {
  if (OF_PEOPLE.some((type) => nameAttribute(subject, type) !== undefined)) return 'natural'
  return nameAttribute(subject, OID.organizationIdentifier) === undefined ? undefined : 'legal'
}
