/** How accounts present themselves to signers: name, logo, colour, reply address, host name. */

import { type Caller, modeMade } from '../../accounts/caller.ts'
import type { Trails } from '../../audit/trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { beginsAs } from '../../images/read.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { isMailAddress } from '../../messages/settings.ts'
import { findingAt, say } from '../../translations/texts.ts'
import type { DocumentPool } from '../documents/pool.ts'
import { paletteOf } from './colors.ts'
import { brandNameFindings, type SenderFacts } from './name-rules.ts'
import type { Brand, BrandInput } from './schemas.ts'
import * as store from './store.ts'

/** Host names by the account that they are assigned to. */
export type SignHosts = ReadonlyMap<string, readonly string[]>

/** Dependencies of the service. */
export interface BrandingParts {
  db: Db
  /** Decodes logos, in threads with limits of their own. */
  documents: Pick<DocumentPool, 'logo'>
  trails: Pick<Trails, 'note'>
  senderFacts(accountId: string): Promise<SenderFacts>
  /** What the operator allows. */
  hosts: SignHosts
  /** Path of signers' pages on every host; see `http/base-path.ts`. */
  path: string
}

/** What signers see of an account. */
export interface BrandFacts {
  name: string | null
  /** `#rrggbb`. */
  color: string | null
  replyTo: string | null
  /** What links begin with; undefined: the service's own address. */
  origin: string | undefined
  /** PNG. */
  logo: Buffer | null
}

const NO_BRAND: BrandFacts = {
  name: null,
  color: null,
  replyTo: null,
  origin: undefined,
  logo: null,
}
/** Most bytes of an uploaded logo. */
export const LOGO_BYTES_MAX = 200_000
const DATA_URI = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** The file of a data URI. @throws AppError `image_invalid` */
function logoFile(uri: string): Buffer {
  const [, kind, base64 = ''] = DATA_URI.exec(uri) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const known = kind === 'png' || kind === 'jpeg'
  if (!known || bytes.length > LOGO_BYTES_MAX || !beginsAs(kind, bytes))
    throw new AppError('image_invalid', say('branding.logo', { max: LOGO_BYTES_MAX / 1000 }), {
      errors: [findingAt('/logo', undefined, 'branding.logoForm')],
    })
  return bytes
}

/** Whose brand a caller reads and sets. */
export const brandHolderOf = (caller: Caller): store.BrandHolder => ({
  account_id: caller.account.id,
  mode: modeMade(caller),
})

const COLOR = /^#[0-9a-f]{6}$/i
const colorFindings = (color: string | null): Finding[] =>
  color === null || COLOR.test(color) ? [] : [findingAt('/color', undefined, 'branding.colour')]

/** The brands of accounts. */
export class Branding extends Service<BrandingParts> {
  /** What signers of an account's requests see of it. */
  async of(holder: store.BrandHolder, db = this.parts.db): Promise<BrandFacts> {
    const row = await store.findBrand(db, holder)
    if (row === undefined) return NO_BRAND
    const { name, color, reply_to: replyTo, logo } = row
    return { name, color, replyTo, logo, origin: this.#originOf(row) }
  }

  /** The brand as its account sees it. */
  async get(holder: store.BrandHolder): Promise<Brand> {
    const row = await store.findBrand(this.parts.db, holder)
    const palette = row?.color == null ? null : paletteOf(row.color)
    return {
      name: row?.name ?? null,
      color: row?.color ?? null,
      reply_to: row?.reply_to ?? null,
      host: row?.host ?? null,
      logo: row?.logo == null ? null : `data:image/png;base64,${row.logo.toString('base64')}`,
      colors: palette && {
        light: { accent: palette.light.accent, on_accent: palette.light.onAccent },
        dark: { accent: palette.dark.accent, on_accent: palette.dark.onAccent },
      },
      hosts: [...(this.parts.hosts.get(holder.account_id) ?? [])],
    }
  }

  /**
   * Replaces the brand of an account's requests.
   * @param actor for the trail
   * @throws AppError `validation_failed`, `image_invalid`, `server_busy`
   */
  async set(holder: store.BrandHolder, input: BrandInput, actor: string): Promise<Brand> {
    const { name = null, color = null, reply_to = null, host = null } = input
    const { account_id, mode } = holder
    const facts = await this.parts.senderFacts(account_id)
    throwIfInvalid([
      ...brandNameFindings(name ?? undefined, facts),
      ...colorFindings(color),
      ...this.#addressFindings(reply_to),
      ...this.#hostFindings(account_id, host),
    ])
    const logo = input.logo == null ? null : await this.#drawn(logoFile(input.logo))
    const row = { account_id, mode, name, color: color?.toLowerCase() ?? null, reply_to }
    const data = { ...row, host, logo: logo !== null }
    await concurrently(this.parts.db, 'rows', async (trx) => {
      await store.setBrand(trx, { ...row, host, logo })
      await this.parts.trails.note(trx, { type: 'brand.changed', actor, data })
    })
    return await this.get(holder)
  }

  /** Forgets the brands of an account. */
  async forget(accountId: string): Promise<void> {
    await store.removeBrands(this.parts.db, accountId)
  }

  /** What is stored is drawn by us: nothing of the upload is ever served. */
  async #drawn(upload: Buffer): Promise<Buffer> {
    return Buffer.from(await this.parts.documents.logo(upload))
  }

  #originOf({ account_id, host }: store.BrandRow): string | undefined {
    // The operator may have taken the name back.
    const isAllowed = host !== null && this.parts.hosts.get(account_id)?.includes(host)
    return isAllowed === true ? `https://${host}${this.parts.path}` : undefined
  }

  #addressFindings(address: string | null): Finding[] {
    if (address === null || isMailAddress(address)) return []
    const detail = '"reply_to" is not an e-mail address such as contracts@example.com.'
    return [{ pointer: '/reply_to', detail }]
  }

  #hostFindings(accountId: string, host: string | null): Finding[] {
    const allowed = this.parts.hosts.get(accountId) ?? []
    if (host === null || allowed.includes(host)) return []
    const names = allowed.length === 0 ? 'has none' : `has ${allowed.join(', ')}`
    const detail = `"host" must be a host name that the operator of this service has assigned to the account, which ${names}.`
    return [{ pointer: '/host', detail }]
  }
}
