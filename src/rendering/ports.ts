/** What rendering needs from others; `templates/`, `fonts/` and `webhooks/` implement it. */

import type { Caller } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import type { OwnFont } from '../docx/embedded-fonts/own-fonts.ts'
import type { Mapping } from '../facturx/mapping/mapping.ts'
import type { JsonValue } from '../kernel/canonical-json.ts'

/** A stored template, opened for one render. */
export interface OpenedTemplate {
  bytes: Uint8Array
  /** Name to build a file name from. */
  name: string
  /** How the callers' own data becomes an invoice, if the version was stored with a mapping. */
  mapping?: Mapping
  /** Fonts of the account, for documents that name them. */
  fonts?: readonly OwnFont[]
}

/** Finds the fonts of an account; `fonts/` implements it. */
export interface FontSource {
  usable(caller: Caller): Promise<readonly OwnFont[]>
}

/** Finds stored templates of an account. */
export interface TemplateSource {
  /**
   * Opens a version of a template, the current one if none is named.
   * @throws template_not_found, also for another account's template or one of the other key mode; version_not_found
   */
  open(caller: Caller, templateId: string, version: number | undefined): Promise<OpenedTemplate>
}

/** The end of a call that was answered later, as receivers of events get it. */
export interface BatchEvent {
  type: 'batch.completed' | 'batch.failed'
  accountId: string
  mode: KeyMode
  /** Of the batch. */
  id: string
  data: Readonly<Record<string, JsonValue>>
}

/** Publishes events; `webhooks/` implements it. */
export interface BatchEvents {
  /** In the caller's transaction, with the change that it tells of. */
  publish(db: Db, event: BatchEvent): Promise<void>
}
