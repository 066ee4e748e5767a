/**
 * Findings point into the completed invoice; callers know what they wrote. If completion derived a field from a
 * French short form (siret, siren, the payment mentions), the pointer is mapped back to it.
 */

import type { Finding } from '../../kernel/coded-error.ts'
import { isOneOf } from '../../kernel/type-guards.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import type { Profile } from '../model/invoice.ts'
import type { Party } from '../model/invoice-parties.ts'
import { isSummed } from '../model/line-amounts.ts'
import type { NormalInvoice } from './read-json.ts'

const PARTY = /^\/(seller|buyer|payee|taxRepresentative|otherParties\/\w+)\/(\w+)(?:\/(\d+))?/
const NOTE = /^\/notes\/(\d+)/

/** Subject of a note → the short form it comes from. */
const MENTIONS: Readonly<Record<string, string>> = {
  PMD: '/payment/latePenalties',
  PMT: '/payment/recoveryFee',
  AAB: '/payment/earlyDiscount',
  BAR: '/transactionType',
}

const PARTIES = ['seller', 'buyer', 'payee', 'taxRepresentative'] as const

function partyAt(invoice: NormalInvoice | CompleteInvoice, path: string): Party | undefined {
  const [first = '', second] = path.split('/')
  if (isOneOf(PARTIES, first)) return second === undefined ? invoice[first] : undefined
  const others: Readonly<Record<string, Party>> = invoice.otherParties ?? {}
  return first === 'otherParties' ? others[second ?? ''] : undefined
}

/** The short form that a member of a party comes from; undefined when the caller gave the member itself. */
function shortForm(party: Party, member: string, index: number): string | undefined {
  if (member === 'ids') {
    const isMade = party.siret !== undefined && index >= (party.ids ?? []).length
    return isMade ? 'siret' : undefined
  }
  if (member !== 'legalId' && member !== 'electronicAddress' && member !== 'siren') return undefined
  if (party[member] !== undefined) return undefined
  return (['siren', 'legalId', 'siret'] as const).find(
    (name) => name !== member && party[name] !== undefined,
  )
}

function fromParty(pointer: string, given: NormalInvoice): string {
  const [, path = '', member = '', index] = PARTY.exec(pointer) ?? []
  const party = path === '' ? undefined : partyAt(given, path)
  const name = party && shortForm(party, member, Number(index ?? 0))
  return name === undefined ? pointer : `/${path}/${name}`
}

function fromNote(pointer: string, given: NormalInvoice, invoice: CompleteInvoice): string {
  const index = Number(NOTE.exec(pointer)?.[1])
  if (Number.isNaN(index) || index < (given.notes ?? []).length) return pointer
  return MENTIONS[invoice.notes[index]?.subjectCode ?? ''] ?? pointer
}

/** The findings with pointers into what the caller wrote. */
export const atGiven = <F extends Finding>(
  findings: readonly F[],
  given: NormalInvoice,
  invoice: CompleteInvoice,
): F[] =>
  findings.map((finding) => {
    const { pointer } = finding
    if (pointer === undefined) return finding
    return { ...finding, pointer: fromNote(fromParty(pointer, given), given, invoice) }
  })

const LISTED_OTHERWISE = /^(?:\/lines\/(\d+)|(\/.+)\/ids\/(\d+))(?=\/|$)/

/** The places of list items in the order in which the XML has them: as `cii/` writes lines and identifiers. */
function writtenOrder(invoice: CompleteInvoice, profile: Profile): (pointer: string) => string {
  const lines = invoice.lines.flatMap((line, index) =>
    isSummed(line) || profile === 'extended' ? [index] : [],
  )
  return (pointer) => {
    const [found, line, holder = '', id] = LISTED_OTHERWISE.exec(pointer) ?? []
    if (found === undefined) return pointer
    const rest = pointer.slice(found.length)
    if (line !== undefined) return `/lines/${lines[Number(line)]}${rest}`
    const ids = [...(partyAt(invoice, holder.slice(1))?.ids ?? []).entries()].filter(
      ([, { value }]) => value !== undefined,
    )
    const [plain, schemed] = [true, false].map((isPlain) =>
      ids.filter(([, { scheme }]) => (scheme === undefined) === isPlain),
    )
    const [index] = [...(plain ?? []), ...(schemed ?? [])][Number(id)] ?? []
    return `${holder}/ids/${index ?? id}${rest}`
  }
}

/**
 * Findings about the XML of an invoice, with pointers into the invoice.
 * @param profile that the XML was written for
 */
export function atWritten(
  findings: readonly Finding[],
  invoice: CompleteInvoice,
  profile: Profile,
): Finding[] {
  const written = writtenOrder(invoice, profile)
  return findings.map((each) => ({ ...each, pointer: written(each.pointer ?? '') }))
}
