/** The page on which anyone can verify a PDF: a form, followed by the result. Works without scripts. */
import { PASSWORD_CHARACTERS_MAX } from '../../http/form-spec.ts'
import type { ErrorCode } from '../../kernel/errors.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Button, FileField, Form, PdfPasswordField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { page, plainFoot } from '../../pages/page.tsx'
import { textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Verification } from '../schemas.ts'
import { resultParts } from './result.tsx'

/** Largest PDF that the page takes, in bytes. */
export const VERIFIED_BYTES_MAX = 10 * 1_048_576

/** What to show besides the form. */
export type Shown =
  | { kind: 'form' }
  | { kind: 'failure'; code: ErrorCode }
  | { kind: 'result'; result: Verification; checkedAt: string }

function UploadForm({ locale }: { locale: Locale }): Html {
  const words = textsIn(locale).verification.page
  return (
    <Form action={`/verify?lang=${locale}`} files>
      <div class="stack">
        <FileField
          id="file"
          name="file"
          label={words.label}
          hint={words.hint}
          drop={words.drop}
          accept="application/pdf,.pdf"
          max={{ bytes: VERIFIED_BYTES_MAX, text: words.over }}
        />
        <PdfPasswordField locale={locale} max={PASSWORD_CHARACTERS_MAX} />
        <Button label={words.check} type="submit" />
      </div>
    </Form>
  )
}

/** The page as text. */
export function verifyPage(shown: Shown, parts: { locale: Locale; assets: Assets }): string {
  const { locale } = parts
  const { page: words, failures } = textsIn(locale).verification
  const upload = <UploadForm locale={locale} />
  const content: Record<Shown['kind'], () => HtmlPart> = {
    form: () => (
      <>
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        {upload}
      </>
    ),
    failure: () => (
      <>
        <h1>{words.title}</h1>
        <Alert kind="error" title={words.failed}>
          <p>{textUnder(failures, shown.kind === 'failure' ? shown.code : '') ?? failures.otherwise}</p>
        </Alert>
        {upload}
      </>
    ),
    result: () => (
      <>
        <h1>{words.title}</h1>
        {shown.kind === 'result' && resultParts(shown.result, shown.checkedAt, locale)}
        <section class="again">
          <h2>{words.another}</h2>
          {upload}
        </section>
      </>
    ),
  }
  return page({
    ...parts,
    title: words.title,
    styles: ['verify.css'],
    scripts: ['verify.js'],
    footer: plainFoot(locale, `/?lang=${locale}`, textsIn(locale).common.about),
    main: <div class="stack verify">{content[shown.kind]()}</div>,
  })
}
