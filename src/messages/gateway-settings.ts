/**
 * Parses the settings of a generic HTTP SMS gateway. URL, headers and body may contain secrets: no error repeats them.
 */

/** What a template may contain; each is encoded for the place where it stands. */
const PLACEHOLDERS = ['to', 'digits', 'text', 'reference'] as const

/** A gateway of the operator's choice. */
export type SmsGateway = NonNullable<ReturnType<typeof smsGateway>>

/** The raw settings. */
export interface SmsGatewaySettings {
  gatewayUrl: string
  gatewayMethod: 'GET' | 'POST'
  gatewayHeaders: Readonly<Record<string, string>>
  gatewayBody: string
  gatewayAccepted: RegExp | undefined
  gatewayRefused: RegExp | undefined
}

const USED = /\{(\w+)\}/g
/** Set by the connection itself. */
const OWN_HEADERS = ['host', 'content-length', 'transfer-encoding', 'connection', 'expect']

function unknownPlaceholder(template: string): string | undefined {
  const known: readonly string[] = PLACEHOLDERS
  return [...template.matchAll(USED)]
    .map(([, name = '']) => name)
    .find((name) => !known.includes(name))
}

/** An http(s) URL; placeholders in its query only. @throws Error with the valid form */
export function parseGatewayUrl(text: string): string {
  if (text === '') return text
  const problem =
    'must be an http(s) URL without user and password, such as https://sms.example.com/send?to={to}; placeholders only after the question mark'
  if (!URL.canParse(text)) throw new Error(problem)
  const { protocol, username, password, hash } = new URL(text)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  const before = text.split('?', 1)[0] ?? ''
  if (!isWeb || username !== '' || password !== '' || hash !== '' || /[{}]/.test(before))
    throw new Error(problem)
  if (unknownPlaceholder(text.slice(before.length)) !== undefined)
    throw new Error(`may contain the placeholders {${PLACEHOLDERS.join('}, {')}} only`)
  return text
}

/** A JSON object of header names and values. @throws Error with the valid form */
export function parseGatewayHeaders(text: string): Readonly<Record<string, string>> {
  if (text === '') return {}
  const problem =
    'must be a JSON object of header names and values, such as {"Authorization": "Bearer …"}, without Host and Content-Length'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(problem)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(problem)
  const headers: Record<string, string> = {}
  for (const [name, content] of Object.entries(value)) {
    const isName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)
    if (!isName || OWN_HEADERS.includes(name.toLowerCase())) throw new Error(problem)
    if (typeof content !== 'string' || !/^[\t\x20-\x7e]*$/.test(content)) throw new Error(problem)
    headers[name.toLowerCase()] = content
  }
  return headers
}

/** Any text with known placeholders. @throws Error with the valid form */
export function parseGatewayBody(text: string): string {
  // Braces are common in JSON: only a word in braces is a placeholder.
  if (unknownPlaceholder(text) === undefined) return text
  throw new Error(`may contain the placeholders {${PLACEHOLDERS.join('}, {')}} only`)
}

/** A regular expression; empty: undefined. @throws Error with the valid form */
export function parsePattern(text: string): RegExp | undefined {
  if (text === '') return undefined
  try {
    // Answers may have several lines.
    return new RegExp(text, 'su')
  } catch {
    throw new Error('must be a regular expression, such as ^200 .*"status":"accepted"')
  }
}

/** What is missing in a partial configuration: one line per variable. */
export function gatewayProblems(given: Partial<SmsGatewaySettings>): string[] {
  const { gatewayUrl = '', gatewayMethod, gatewayBody = '', gatewayHeaders = {} } = given
  if (gatewayUrl === '')
    return Object.keys(gatewayHeaders).length > 0
      ? ['PARAPH_SMS_GATEWAY_URL is missing: PARAPH_SMS_GATEWAY_HEADERS is set']
      : []
  const sent = gatewayMethod === 'GET' ? gatewayUrl : `${gatewayUrl}${gatewayBody}`
  const hasNumber = sent.includes('{to}') || sent.includes('{digits}')
  if (hasNumber && sent.includes('{text}')) return []
  return gatewayMethod === 'GET'
    ? [
        'PARAPH_SMS_GATEWAY_URL must contain {text}, and {to} or {digits}, with PARAPH_SMS_GATEWAY_METHOD=GET',
      ]
    : ['PARAPH_SMS_GATEWAY_BODY must contain {text}, and {to} or {digits}']
}

/** The gateway; undefined: none. */
export function smsGateway(given: SmsGatewaySettings) {
  if (given.gatewayUrl === '') return undefined
  return {
    method: given.gatewayMethod,
    /** With placeholders in the query only. */
    url: given.gatewayUrl,
    headers: given.gatewayHeaders,
    /** Of POST requests, with placeholders. */
    body: given.gatewayBody,
    /** Matched against `<status> <body>` of the response. */
    accepted: given.gatewayAccepted ?? /^2/u,
    /** Responses which say that this number cannot receive text messages; undefined: none. */
    ...(given.gatewayRefused !== undefined && { refused: given.gatewayRefused }),
  }
}
