/**
 * What an SMTP error means for a mail: is the address bad, the mail refused, or is it the server's state or our
 * own set-up, which time and an operator can mend (RFC 5321, 4.2.1; RFC 3463).
 */
import { PermanentFailure, TemporaryFailure } from './ports.ts'

/** The members of a nodemailer error that are read here. */
export interface SmtpError {
  /** `ECONNECTION`, `ETIMEDOUT`, `EAUTH`, `EENVELOPE` … */
  code?: unknown
  responseCode?: unknown
  /** The server's answer. */
  response?: unknown
  /** `MAIL FROM`, `RCPT TO`, `DATA` … */
  command?: unknown
}

const REPLY_LENGTH_MAX = 200

/** The server could not be talked to at all: other mails would fail alike. */
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

/** A server's words without addresses, since they are logged and stored. */
const quietReply = (reply: string): string =>
  reply
    .replaceAll(/<[^<>]*>|[^\s@<>]+@[^\s@<>]+/g, '…')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, REPLY_LENGTH_MAX)
    .trim()

/** Whether the mail server as such is out of reach. */
export const isUnreachable = (error: SmtpError): boolean =>
  typeof error.code === 'string' && UNREACHABLE.has(error.code) && !error.responseCode

/** Relays say 5.7.x, 530 or 535 when they do not want us: the address is not to blame. */
const refusesUs = (status: number, reply: string): boolean =>
  status === 530 ||
  status === 535 ||
  status === 538 ||
  /^\d{3}[ -]5\.7\.\d/.test(reply) ||
  /\brelay/i.test(reply)

/** Turns what nodemailer throws into one of the two failures of a driver. */
export function smtpFailure(error: SmtpError): TemporaryFailure | PermanentFailure {
  const { code, command } = error
  const status = typeof error.responseCode === 'number' ? error.responseCode : 0
  const reply = typeof error.response === 'string' ? error.response : ''
  const said = reply === '' ? '' : `: ${quietReply(reply)}`
  if (status >= 500 && command === 'RCPT TO' && !refusesUs(status, reply))
    return new PermanentFailure(`the mail server refused the address${said}`, 'recipient')
  if (status >= 500 && command === 'DATA' && code === 'EMESSAGE')
    return new PermanentFailure(`the mail server refused the mail${said}`, 'message')
  if (status === 552) return new PermanentFailure(`the mail is too large${said}`, 'message')
  if (status === 0 && code === 'EMESSAGE')
    return new PermanentFailure('the mail is larger than the mail server takes', 'message')
  if (status === 0 && code === 'EENVELOPE')
    return new PermanentFailure('the address cannot be written in a mail', 'recipient')
  const words = typeof code === 'string' ? WORDS[code] : undefined
  return new TemporaryFailure(`${words ?? 'the mail server did not take the mail'}${said}`)
}
