/** One HTTP exchange with an external authority: its complete response, limited in size, or why there is none. */
import type { Dispatcher } from 'undici'
import { headOf, type Outgoing, request } from '../egress/client.ts'

/** The request, and what is accepted in response. */
interface Exchange extends Omit<Outgoing, 'resolver' | 'stop'> {
  bytesMax: number
  /** Accepted media types; if absent, any. */
  accept?: readonly string[]
}

/** An authority that cannot be reached or sends an unusable response; the message explains why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

const STATUS_OK = 200

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { accept, bytesMax }: Exchange,
): Promise<Buffer> {
  if (statusCode !== STATUS_OK) throw new NoAnswer(`the response has the status ${statusCode}`)
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  if (accept !== undefined && !accept.includes(type.trim()))
    throw new NoAnswer(`the response is of type ${type.trim() || 'nothing'}`)
  const bytes = await headOf(body, bytesMax + 1)
  if (bytes.length > bytesMax) throw new NoAnswer(`the response is larger than ${bytesMax} bytes`)
  return bytes
}

/** Sends the request and reads the whole response, whose status must be 200. @throws NoAnswer */
export async function exchange(address: string, order: Exchange): Promise<Buffer> {
  try {
    return await request(new URL(address), order, (answer) => readAnswer(answer, order))
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    const why = error instanceof Error && error.message !== '' ? error.message : 'it failed'
    throw new NoAnswer(why, { cause: error })
  }
}
