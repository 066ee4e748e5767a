/** Warnings about what was changed in uploads. */
import type { Locale } from '../../kernel/languages.ts'
import { type NoticeCode, type NoticePlace, noticeOf } from '../../pdf/upload-notices.ts'
import { textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { pointerOf, type RequestFile } from './files.ts'

/** What was changed in the upload, and what to do to avoid it. */
const NOTICE_DETAILS: Readonly<Record<NoticeCode, string>> = {
  repaired:
    'The structure of the PDF was damaged: its table of objects was rebuilt from the objects in the file, as PDF readers do. The signers sign the rebuilt file, not the bytes you sent. Check it before they do; if a page is missing or wrong, cancel the request and send a newly saved file.',
  decrypted:
    'The PDF was encrypted. Its encryption and its restrictions (printing, copying, changes) were removed, since an encrypted file cannot be signed in a way that everyone can verify. If the restrictions must stay, cancel the request.',
  layers_fixed:
    'The PDF has layers, which readers show, hide or print differently. It stays as a screen shows it when it is opened: what is hidden then is removed, and nothing can be switched any more. Check the document; if a layer is missing, cancel the request and send a file in which it is shown.',
  hidden_annotations_removed:
    'The PDF has annotations that a screen hides, such as those that only appear on paper: they are removed, because signers would sign what they do not see.',
  other_versions_removed:
    'The PDF has images with another version for printing, or content that lies in other files: these are removed, and the pages stay as a screen shows them.',
  media_removed: 'The PDF has sounds, videos or 3D views: they are removed.',
  links_removed:
    'The PDF has links that open other files, programs or scripts: they are removed. Links to websites, e-mail addresses and telephone numbers stay.',
  programs_removed:
    'Programs are attached to the PDF: they are removed, since the people who get the signed file could run them. Other attached files stay.',
  presentation_removed:
    'The PDF has page transitions, or is a portfolio: it becomes an ordinary document; attached files stay.',
  fields_flattened:
    'The form fields of the PDF become part of its pages as they look now and can no longer be filled in: what is signed must not change. If fields still need to be filled in, cancel the request and send the completed file.',
  javascript_removed:
    'The JavaScript of the PDF is removed, such as the number formats of form fields: it could change what people see after signing.',
  actions_removed:
    'The PDF has actions that start programs, send or import data, play media or hide parts of pages: they are removed.',
  xfa_removed:
    'The XFA form of the PDF is removed, because few readers display it. The pages remain as other readers show them. Check the document before the signers see it; if it differs from what Adobe Reader shows, cancel the request and send a file printed to PDF.',
  usage_rights_removed:
    'The PDF has usage rights, with which Adobe Reader offers to fill in and save the form: they are removed, since they hold for the unsigned file only. They are nobody’s signature.',
  tags_covered:
    'The text of the PDF has tags for fields, such as {field:client:start}: the signers fill in the fields there, and each tag is painted over in white. Programs that extract the text still find it; set tags in white in your document if its pages are not white.',
}

/** Where something was changed, as a sentence that follows the others; empty where that is unknown. */
function placesText(places: readonly NoticePlace[], locale: Locale): string {
  if (places.length === 0) return ''
  const { uploadPlaces, uploadPage } = textsIn(locale).console.requests
  const list = places.map(({ page, kind }) =>
    page === undefined ? kind : uploadPage({ page: String(page), kind }),
  )
  return ` ${uploadPlaces({ list: list.join('; ') })}`
}

/** What was changed in some files, as the API returns it. */
export const uploadWarnings = (files: readonly RequestFile[]) =>
  files.flatMap(({ upload_notices, number }) =>
    upload_notices.map((notice) => {
      const { code, places } = noticeOf(notice)
      return {
        code,
        pointer: pointerOf(number),
        detail: `${NOTICE_DETAILS[code]}${placesText(places, 'en')}`,
        ...(places.length > 0 && { places: [...places] }),
      }
    }),
  )

/** What a warning as the API returns it says about an upload; undefined: it is about something else. */
export function uploadNoteIn(
  { code, places = [] }: { code: string; places?: readonly NoticePlace[] },
  locale: Locale,
): string | undefined {
  const text = textUnder(textsIn(locale).console.requests.uploadNotices, code)
  return text === undefined ? undefined : `${text}${placesText(places, locale)}`
}
