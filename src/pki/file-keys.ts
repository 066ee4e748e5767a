/** Keys of the authority in the database, encrypted by the vault, and used through node:crypto. */
import type { KeyObject } from 'node:crypto'
import type { Db } from '../database/open.ts'
import type { HeldKey, KeyHolder } from './key-holder.ts'
import { exportKey, importKey, type MakeKey, publicKeyInfo, signWithKey } from './keys.ts'
import { recordVault, vaultParameters } from './store.ts'
import { openVault, type Vault } from './vault.ts'

/** A key in this process's memory. */
const softwareKey = (key: KeyObject): HeldKey => ({
  publicKeyInfo: publicKeyInfo(key),
  sign: (data) => signWithKey(key, data),
  export: () => exportKey(key),
})

/** What is needed to open the vault. */
interface FileKeysParts {
  db: Db
  dataFolder: string
  /** Encrypts the keys at rest; if empty, a key file in the data folder does. */
  passphrase: string
  makeKey: MakeKey
}

/** Keys at rest in the database. */
export class FileKeys implements KeyHolder {
  readonly kind = 'file'
  readonly #parts: FileKeysParts
  #opening: Promise<Vault> | undefined

  /** Nothing is opened until the first key is needed. */
  constructor(parts: FileKeysParts) {
    this.#parts = parts
  }

  async create(label: string) {
    const vault = await this.#vault()
    const key = await this.#parts.makeKey()
    return { key: softwareKey(key), stored: vault.seal(label, exportKey(key)) }
  }

  async open(label: string, stored: string): Promise<HeldKey> {
    return softwareKey(importKey((await this.#vault()).open(label, stored)))
  }

  async check(): Promise<string> {
    const { passphrase } = this.#parts
    return `encrypted in the database by ${passphrase === '' ? 'the key file' : 'the passphrase'}`
  }

  /** The only copy is in the database, and the caller removes that. */
  async destroy(): Promise<void> {}

  #vault(): Promise<Vault> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #open(): Promise<Vault> {
    const { db, dataFolder, passphrase } = this.#parts
    const known = await vaultParameters(db)
    const first = await openVault(dataFolder, passphrase, known)
    if (known === undefined) await recordVault(db, first.parameters)
    const stored = known ?? (await vaultParameters(db))
    // Two processes may start together: the parameters recorded first apply.
    const opened =
      stored === first.parameters || stored === known
        ? first
        : await openVault(dataFolder, passphrase, stored)
    return opened.vault
  }
}
