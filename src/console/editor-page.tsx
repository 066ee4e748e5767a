/**
 * Data on the left, the result on the right: a JSON editor and a pane for the file or the errors. Without script it
 * is a text area, and submitting the form returns the file or this page again.
 */
import type { AppError } from '../kernel/errors.ts'
import { Alert } from '../pages/components.tsx'
import type { Html, HtmlPart } from '../pages/html.ts'
import { Icon } from '../pages/icons.tsx'
import { templatesOf } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'
import { type FindingText, findingList } from './findings.tsx'
import { problemText } from './problem-words.ts'
import type { Reader } from './words.ts'

/** The field for JSON. */
interface EditorParts {
  id: string
  label: HtmlPart
  hint?: HtmlPart
  text: string
  /** Initial content, restored by the "Reset" button. */
  sample?: string
  /** Read-only: it is not submitted. */
  fixed?: boolean
}

const tool = (act: string, label: string): Html => (
  <button type="button" class="tool" data-act={act} hidden>
    {label}
  </button>
)

/** A text area for JSON, which a script turns into an editor with line numbers and highlighting. */
export function jsonEditor(visit: Reader, parts: EditorParts): Html {
  const words = templatesOf(visit.words.editor)
  const { id, label, hint, text, sample = text, fixed = false } = parts
  // A line break right after the tag is not part of the value.
  return (
    <div class="editor" data-editor data-syntax={words.syntax} data-twice={words.twice}>
      <div class="editor-head">
        <label for={id}>{label}</label>
        <div class="editor-tools">
          {!fixed && (
            <>
              {tool('format', words.format)}
              {tool('reset', words.reset)}
              {tool('open', words.open)}
            </>
          )}
          {tool('save', words.save)}
        </div>
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="editor-frame">
        <textarea
          id={id}
          {...(fixed ? { readonly: true } : { name: 'data' })}
          rows="20"
          wrap="off"
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          aria-describedby={`${hint !== undefined ? `${id}-hint ` : ''}${id}-keys ${id}-fault`}
          data-sample={sample === text ? '' : sample}
        >
          {'\n'}
          {text}
        </textarea>
      </div>
      <p class="field-error" id={`${id}-fault`} role="status" />
      <p class="hint editor-keys" id={`${id}-keys`} hidden>
        {!fixed && words.keys}
      </p>
    </div>
  )
}

/** The pane where the file appears. @param problems errors in what was submitted */
export function resultPane(
  visit: Reader,
  { empty, problems, after }: { empty: HtmlPart; problems?: HtmlPart; after?: HtmlPart },
): Html {
  const words = templatesOf(visit.words.editor)
  return (
    <div
      class="try-result"
      id="try-result"
      data-busy={words.busy}
      data-done={words.done}
      data-page={words.page}
      data-more={words.more}
      data-word={words.word}
      data-stale={words.stale}
      data-warnings={JSON.stringify(templatesOf(textsIn(visit.locale).documentWarnings))}
    >
      <div id="try-problems" class="try-problems" tabindex="-1">
        {problems}
      </div>
      <div class="try-sheet" id="try-sheet">
        <p class="try-empty">
          <Icon name="document" />
          <span>{empty}</span>
        </p>
      </div>
      <p class="try-status" role="status" id="try-status" />
      <p>
        <a id="try-download" class="button secondary" hidden href="#">
          <Icon name="download" />
          <span>{words.download}</span>
        </a>
      </p>
      {after}
    </div>
  )
}

/** A problem with its findings, each with its line in the input. */
export function problemList(visit: Reader, problem: AppError, into: FindingText): Html {
  const { errors } = problem
  if (errors.length === 0) return <Alert kind="error">{problemText(visit.locale, problem)}</Alert>
  return (
    <div role="alert">
      <h2>{visit.words.editor.problems({ count: errors.length })}</h2>
      {findingList(visit, errors, { into })}
    </div>
  )
}

/** The two panes side by side, or stacked on narrow screens. */
export const twoPanes = (left: HtmlPart, right: HtmlPart): Html => (
  <div class="two-panes">
    <div class="pane-left">{left}</div>
    <div class="pane-right">{right}</div>
  </div>
)
