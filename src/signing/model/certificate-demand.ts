/** A sender's demand that a signer uses a certificate of their own, issued by another provider, and its rules. */
import { type Static, Type } from 'typebox'
import type { Caller } from '../../accounts/caller.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import type { QualificationClaim } from '../../pades/qc-statements.ts'
import type { CertificateServices } from '../../seals/certificate-services.ts'
import { type DetailName, findingAt, type Rest } from '../../translations/texts.ts'
import type { ParticipantAction } from './participant-actions.ts'

/** The demand as the API takes it. */
export const CertificateDemandSchema = Type.Object(
  {
    service: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[a-z0-9][a-z0-9-]*$',
      description: 'Certificate service that the operator connected to your account',
    }),
    name_must_match: Type.Optional(
      Type.Boolean({
        description:
          'true: the certificate must contain first_name and last_name; else a difference is recorded',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'CertificateDemand',
    description:
      'The signer signs with a certificate of their own from a provider; alone in their step',
  },
)
/** See {@link CertificateDemandSchema}. */
export type CertificateDemand = Static<typeof CertificateDemandSchema>

/** The demand as it is stored, with the name of the service as people knew it then: consents name it. */
export interface StoredDemand extends CertificateDemand {
  title: string
}

/** The certificate that a signer signed with, beside what is recorded of every certificate. */
export interface OwnCertificate {
  /** Name of the service as people know it. */
  service: string
  /** Most specific part of the certificate's subject. */
  holder: string
  /** What the certificate claims (ETSI EN 319 412-5), unchecked; null: nothing. */
  claim: QualificationClaim | null
  /** Whether it contains the signer's name as the sender gave it; null: the sender gave none. */
  name_matches: boolean | null
}

interface Asked {
  first_name?: string | undefined
  last_name?: string | undefined
  order?: number | undefined
  action?: ParticipantAction | undefined
  allow_delegation?: boolean | undefined
  certificate?: CertificateDemand | undefined
}

type Add = <Name extends DetailName>(path: string, name: Name, ...rest: Rest<Name>) => void

function addServiceFinding(
  { service: wanted }: CertificateDemand,
  has: string | undefined,
  add: Add,
) {
  if (wanted === has) return
  const at = '/certificate/service'
  if (has === undefined) add(at, 'people.noService')
  else add(at, 'people.otherService', { name: has })
}

function addCombinations(signer: Asked, others: readonly Asked[], add: Add): void {
  if ((signer.action ?? 'sign') !== 'sign') add('/action', 'people.certificateAction')
  if (signer.allow_delegation === true) add('/allow_delegation', 'people.certificateDelegation')
  const step = signer.order ?? 1
  if (others.some((other) => (other.order ?? 1) === step))
    add('/order', 'people.certificateStep', { step })
}

/** What does not go together with a certificate of one's own. @param service of the account; undefined: none */
const certificateFindings = (signers: readonly Asked[], service: string | undefined): Finding[] =>
  signers.flatMap((signer, index) => {
    const { certificate } = signer
    if (certificate === undefined) return []
    const findings: Finding[] = []
    const add: Add = (path, name, ...rest) => {
      findings.push(findingAt(`/signers/${index}${path}`, undefined, name, ...rest))
    }
    addServiceFinding(certificate, service, add)
    addCombinations(
      signer,
      signers.filter((other) => other !== signer),
      add,
    )
    const isNamed = [signer.first_name, signer.last_name].some((name) => name?.trim())
    if (certificate.name_must_match === true && !isNamed)
      add('/last_name', 'people.certificateName')
    return findings
  })

/** What there is of an account's certificate service for these signers, and what is wrong with their demands. */
export async function certificatesOf(
  { certificateServices }: { certificateServices: Pick<CertificateServices, 'find'> },
  { account, key }: Caller,
  { signers, additional = [] }: { signers: readonly Asked[]; additional?: readonly unknown[] },
): Promise<{ title: string; findings: Finding[] }> {
  if (!signers.some(({ certificate }) => certificate !== undefined))
    return { title: '', findings: [] }
  const service = await certificateServices.find(account.id, key.mode)
  const several = findingAt('/files', undefined, 'people.certificateFiles')
  const findings = certificateFindings(signers, service?.name)
  return {
    title: service?.title ?? '',
    findings: additional.length > 0 ? [...findings, several] : findings,
  }
}

/** A person authorises one signature: there is one place for it. */
export const placeFindings = (
  signers: ReadonlyArray<{ certificate?: CertificateDemand | undefined }>,
  placements: ReadonlyArray<{ signatures: readonly unknown[] }>,
): Finding[] =>
  signers.flatMap(({ certificate }, index) => {
    const count = placements[index]?.signatures.length ?? 0
    if (certificate === undefined || count <= 1) return []
    return [findingAt(`/signers/${index}/fields`, undefined, 'people.certificatePlaces', { count })]
  })

const WORD = /[\p{L}\p{N}]+/gu

/** The words of a name as they are compared: without accents and case. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[øØ]/g, 'o')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .match(WORD) ?? []

/** Whether a certificate's name contains every word of a signer's; null where the sender gave none. */
export function nameMatches(
  { first_name, last_name }: { first_name: string | null; last_name: string | null },
  holder: string,
): boolean | null {
  const wanted = wordsOf([first_name, last_name].filter(Boolean).join(' '))
  if (wanted.length === 0) return null
  const there = new Set(wordsOf(holder))
  return wanted.every((word) => there.has(word))
}
