/** Data of the page of one signature request, and whether it can still change. */

import type { FormFinding } from '../../pages/components.tsx'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import type { CheckedTrail } from '../account-requests.ts'
import type { PhoneCountries } from '../option-lists.tsx'
import type { Sender } from '../senders.ts'
import type { LiveState } from './live.tsx'

/** Data of the page. */
export interface RequestPage {
  request: DocumentJson
  trail: CheckedTrail
  /** Codes of test requests, by signer. */
  codes: ReadonlyMap<string, string>
  /** Links of test requests, by signer. */
  links: ReadonlyMap<string, string>
  /** Keys that may send it, while it is a draft. */
  keys: ReadonlyArray<Pick<Sender, 'id' | 'label'>>
  /** Names of the account's keys, by id. */
  keyNames: ReadonlyMap<string, string>
  /** Of signers' numbers. */
  countries: PhoneCountries
  /** When it is erased; undefined: kept without limit, or still open. RFC 3339. */
  keptUntil: string | undefined
  outbox: boolean
  /** Token of this form: submitted twice, it takes effect once. */
  form: string
  /** The faults of the submitted form, and which form it was. */
  finding?: { act: string; findings: readonly FormFinding[] } | undefined
}

/** The faults of one of the page's forms, if it was that one. */
export const findingsAt = ({ finding }: Pick<RequestPage, 'finding'>, act: string) =>
  finding?.act === act ? finding.findings : undefined

/** The name of a person, or the address where no name is known. */
export const signerName = ({ first_name, last_name, email }: SignerJson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** Whether the request is final. */
export const isOver = (status: string): boolean => status !== 'draft' && status !== 'pending'

/** The live state that an open page of a request is compared with. */
export const liveState = (status: string, entries: number): LiveState => ({
  status,
  steps: entries,
  over: isOver(status),
})
