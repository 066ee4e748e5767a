/**
 * The development outbox: without a configured mail server or Twilio account, messages are written to files (the
 * newest are retained), so that a developer can read what would have been sent. Never in production.
 */
import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { MailDriver, OutgoingMail, OutgoingText, SmsDriver } from './ports.ts'

/** A message that was stored instead of sent. */
export interface OutboxMessage {
  id: string
  /** When it was stored, RFC 3339. */
  at: string
  channel: 'mail' | 'sms'
  to: string
  /** Mails only. */
  subject?: string
  text: string
  /** Mails only. */
  html?: string
  /** Mails only. */
  fromName?: string
  /** Mails only. */
  replyTo?: string
  /** Mails only: what was attached; its bytes are not stored. */
  attachment?: { filename: string; type: string; size: number }
  /** Mails only: the Message-ID without its domain. */
  messageId?: string
}

const MESSAGES_MAX = 500
const NAME = /^(msg_[0-9a-z]{26})\.json$/

/** A folder of messages. */
export class Outbox {
  readonly #folder: string
  readonly #clock: Clock
  readonly #messagesMax: number
  /** Carries mails into the folder. */
  readonly mails: MailDriver = { send: (mail) => this.#storeMail(mail) }
  /** Carries text messages into the folder. */
  readonly texts: SmsDriver = { send: (message) => this.#storeText(message) }

  constructor(parts: { folder: string; clock: Clock; messagesMax?: number }) {
    this.#folder = parts.folder
    this.#clock = parts.clock
    this.#messagesMax = parts.messagesMax ?? MESSAGES_MAX
  }

  /** Every message, newest first; unreadable ones are omitted. */
  async list(): Promise<OutboxMessage[]> {
    const names = await this.#names()
    const read = await Promise.all(names.reverse().map((id) => this.get(id)))
    return read.filter((message) => message !== undefined)
  }

  /** One message. */
  async get(id: string): Promise<OutboxMessage | undefined> {
    if (!NAME.test(`${id}.json`)) return undefined
    try {
      return JSON.parse(await readFile(this.#path(id), 'utf8')) as OutboxMessage
    } catch {
      // Removed by the sweep, or never there.
      return undefined
    }
  }

  #storeMail(mail: OutgoingMail) {
    const { to, subject, text, fromName, replyTo, messageId, attachment, logo } = mail
    // There is no mail around the HTML for its picture to be a part of.
    const picture = `data:image/png;base64,${logo?.bytes.toString('base64')}`
    const html = logo === undefined ? mail.html : mail.html.replaceAll(`cid:${logo.cid}`, picture)
    return this.#store('mail', {
      to,
      subject,
      text,
      html,
      messageId,
      ...(fromName !== undefined && { fromName }),
      ...(replyTo !== undefined && { replyTo }),
      ...(attachment !== undefined && {
        attachment: {
          filename: attachment.filename,
          type: attachment.type,
          size: attachment.bytes.length,
        },
      }),
    })
  }

  #storeText({ to, text }: OutgoingText) {
    return this.#store('sms', { to, text })
  }

  async #store(
    channel: OutboxMessage['channel'],
    content: Omit<OutboxMessage, 'id' | 'at' | 'channel'>,
  ): Promise<{ providerId: string }> {
    const nowMs = this.#clock.now()
    const id = newId('msg', nowMs)
    const message: OutboxMessage = { id, at: toIso(nowMs), channel, ...content }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const temporary = `${this.#path(id)}.part`
    await writeFile(temporary, JSON.stringify(message, null, 2), { flag: 'wx', mode: 0o600 })
    await rename(temporary, this.#path(id))
    await this.#prune()
    return { providerId: id }
  }

  /** Removes messages stored before a time, epoch milliseconds; returns how many. */
  async forget(beforeMs: number): Promise<number> {
    let removed = 0
    for (const id of await this.#names()) {
      const message = await this.get(id)
      if (message === undefined || Date.parse(message.at) >= beforeMs) continue
      await unlink(this.#path(id)).catch(() => undefined)
      removed += 1
    }
    return removed
  }

  /** Ids of messages that went to one of these addresses or numbers, or whose text contains one of them. */
  async about(names: readonly string[]): Promise<string[]> {
    const wanted = names.map((name) => name.toLowerCase())
    const held = (await this.list()).filter((message) => {
      const whole = [message.to, message.subject, message.text, message.html]
        .join('\n')
        .toLowerCase()
      return wanted.some((name) => whole.includes(name))
    })
    return held.map(({ id }) => id)
  }

  /** Removes messages. */
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await unlink(this.#path(id)).catch(() => undefined)
  }

  async #prune(): Promise<void> {
    const names = await this.#names()
    const old = names.slice(0, Math.max(0, names.length - this.#messagesMax))
    // Another message may be pruning at the same time.
    await Promise.all(old.map((id) => unlink(this.#path(id)).catch(() => undefined)))
  }

  /** Ids, oldest first: they begin with the time. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names
      .map((name) => NAME.exec(name)?.[1])
      .filter((id) => id !== undefined)
      .sort()
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`)
  }
}
