/**
 * The part of PKCS#11 (OASIS, 2.40) needed for RSA keys, as the library `pkcs11js` exposes it. The library is
 * optional, compiled on installation, and loaded only if a token is configured.
 */

import { FatalError } from '../kernel/invariant.ts'
import { membersOf, messageOf } from '../kernel/type-guards.ts'
import CONSTANTS from './cryptoki.json' with { type: 'json' }

/** Handle of a slot, a session or an object. */
export type Handle = Buffer

/** One attribute of an object; searches and reads give only its type. */
export interface Attribute {
  type: number
  value?: number | boolean | string | Buffer
}

/** The functions of the library that are used. */
export interface Cryptoki {
  load(path: string): void
  C_Initialize(options?: { flags?: number }): void
  C_GetSlotList(tokenPresent: boolean): Handle[]
  C_GetTokenInfo(slot: Handle): { label: string; model: string; manufacturerID: string }
  C_OpenSession(slot: Handle, flags: number): Handle
  C_CloseSession(session: Handle): void
  C_Login(session: Handle, user: number, pin: string): void
  C_FindObjectsInit(session: Handle, template: Attribute[]): void
  C_FindObjects(session: Handle, max: number): Handle[]
  C_FindObjectsFinal(session: Handle): void
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: Attribute[],
  ): Array<{ type: number; value: Buffer }>
  C_GenerateKeyPairAsync(
    session: Handle,
    mechanism: { mechanism: number },
    publicKey: Attribute[],
    privateKey: Attribute[],
  ): Promise<{ publicKey: Handle; privateKey: Handle }>
  C_SignInit(session: Handle, mechanism: { mechanism: number }, key: Handle): void
  C_SignAsync(session: Handle, data: Buffer, out: Buffer): Promise<Buffer>
  C_DestroyObject(session: Handle, object: Handle): void
}

/** Constants of the standard, by name. */
export const CK: typeof CONSTANTS = CONSTANTS

/** The module's return value (CKR_…); undefined for an error from elsewhere. */
export function resultOf(error: unknown): number | undefined {
  const { code } = membersOf(error)
  return typeof code === 'number' ? code : undefined
}

/** Not a literal in the import: this program compiles without the library. */
const LIBRARY: string = 'pkcs11js'

/**
 * Loads a module.
 * @throws FatalError if the library was not built or the file is not a PKCS#11 module
 */
export async function loadModule(path: string): Promise<Cryptoki> {
  let library: { PKCS11: new () => Cryptoki }
  try {
    const loaded = (await import(LIBRARY)) as { default: typeof library }
    library = loaded.default
  } catch (error) {
    const how = 'install g++, make and python3, then "npm install pkcs11js"'
    throw new FatalError(`keys in a PKCS#11 token need the library pkcs11js: ${how}`, {
      cause: error,
    })
  }
  const module = new library.PKCS11()
  try {
    module.load(path)
    // Signatures run in the thread pool: the module must do the locking.
    module.C_Initialize({ flags: CK.CKF_OS_LOCKING_OK })
  } catch (error) {
    if (resultOf(error) !== CK.CKR_CRYPTOKI_ALREADY_INITIALIZED) {
      const why = messageOf(error)
      throw new FatalError(`${path} cannot be used as a PKCS#11 module: ${why}`, {
        cause: error,
      })
    }
  }
  return module
}
