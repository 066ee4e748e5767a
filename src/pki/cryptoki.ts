/**
 * The part of PKCS#11 (OASIS, 2.40) needed for RSA keys, as the library `pkcs11js` exposes it. The library is
 * optional, compiled on installation, and loaded only if a token is configured.
 */

import { FatalError } from '../kernel/invariant.ts'
import { membersOf } from '../kernel/type-guards.ts'

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
export const CK = {
  CKF_RW_SESSION: 0x2,
  CKF_SERIAL_SESSION: 0x4,
  CKF_OS_LOCKING_OK: 0x2,
  CKU_USER: 1,
  CKO_CERTIFICATE: 1,
  CKO_PUBLIC_KEY: 2,
  CKO_PRIVATE_KEY: 3,
  CKK_RSA: 0,
  CKK_EC: 3,
  CKM_RSA_PKCS_KEY_PAIR_GEN: 0x0,
  CKM_RSA_PKCS: 0x1,
  CKM_EC_KEY_PAIR_GEN: 0x1040,
  CKM_ECDSA: 0x1041,
  CKA_CLASS: 0x0,
  CKA_TOKEN: 0x1,
  CKA_PRIVATE: 0x2,
  CKA_LABEL: 0x3,
  CKA_VALUE: 0x11,
  CKA_KEY_TYPE: 0x100,
  CKA_ID: 0x102,
  CKA_SENSITIVE: 0x103,
  CKA_SIGN: 0x108,
  CKA_VERIFY: 0x10a,
  CKA_MODULUS: 0x120,
  CKA_MODULUS_BITS: 0x121,
  CKA_PUBLIC_EXPONENT: 0x122,
  CKA_EXTRACTABLE: 0x162,
  CKA_EC_PARAMS: 0x180,
  CKA_EC_POINT: 0x181,
  CKR_PIN_INCORRECT: 0xa0,
  CKR_PIN_LOCKED: 0xa4,
  CKR_USER_ALREADY_LOGGED_IN: 0x100,
  CKR_CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const

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
      const why = error instanceof Error ? error.message : String(error)
      throw new FatalError(`${path} cannot be used as a PKCS#11 module: ${why}`, {
        cause: error,
      })
    }
  }
  return module
}
