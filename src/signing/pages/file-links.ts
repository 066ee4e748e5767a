/** Links to the finished files of a request, on pages for people. */
import { type Html, html } from '../../pages/html.ts'
import { linkButton } from '../../pages/pieces.ts'

/** One button, or one for each of several files under its name. */
export const signedLinks = (
  label: string,
  path: string,
  files: ReadonlyArray<{ number: number; filename: string }>,
): Html =>
  files.length < 2
    ? linkButton(label, path, { icon: 'download', download: true })
    : html`${files.map(({ number, filename }) =>
        linkButton(filename, `${path}?file_number=${number}`, { icon: 'download', download: true }),
      )}`
