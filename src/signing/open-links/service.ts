/** Open links for those who own them: made, listed, changed, closed, deleted. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '../../accounts/caller.ts'
import { concurrently, lockRows } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { AppError, invalid, throwIfInvalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined, pick, present } from '../../kernel/type-guards.ts'
import { findingAt, say } from '../../translations/texts.ts'
import type { Needs } from '../requests/parts.ts'
import type { Definition, Role } from '../templates/schemas.ts'
import type { RequestTemplates } from '../templates/service.ts'
import { roleKey } from '../templates/signers.ts'
import { dataFindings } from '../templates/use.ts'
import {
  type NewOpenLink,
  OPEN_LINK_LIMITS,
  type OpenLinkChanges,
  type OpenLinkJson,
} from './schemas.ts'
import type { LinkRow } from './store.ts'
import * as store from './store.ts'

/** Dependencies of open links. */
export interface OpenLinkParts extends Needs<'branding' | 'clock' | 'db' | 'links'> {
  /** Settings and keys of the operator. */
  openLinks: { allowed: boolean; secret: Buffer; workBits: number }
}

const notFound = (): AppError => new AppError('open_link_not_found', say('openLinks.unknown'))

/** The role that visitors take. @throws AppError `validation_failed` with pointers into the order */
export function visitorRole({ roles }: Definition, wanted: string | undefined): Role {
  const role = roles.find(({ role: name, email }) =>
    wanted === undefined ? email === undefined : roleKey(name) === roleKey(wanted),
  )
  if (role !== undefined) {
    throwIfInvalid(roleFindings(roles, role))
    return role
  }
  const names = roles.map((one) => one.role).join(', ')
  throw invalid([
    wanted === undefined
      ? findingAt('/role', 'role_fixed', 'openLinks.roleFixed')
      : findingAt('/role', 'role_unknown', 'openLinks.role', { names }),
  ])
}

function roleFindings(roles: readonly Role[], role: Role): Finding[] {
  if (role.email !== undefined) return [findingAt('/role', 'role_fixed', 'openLinks.roleFixed')]
  if (role.verified_identity !== undefined)
    return [findingAt('/role', 'role_stated', 'openLinks.roleStated')]
  return roles
    .filter((one) => one !== role && one.email === undefined)
    .map((one) => findingAt('/role', 'person_missing', 'openLinks.other', { role: one.role }))
}

/** Why a link is no longer open; undefined: it is, whatever its daily limits say. */
export type Ended = Exclude<OpenLinkJson['status'], 'open'>

/** Open links of accounts. */
export class OpenLinks extends Service<OpenLinkParts & { requestTemplates: RequestTemplates }> {
  /** Whether the operator allows any. */
  get allowed(): boolean {
    return this.parts.openLinks.allowed
  }

  /** @throws AppError `open_links_forbidden`, `request_template_not_found`, `validation_failed`, `request_template_limit_reached` */
  async create(caller: Caller, templateId: string, order: NewOpenLink): Promise<OpenLinkJson> {
    const { db, clock } = this.parts
    this.#refuseForbidden()
    const template = await this.parts.requestTemplates.row(caller, templateId)
    const { role: wanted, invitation_code, locale, metadata, data, ...limits } = order
    const { role } = visitorRole(template.definition, wanted)
    throwIfInvalid([
      ...this.#expiryFindings(limits.expires_at),
      ...dataFindings(template, omitUndefined({ data })),
    ])
    const nowMs = clock.now()
    const id = newId('lnk', nowMs)
    const row: LinkRow = {
      id,
      account_id: caller.account.id,
      mode: caller.key.mode,
      key_id: caller.key.id,
      by_owner: caller.owner === true ? 1 : 0,
      request_template_id: templateId,
      role,
      request: omitUndefined({ locale, metadata, data }),
      max_total: limits.max_total ?? null,
      max_per_day: limits.max_per_day ?? null,
      max_per_network_per_day: limits.max_per_network_per_day ?? null,
      expires_at: limits.expires_at ?? null,
      invitation_hash:
        invitation_code === undefined ? null : this.#invitationMac(id, invitation_code),
      started: 0,
      created_at: toIso(nowMs),
      closed_at: null,
    }
    await concurrently(db, 'rows', async (trx) => {
      await lockRows(trx, sql`request_templates WHERE id = ${templateId}`)
      const held = await store.linksOf(trx, templateId)
      const max = OPEN_LINK_LIMITS.perTemplate
      if (held.length >= max)
        throw new AppError('request_template_limit_reached', say('openLinks.most', { max }))
      await store.insertLink(trx, row)
    })
    return await this.#json(row)
  }

  /** The links of a template, oldest first. @throws AppError `request_template_not_found` */
  async list(caller: Caller, templateId: string): Promise<{ links: OpenLinkJson[] }> {
    await this.parts.requestTemplates.row(caller, templateId)
    const rows = await store.linksOf(this.parts.db, templateId)
    return { links: await Promise.all(rows.map((row) => this.#json(row))) }
  }

  /** @throws AppError `request_template_not_found`, `open_link_not_found` */
  async get(caller: Caller, templateId: string, id: string): Promise<OpenLinkJson> {
    return await this.#json(await this.#row(caller, templateId, id))
  }

  /** Closes, opens again, or changes limits. @throws AppError those of its creation */
  async update(
    caller: Caller,
    templateId: string,
    id: string,
    changes: OpenLinkChanges,
  ): Promise<OpenLinkJson> {
    const row = await this.#row(caller, templateId, id)
    const { closed, invitation_code: code, ...limits } = changes
    if (closed === false) this.#refuseForbidden()
    throwIfInvalid(this.#expiryFindings(limits.expires_at ?? undefined))
    const closedAt = closed ? (row.closed_at ?? toIso(this.parts.clock.now())) : null
    const changed = {
      ...limits,
      ...(closed !== undefined && { closed_at: closedAt }),
      ...(code !== undefined && {
        invitation_hash: code === null ? null : this.#invitationMac(id, code),
      }),
    }
    await store.updateLink(this.parts.db, id, changed)
    return await this.get(caller, templateId, id)
  }

  /** Deletes a link; requests that were begun there stay. */
  async remove(caller: Caller, templateId: string, id: string): Promise<void> {
    await this.#row(caller, templateId, id)
    await store.deleteLink(this.parts.db, id)
  }

  /** The link of a public address. @throws AppError `open_link_not_found` */
  async atToken(token: string): Promise<LinkRow> {
    const id = this.parts.links.readStart(token)
    const row = id === undefined ? undefined : await store.findLink(this.parts.db, id)
    if (row === undefined) throw notFound()
    return row
  }

  /** What has ended a link. */
  endedBy({ closed_at, expires_at, max_total, started }: LinkRow): Ended | undefined {
    if (!this.allowed) return 'forbidden'
    if (closed_at !== null) return 'closed'
    if (expires_at !== null && Date.parse(expires_at) <= this.parts.clock.now()) return 'expired'
    return max_total !== null && started >= max_total ? 'exhausted' : undefined
  }

  /** Whether a visitor knows the code of a link, in constant time. */
  knowsInvitation({ id, invitation_hash }: LinkRow, given = ''): boolean {
    if (invitation_hash === null) return true
    const mac = Buffer.from(this.#invitationMac(id, given), 'hex')
    return timingSafeEqual(mac, Buffer.from(invitation_hash, 'hex'))
  }

  #refuseForbidden(): void {
    if (!this.allowed) throw new AppError('open_links_forbidden', say('openLinks.forbidden'))
  }

  #expiryFindings(at: string | undefined): Finding[] {
    if (at === undefined || Date.parse(at) > this.parts.clock.now()) return []
    return [findingAt('/expires_at', undefined, 'openLinks.past')]
  }

  #invitationMac(id: string, code: string): string {
    return createHmac('sha256', this.parts.openLinks.secret)
      .update(`invitation ${id} ${code.trim()}`)
      .digest('hex')
  }

  async #row(caller: Caller, templateId: string, id: string): Promise<LinkRow> {
    await this.parts.requestTemplates.row(caller, templateId)
    const row = await store.findLink(this.parts.db, id)
    if (row?.request_template_id !== templateId) throw notFound()
    return row
  }

  async #json(row: LinkRow): Promise<OpenLinkJson> {
    const { branding, links, db } = this.parts
    const { origin } = await branding.of(row)
    return {
      ...pick(row, 'id', 'request_template_id', 'role', 'started', 'created_at'),
      ...present(pick(row, 'max_total', 'max_per_day', 'max_per_network_per_day')),
      ...present(pick(row, 'expires_at', 'closed_at')),
      url: links.startUrl(row.id, origin),
      status: this.endedBy(row) ?? ('open' as const),
      has_invitation_code: row.invitation_hash !== null,
      ...row.request,
      completed: await store.completedOf(db, row.id),
    }
  }
}
