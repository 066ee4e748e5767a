/**
 * Names and messages that an account sends by mail: anything that imitates somebody else, or leads people elsewhere,
 * is refused. From shows the name with "via" unless the operator has verified it.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import { isOwnAddress } from '../model/people.ts'
import type { RequestOptions, SignerInput } from '../model/schemas/request.ts'
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

const finding = (
  pointer: string,
  code: string,
  [detail, fix]: readonly [string, string],
  [detailFr, fixFr]: readonly [string, string],
): Finding => ({
  pointer,
  code,
  detail: `${pointer} ${detail}; ${fix}.`,
  fix,
  detailFr: `${pointer} ${detailFr} ; ${fixFr}.`,
  fixFr,
})

const disguised = (pointer: string) =>
  finding(
    pointer,
    'name_disguised',
    ['contains control characters', 'remove them'],
    ['contient des caractères de contrôle', 'retirez-les'],
  )

const linked = (pointer: string) =>
  finding(
    pointer,
    'text_link',
    ['contains a link, which is not sent to signers', 'put it in the document'],
    ['contient un lien, qui n’est pas transmis aux signataires', 'placez-le dans le document'],
  )

/** Faults in a displayed name. */
export function nameFindings(name: string | null | undefined, pointer: string): Finding[] {
  const text = name ?? ''
  if (DISGUISES.test(text)) return [disguised(pointer)]
  if (LINK.test(text)) return [linked(pointer)]
  if (!isMixed(text)) return []
  return [
    finding(
      pointer,
      'name_mixed',
      ['mixes letters of several alphabets in one word', 'write it in one'],
      ['mêle les lettres de plusieurs alphabets dans un mot', 'écrivez-le dans un seul'],
    ),
  ]
}

/** Faults in the names of a person. @param at pointer of the person */
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

/** Faults in the sender's name. */
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
    return [
      finding(
        pointer,
        'sender_address',
        ['contains an e-mail address that is not the account’s own', 'give a name'],
        ['contient une adresse e-mail qui n’est pas celle du compte', 'indiquez un nom'],
      ),
    ]
  if (brandIn(sender, [...BRANDS, ...facts.reserved]) === undefined) return []
  return [
    finding(
      pointer,
      'sender_reserved',
      [
        'is the name of a company or service that is often impersonated',
        'give your own name, or have the operator of this service verify that it is yours',
      ],
      [
        'est le nom d’une entreprise ou d’un service dont on usurpe souvent l’identité',
        'indiquez le vôtre, ou faites vérifier par l’exploitant du service que c’est le vôtre',
      ],
    ),
  ]
}

/** Faults in the name of an account's brand: the same rules as for the sender of a request. */
export const brandNameFindings = (name: string | undefined, facts: SenderFacts): Finding[] =>
  senderFindings(name, facts, '/name')

function messageFindings(message: string | undefined): Finding[] {
  const pointer = '/message'
  if (DISGUISES_IN_LINES.test(message ?? '')) return [disguised(pointer)]
  return LINK.test(message ?? '') ? [linked(pointer)] : []
}

/** Mails to the sender go to the account's owner: to anybody else they would be unasked. */
const notifyFindings = (emails: readonly string[], facts: SenderFacts): Finding[] =>
  emails.flatMap((email, index) =>
    isOwnAddress(email, facts.email)
      ? []
      : [
          finding(
            `/notify/emails/${index}`,
            'notify_address',
            ['is not an address of this account', `give ${facts.email}, or the same with a +tag`],
            [
              'n’est pas une adresse de ce compte',
              `indiquez ${facts.email}, ou la même avec un +suffixe`,
            ],
          ),
        ],
  )

/** Faults in the names, the message and the addresses of an order. */
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
