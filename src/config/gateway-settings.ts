/** The generic HTTP gateway for text messages. */
import {
  parseGatewayBody,
  parseGatewayHeaders,
  parseGatewayUrl,
  parsePattern,
} from '../messages/gateway-settings.ts'
import { TEXT_CARRIERS } from '../messages/settings.ts'
import { oneOf, settings } from './setting-kinds.ts'

/** Rows of the one table, see `config/settings.ts`. */
export const GATEWAY_SETTINGS = settings({
  PARAPH_SMS_FIRST: oneOf(...TEXT_CARRIERS),
  PARAPH_SMS_GATEWAY_URL: parseGatewayUrl,
  PARAPH_SMS_GATEWAY_METHOD: oneOf('POST', 'GET'),
  PARAPH_SMS_GATEWAY_HEADERS: parseGatewayHeaders,
  PARAPH_SMS_GATEWAY_BODY: parseGatewayBody,
  PARAPH_SMS_GATEWAY_ACCEPTED: parsePattern,
  PARAPH_SMS_GATEWAY_REFUSED: parsePattern,
})
