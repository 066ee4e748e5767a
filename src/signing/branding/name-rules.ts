/**
 * Names and messages that an account sends by mail: anything that imitates another sender, or contains a link,
 * is refused. From shows the name with "via" unless the operator has verified it.
 */
import { type Finding, saying } from '../../kernel/coded-error.ts'
import type { Texts } from '../../translations/messages.ts'
import { findingAt, inEveryLanguage } from '../../translations/texts.ts'
import { isOwnAddress } from '../model/people.ts'
import type { RequestOptions } from '../model/schemas/request.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import { BRANDS, brandIn } from './known-brands.ts'

/** Line breaks, direction marks and invisible spaces. */
const DISGUISES = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
/** In a message, line breaks and tabs are allowed. */
const DISGUISES_IN_LINES = /[\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/u
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+[a-z]{2,}\/\S/iu
const ADDRESS = /[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+/u
/** Alphabets with look-alike letters. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

const isMixed = (text: string): boolean =>
  (text.match(/\p{L}+/gu) ?? []).some(
    (word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1,
  )

type Said = Exclude<keyof Texts['faults']['names'], 'notifyAddress'>

const finding = (pointer: string, code: string, name: Said): Finding => ({
  pointer,
  code,
  ...saying(
    inEveryLanguage(({ faults }) => faults.names[name].detail({ place: pointer })),
    inEveryLanguage(({ faults }) => faults.names[name].fix),
  ),
})

const disguised = (pointer: string) => finding(pointer, 'name_disguised', 'disguised')

const linked = (pointer: string) => finding(pointer, 'text_link', 'link')

/** Findings about a displayed name. */
export function nameFindings(name: string | null | undefined, pointer: string): Finding[] {
  const text = name ?? ''
  if (DISGUISES.test(text)) return [disguised(pointer)]
  if (LINK.test(text)) return [linked(pointer)]
  if (!isMixed(text)) return []
  return [finding(pointer, 'name_mixed', 'mixed')]
}

/** Findings about the names of a person. @param at pointer of the person */
export const personFindings = (
  { first_name, last_name }: Pick<SignerInput, 'first_name' | 'last_name'>,
  at = '',
): Finding[] => [
  ...nameFindings(first_name, `${at}/first_name`),
  ...nameFindings(last_name, `${at}/last_name`),
]

/** What is known about the sender. */
export interface SenderFacts {
  /** Of the account. */
  email: string
  /** Names that the operator has verified for the account. */
  verified: readonly string[]
  /** Names that nobody may take: the service's and its operator's. */
  reserved: readonly string[]
}

/** Findings about the sender's name. */
function senderFindings(
  sender: string | undefined,
  facts: SenderFacts,
  pointer = '/sender',
): Finding[] {
  if (sender === undefined || facts.verified.includes(sender)) return []
  const findings = nameFindings(sender, pointer)
  if (findings.length > 0) return findings
  const address = ADDRESS.exec(sender)?.[0]
  if (address !== undefined && !isOwnAddress(address, facts.email))
    return [finding(pointer, 'sender_address', 'address')]
  if (brandIn(sender, [...BRANDS, ...facts.reserved]) === undefined) return []
  return [finding(pointer, 'sender_reserved', 'reserved')]
}

/** Findings about the name of an account's brand: the same rules as for the sender of a request. */
export const brandNameFindings = (name: string | undefined, facts: SenderFacts): Finding[] =>
  senderFindings(name, facts, '/name')

function messageFindings(message: string | undefined): Finding[] {
  const pointer = '/message'
  if (DISGUISES_IN_LINES.test(message ?? '')) return [disguised(pointer)]
  return LINK.test(message ?? '') ? [linked(pointer)] : []
}

const notifyFinding = (pointer: string, email: string): Finding => ({
  pointer,
  code: 'notify_address',
  ...saying(
    inEveryLanguage(({ faults: { names } }) =>
      names.notifyAddress.detail({ place: pointer, email }),
    ),
    inEveryLanguage(({ faults: { names } }) => names.notifyAddress.fix({ email })),
  ),
})

/** Mails to the sender go to the account's owner: to anybody else they would be unasked. */
const notifyFindings = (emails: readonly string[], facts: SenderFacts): Finding[] =>
  emails.flatMap((email, index) =>
    isOwnAddress(email, facts.email) ? [] : [notifyFinding(`/notify/emails/${index}`, facts.email)],
  )

/** Findings about the names, the message and the addresses of an order. */
export const wordFindings = (
  { signers, options }: { signers: readonly SignerInput[]; options: RequestOptions },
  facts: SenderFacts,
): Finding[] => [
  ...nameFindings(options.name, '/name'),
  ...senderFindings(options.sender, facts),
  ...messageFindings(options.message),
  ...notifyFindings(options.notify?.emails ?? [], facts),
  ...signers.flatMap((signer, index) => personFindings(signer, `/signers/${index}`)),
  ...(options.copies ?? []).flatMap((copy, index) => personFindings(copy, `/copies/${index}`)),
]

/** What is wrong with the host of a signer who signs in person. */
export function hostFindings({
  host,
  embedOrigin,
}: {
  host?: string | undefined
  embedOrigin?: string | undefined
}): Finding[] {
  if (host === undefined) return []
  const pointer = '/in_person/host'
  if (host.trim() === '') return [findingAt(pointer, undefined, 'people.host')]
  return [
    ...nameFindings(host, pointer),
    ...(embedOrigin === undefined ? [] : [findingAt('/in_person', undefined, 'people.hostFrame')]),
  ]
}
