/** A first signature request from the console, signed by the authority with TEST in its name. */
import type { Caller } from '../accounts/caller.ts'
import type { Locale } from '../kernel/languages.ts'
import type { Signing } from '../signing/open.ts'

/** The request to send. */
interface FirstRequest {
  pdf: Uint8Array
  filename: string
  /** Where the signature goes: points from the top left. */
  field: { page: number; x: number; y: number; width: number; height: number }
  email: string
  locale: Locale
  ip: string
}

/** Sends a first request, and looks up the latest. */
export type FirstRequests = ReturnType<typeof firstRequests>

/** @param begin begins to create the TEST authority's keys, if there are none */
export const firstRequests = (
  { requests, lists }: Pick<Signing, 'requests' | 'lists'>,
  begin: () => void,
) => ({
  /** @throws AppError `authority_unavailable`, `rate_limited` and those of a request */
  async send(caller: Caller, { pdf, filename, field, email, locale, ip }: FirstRequest) {
    const { page, x, y, width, height } = field
    const signers = [{ email, locale, fields: [{ page, x, y, width, height }] }]
    await requests.create(
      caller,
      { pdf, filename, signers, options: {} },
      { actor: `key:${caller.key.id}`, ip },
    )
  },
  /** The newest one of a test key. */
  async latest(caller: Caller) {
    // The button may be pressed next: the keys are generated in the meantime.
    begin()
    return (await lists.list(caller, { limit: 1 })).documents[0]
  },
})
