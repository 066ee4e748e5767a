/** What accounts see of their external seals, and what becomes of them when an account is closed. */

import { KEY_MODES, type KeyMode } from '../../accounts/key-format.ts'
import { Service } from '../../kernel/service.ts'
import type { SealFacts } from '../../seals/service.ts'
import type { Needs } from '../requests/parts.ts'
import * as store from '../store/requests.ts'

/** The external seal of an account for one kind of key. */
export interface ExternalSealReport {
  mode: KeyMode
  /** Undefined: none is configured. */
  seal: SealFacts | undefined
  /** Documents that everybody has signed and whose seal has failed so far or for good. */
  waiting: number
  /** The newest of their faults. */
  fault: { documentId: string; reason: string; at: string } | undefined
}

/** Reads and removes them; they are configured by the operator. */
export class ExternalSealReports extends Service<
  Needs<'certificateServices' | 'db' | 'externalSeals'>
> {
  /** One for each kind of key that has a seal, or documents that wait for one. */
  async of(accountId: string): Promise<ExternalSealReport[]> {
    const { db, externalSeals } = this.parts
    const seals = await externalSeals.list(accountId)
    const unsealed = await store.listUnsealed(db, accountId)
    return KEY_MODES.map((mode) => {
      const faults = unsealed
        .filter((each) => each.mode === mode)
        .flatMap(({ id, outer_seal: outer }) =>
          outer?.fault === undefined ? [] : [{ documentId: id, ...outer.fault }],
        )
        .sort((a, b) => (a.at < b.at ? 1 : -1))
      const seal = seals.find((each) => each.mode === mode)
      return { mode, seal, waiting: faults.length, fault: faults[0] }
    }).filter(({ seal, waiting }) => seal !== undefined || waiting > 0)
  }

  /** The services at which signers of an account have certificates of their own. */
  async certificateServices(accountId: string) {
    const { certificateServices } = this.parts
    const found = await Promise.all(
      KEY_MODES.map((mode) => certificateServices.find(accountId, mode)),
    )
    return found.flatMap((row) =>
      row === undefined
        ? []
        : [{ mode: row.mode, name: row.name, title: row.title, url: row.place.url }],
    )
  }

  /** Removes the services and seals of an account with their secrets, but those seals that a document which everybody has signed needs. */
  async forget(accountId: string): Promise<void> {
    const { db, externalSeals, certificateServices } = this.parts
    for (const mode of KEY_MODES) await certificateServices.remove(accountId, mode)
    const unsealed = await store.listUnsealed(db, accountId)
    const needed = unsealed.filter(({ status }) => status === 'pending').map(({ mode }) => mode)
    for (const mode of KEY_MODES)
      if (!needed.includes(mode)) await externalSeals.remove(accountId, mode)
  }
}
