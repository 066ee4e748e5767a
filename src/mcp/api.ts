/** One call of the service's own HTTP API by a tool, independent of the transport. */

/** A call; a form and a JSON body exclude each other. */
export interface ApiCall {
  method: string
  path: string
  query?: Readonly<Record<string, string>>
  json?: unknown
  form?: FormData
  headers?: Readonly<Record<string, string>>
}

/** The complete response. */
export interface ApiAnswer {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Makes a call with the key it was created for; aborting the signal cancels the work. */
export type Api = (call: ApiCall, signal: AbortSignal) => Promise<ApiAnswer>

/** The call as it goes over the wire. */
interface PackedCall {
  url: string
  headers: Record<string, string>
  body?: Buffer
}

/** Serialises a call: URL with query, headers, body. */
export async function pack({ path, query, json, form, headers }: ApiCall): Promise<PackedCall> {
  const search = new URLSearchParams(query).toString()
  const url = search === '' ? path : `${path}?${search}`
  if (form !== undefined) {
    const packed = new Response(form)
    const type = packed.headers.get('content-type') ?? 'multipart/form-data'
    const body = Buffer.from(await packed.arrayBuffer())
    return { url, headers: { ...headers, 'content-type': type }, body }
  }
  if (json === undefined) return { url, headers: { ...headers } }
  const body = Buffer.from(JSON.stringify(json))
  return { url, headers: { ...headers, 'content-type': 'application/json' }, body }
}
