/** A server that speaks the part of Twilio's REST API (2010-04-01) that sends messages and places calls. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import twilioPackage from 'twilio'

/** A request as it came. */
export interface TwilioRequest {
  method: string
  path: string
  authorization: string
  contentType: string
  form: Record<string, string>
}

/** An answer: Twilio's JSON of a failure, or any bytes. */
export interface TwilioAnswer {
  status: number
  body: string
  headers?: Record<string, string>
}

/** Twilio's error document. */
export const twilioError = (status: number, code: number, message: string): TwilioAnswer => ({
  status,
  body: JSON.stringify({
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  }),
})

const MESSAGE_SID = 'SM0123456789abcdef0123456789abcdef'

/** The resource that Twilio answers to a message it took. */
function created(accountSid: string, form: Record<string, string>): TwilioAnswer {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${MESSAGE_SID}`
  return {
    status: 201,
    body: JSON.stringify({
      account_sid: accountSid,
      api_version: '2010-04-01',
      body: form.Body,
      date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
      date_sent: null,
      date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: form.From ?? null,
      messaging_service_sid: form.MessagingServiceSid ?? null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: null,
      sid: MESSAGE_SID,
      status: 'queued',
      subresource_uris: { media: `${uri}/Media.json` },
      to: form.To,
      uri: `${uri}.json`,
    }),
  }
}

/** The resource that Twilio answers to a call it took. */
function calling(accountSid: string, form: Record<string, string>, sid: string): TwilioAnswer {
  return {
    status: 201,
    body: JSON.stringify({
      account_sid: accountSid,
      answered_by: null,
      api_version: '2010-04-01',
      date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
      date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
      direction: 'outbound-api',
      duration: null,
      end_time: null,
      from: form.From,
      price: null,
      price_unit: 'USD',
      sid,
      start_time: null,
      status: 'queued',
      subresource_uris: {},
      to: form.To,
      uri: `/2010-04-01/Accounts/${accountSid}/Calls/${sid}.json`,
    }),
  }
}

/** A request that Twilio would post to an address of the service: its fields, signed over the address and them. */
export function signedByTwilio(token: string, url: string, form: Record<string, string>) {
  return {
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioPackage.getExpectedTwilioSignature(token, url, form),
    },
  }
}

/** A call as its order describes it: what is said until a key is pressed, and where Twilio asks what to say then. */
export function readCall({ form }: TwilioRequest) {
  const twiml = form.Twiml ?? ''
  const action = /<Gather [^>]*action="([^"]*)"/.exec(twiml)?.[1] ?? ''
  return { twiml, action: action.replaceAll('&amp;', '&'), status: form.StatusCallback ?? '' }
}

async function read(request: IncomingMessage): Promise<TwilioRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    contentType: request.headers['content-type'] ?? '',
    form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
  }
}

function reply(response: ServerResponse, { status, body, headers }: TwilioAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  response.end(body)
}

/** Starts a server; without an answer of the test's own (or with `undefined`) it takes every message of a caller who logs in. */
export async function startTwilio(
  login: { username: string; password: string },
  answer?: (request: TwilioRequest) => TwilioAnswer | 'silence' | undefined,
) {
  const requests: TwilioRequest[] = []
  const expected = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming)
    requests.push(request)
    const path = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})\/(Messages|Calls)\.json$/.exec(
      request.path,
    )
    if (request.method !== 'POST' || path?.[1] === undefined)
      return reply(response, twilioError(404, 20404, 'The requested resource was not found'))
    if (request.authorization !== expected)
      return reply(response, twilioError(401, 20003, 'Authenticate'))
    const own = answer?.(request)
    if (own === 'silence') return
    const sid = `CA${String(requests.length).padStart(32, '0')}`
    const taken =
      path[2] === 'Calls' ? calling(path[1], request.form, sid) : created(path[1], request.form)
    reply(response, own ?? taken)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
