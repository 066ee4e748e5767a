/**
 * What an SMTP error means for a mail: a bad address, a rejected mail, or a server state or configuration error,
 * which time or the operator can fix (RFC 5321, 4.2.1; RFC 3463).
 */
import { PermanentFailure, TemporaryFailure } from './ports.ts'

/** The members of a nodemailer error used here. */
interface SmtpError {
  /** `ECONNECTION`, `ETIMEDOUT`, `EAUTH`, `EENVELOPE` … */
  code?: unknown
  responseCode?: unknown
  /** The server's response. */
  response?: unknown
  /** `MAIL FROM`, `RCPT TO`, `DATA` … */
  command?: unknown
}

const REPLY_LENGTH_MAX = 200

/** The server could not be reached at all: other mails would fail too. */
const UNREACHABLE = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EABORT'])

const WORDS: Record<string, string> = {
  ECONNECTION: 'the mail server closed or refused the connection',
  ETIMEDOUT: 'the mail server did not answer in time',
  ESOCKET: 'the connection to the mail server broke or could not be made',
  EDNS: "the mail server's name was not found",
  ETLS: 'the connection to the mail server cannot be encrypted',
  EAUTH: 'the mail server refused the login',
  EABORT: 'the mail server did not take the mail in time',
}

/** A server's reply without addresses, since it is logged and stored. */
const quietReply = (reply: string): string =>
  reply
    .replaceAll(/<[^<>]*>|[^\s@<>]+@[^\s@<>]+/g, '…')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, REPLY_LENGTH_MAX)
    .trim()

/** Whether the mail server itself is unreachable. */
export const isUnreachable = (error: SmtpError): boolean =>
  typeof error.code === 'string' && UNREACHABLE.has(error.code) && !error.responseCode

/** Relays reply 5.7.x, 530 or 535 when they reject us: the address is not at fault. */
const refusesUs = (status: number, reply: string): boolean =>
  status === 530 ||
  status === 535 ||
  status === 538 ||
  /^\d{3}[ -]5\.7\.\d/.test(reply) ||
  /\brelay/i.test(reply)

/** Converts nodemailer errors into one of the two driver failures. */
export function smtpFailure(error: SmtpError): TemporaryFailure | PermanentFailure {
  const { code, command } = error
  const status = typeof error.responseCode === 'number' ? error.responseCode : 0
  const reply = typeof error.response === 'string' ? error.response : ''
  const said = reply === '' ? '' : `: ${quietReply(reply)}`
  if (status >= 500 && command === 'RCPT TO' && !refusesUs(status, reply))
    return new PermanentFailure(`the mail server refused the address${said}`, 'recipient')
  if (status >= 500 && command === 'DATA' && code === 'EMESSAGE')
    return new PermanentFailure(`the mail server refused the e-mail${said}`, 'message')
  if (status === 552) return new PermanentFailure(`the e-mail is too large${said}`, 'message')
  if (status === 0 && code === 'EMESSAGE')
    return new PermanentFailure('the e-mail is larger than the mail server accepts', 'message')
  if (status === 0 && code === 'EENVELOPE')
    return new PermanentFailure('the address cannot be used in an e-mail', 'recipient')
  const words = typeof code === 'string' ? WORDS[code] : undefined
  return new TemporaryFailure(`${words ?? 'the mail server did not accept the e-mail'}${said}`)
}
