/** Warnings about what was changed in uploads. */
import type { Locale } from '../../kernel/languages.ts'
import {
  type NoticePlace,
  noticeOf,
  UPLOAD_NOTICES,
  type UploadNotice,
} from '../../pdf/upload-notices.ts'
import { textsIn } from '../../translations/texts.ts'
import { pointerOf, type RequestFile } from './files.ts'

/** Where something was changed, as a sentence that follows the others; empty where that is unknown. */
function placesText(places: readonly NoticePlace[], locale: Locale): string {
  if (places.length === 0) return ''
  const { uploadPlaces, uploadPage } = textsIn(locale).console.requests
  const list = places.map(({ page, kind }) =>
    page === undefined ? kind : uploadPage({ page: String(page), kind }),
  )
  return ` ${uploadPlaces({ list: list.join('; ') })}`
}

function noteIn(notice: UploadNotice, locale: Locale): string {
  const { code, places } = noticeOf(notice)
  return `${textsIn(locale).console.requests.uploadNotices[code]}${placesText(places, locale)}`
}

/** What was changed in some files, as the API returns it. */
export const uploadWarnings = (files: readonly RequestFile[]) =>
  files.flatMap(({ upload_notices, number }) =>
    upload_notices.map((notice) => {
      const { code, places } = noticeOf(notice)
      return {
        code,
        pointer: pointerOf(number),
        detail: noteIn(notice, 'en'),
        ...(places.length > 0 && { places: [...places] }),
      }
    }),
  )

/** What a warning as the API returns it says about an upload; undefined: it is about something else. */
export function uploadNoteIn(
  { code, places = [] }: { code: string; places?: readonly NoticePlace[] },
  locale: Locale,
): string | undefined {
  const known = UPLOAD_NOTICES.find((each) => each === code)
  return known && noteIn({ code: known, places }, locale)
}
