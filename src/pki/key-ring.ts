/** All keys of the authority: new ones in the configured holder, old ones where they were created. */
import { FatalError } from '../kernel/invariant.ts'
import { type HeldKey, holderOf, type KeyHolder, type MadeKey } from './key-holder.ts'

/** The holders by kind; new keys are created in the first one. */
export class KeyRing {
  readonly #holders: readonly [KeyHolder, ...KeyHolder[]]

  constructor(holders: readonly [KeyHolder, ...KeyHolder[]]) {
    this.#holders = holders
  }

  /** Where new keys are created. */
  get kind(): KeyHolder['kind'] {
    return this.#holders[0].kind
  }

  /** Descriptions of the holders, the one for new keys first. @throws AppError, FatalError */
  async check(): Promise<string[]> {
    const said: string[] = []
    for (const holder of this.#holders) said.push(await holder.check())
    return said
  }

  create(label: string): Promise<MadeKey> {
    return this.#holders[0].create(label)
  }

  async open(label: string, stored: string): Promise<HeldKey> {
    return await this.#holderOf(label, stored).open(label, stored)
  }

  async destroy(label: string, stored: string): Promise<void> {
    await this.#holderOf(label, stored).destroy(label, stored)
  }

  #holderOf(label: string, stored: string): KeyHolder {
    const kind = holderOf(stored)
    const found = this.#holders.find((each) => each.kind === kind)
    if (found !== undefined) return found
    throw new FatalError(
      `the key ${label} is in a PKCS#11 token; set PARAPH_PKCS11_MODULE, PARAPH_PKCS11_TOKEN and PARAPH_PKCS11_PIN`,
    )
  }
}
