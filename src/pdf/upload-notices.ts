/** What was changed in an upload before the first signature; the sender is notified of each change. */

/** In the order in which the changes are made. */
export const UPLOAD_NOTICES = [
  'repaired',
  'decrypted',
  'layers_fixed',
  'hidden_annotations_removed',
  'other_versions_removed',
  'media_removed',
  'links_removed',
  'programs_removed',
  'presentation_removed',
  'fields_flattened',
  'javascript_removed',
  'actions_removed',
  'xfa_removed',
  'usage_rights_removed',
  'active_content_kept',
  'tags_covered',
] as const
/** A kind of change. */
export type NoticeCode = (typeof UPLOAD_NOTICES)[number]

/** Where something was changed. */
export interface NoticePlace {
  /** From 1; undefined: the document as a whole, or on no page. */
  page?: number
  /** What it was: its name in ISO 32000-2 (`Movie`, `GoToR`), or the name that the document gives it. */
  kind: string
}

/** A notice about a change made to an upload; with places where they are known. */
export type UploadNotice = NoticeCode | { code: NoticeCode; places: readonly NoticePlace[] }

/** A notice with its places, none where they are unknown. */
export const noticeOf = (
  notice: UploadNotice,
): { code: NoticeCode; places: readonly NoticePlace[] } =>
  typeof notice === 'string' ? { code: notice, places: [] } : notice

const PLACES_MOST = 20
const NAME_MOST = 60
/** What nobody would read, or could be read as something else. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name that a stranger's document gives something, fit to be shown: the end of a long one. */
export function shownName(name: string): string {
  const characters = [...name.replaceAll(HIDDEN, '')]
  return characters.length <= NAME_MOST
    ? characters.join('')
    : `…${characters.slice(1 - NAME_MOST).join('')}`
}

/** Collects the changes made to one upload. */
export class NoticeList {
  readonly #places = new Map<NoticeCode, Map<string, NoticePlace>>()

  /** Notes a change, and what it was about where that is known; the first 20 places of each kind of change are kept. */
  add(code: NoticeCode, given?: string, page?: number): void {
    const places = this.#places.get(code) ?? new Map<string, NoticePlace>()
    this.#places.set(code, places)
    if (given === undefined || places.size >= PLACES_MOST) return
    const kind = shownName(given)
    places.set(`${page ?? ''} ${kind}`, { ...(page !== undefined && { page }), kind })
  }

  /** In the order in which the changes are made. */
  get all(): UploadNotice[] {
    return UPLOAD_NOTICES.flatMap((code): UploadNotice[] => {
      const places = this.#places.get(code)
      if (places === undefined) return []
      return places.size === 0 ? [code] : [{ code, places: [...places.values()] }]
    })
  }
}
