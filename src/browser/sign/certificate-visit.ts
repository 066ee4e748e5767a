import { membersOf } from '../../kernel/type-guards.ts'
/** What a window remembers while its visitor is at the provider of a certificate. */

/** The path of the document's page. */
export const LEFT_KEY = 'paraph-certificate-left'
/** What the provider said. */
export const RETURNED_KEY = 'paraph-certificate-returned'

/** What a provider says in the address. */
export type ReturnedOrder = NonNullable<ReturnType<typeof takeReturned>>

/** Goes to the provider; does not come back. */
export async function visit(path: string, url: string): Promise<never> {
  sessionStorage.setItem(LEFT_KEY, path)
  location.assign(url)
  // The button stays busy until the other page is there.
  return await new Promise<never>(() => undefined)
}

/** What the provider said, once; undefined: nobody has come back. */
export function takeReturned() {
  const text = sessionStorage.getItem(RETURNED_KEY)
  sessionStorage.removeItem(RETURNED_KEY)
  if (text === null) return undefined
  const { state, code, error } = membersOf(JSON.parse(text))
  return {
    state: String(state),
    /** Absent: the visitor did not agree, or the provider failed. */
    ...(typeof code === 'string' && { code }),
    /** RFC 6749, 4.1.2.1. */
    ...(typeof error === 'string' && { error }),
  }
}
