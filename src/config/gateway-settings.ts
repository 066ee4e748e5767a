/** The generic HTTP gateway for text messages. */
import {
  parseGatewayBody,
  parseGatewayHeaders,
  parseGatewayUrl,
  parsePattern,
} from '../messages/gateway-settings.ts'
import { TEXT_CARRIERS } from '../messages/settings.ts'
import { oneOf, setting } from './setting-kinds.ts'

/** Rows of the one table, see `config/settings.ts`. */
export const GATEWAY_SETTINGS = {
  PARAPH_SMS_FIRST: setting(
    'Provider of text messages that is tried first if both Twilio and a gateway are set up; the other one takes over when it fails',
    'twilio',
    oneOf(...TEXT_CARRIERS),
  ),
  PARAPH_SMS_GATEWAY_URL: setting(
    'HTTP gateway for text messages, instead of Twilio or besides it, also in a private network; may contain {to}, {digits}, {text} and {reference} after the question mark; empty: none',
    '',
    parseGatewayUrl,
  ),
  PARAPH_SMS_GATEWAY_METHOD: setting('HTTP method of the gateway', 'POST', oneOf('POST', 'GET')),
  PARAPH_SMS_GATEWAY_HEADERS: setting(
    'Headers sent to the gateway: a JSON object such as {"Authorization": "Bearer …"}; Content-Type (default: application/json) also decides how values are encoded in the body',
    '',
    parseGatewayHeaders,
  ),
  PARAPH_SMS_GATEWAY_BODY: setting(
    'Body sent to the gateway; {to} is +33612345678, {digits} the same without the plus sign, {reference} an id of the message',
    '{"to":"{to}","text":"{text}"}',
    parseGatewayBody,
  ),
  PARAPH_SMS_GATEWAY_ACCEPTED: setting(
    'Regular expression for the responses (status, space, body) with which the gateway accepts a text message; empty: every 2xx status',
    '',
    parsePattern,
  ),
  PARAPH_SMS_GATEWAY_REFUSED: setting(
    'Regular expression for the responses (status, space, body) which mean that the number cannot receive text messages; empty: none',
    '',
    parsePattern,
  ),
} as const
