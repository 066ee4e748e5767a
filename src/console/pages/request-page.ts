/** What the page of one signature request knows, and whether it can still change. */

import type { DocumentJson } from '../../signing/requests/schemas.ts'
import type { CheckedTrail } from '../account-requests.ts'
import type { LiveState } from './live.ts'
import type { FormFault } from './request-faults.ts'

/** A key by which something can be sent. */
export interface SendingKey {
  id: string
  label: string
}

/** What the page knows. */
export interface RequestPage {
  request: DocumentJson
  trail: CheckedTrail
  /** Codes of test requests, by signer. */
  codes: ReadonlyMap<string, string>
  /** Keys that may send it, while it is a draft. */
  keys: readonly SendingKey[]
  /** Names of the account's keys, by id. */
  keyNames: ReadonlyMap<string, string>
  baseUrl: string
  outbox: boolean
  /** Of this form: sent twice, it does its work once. */
  form: string
  /** What was wrong with the form that was sent, and which one. */
  fault?: { act: string; faults: readonly FormFault[] } | undefined
}

/** Whether nothing will change by itself any more. */
export const isOver = (status: string): boolean => status !== 'draft' && status !== 'pending'

/** What an open page of a request is held against. */
export const liveState = (status: string, entries: number): LiveState => ({
  status,
  steps: entries,
  over: isOver(status),
})
