/** UI components of the pages; styled in `browser/site.css`. */
import type { Locale } from '../kernel/languages.ts'
import { textsIn } from '../translations/texts.ts'
import { type Html, type HtmlPart, safeHref } from './html.ts'
import { Icon, type IconName } from './icons.tsx'
import type { Attributes } from './jsx-runtime.ts'

/** Emphasis of a button. */
type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

/** A button; `submit` submits its form. */
export const Button = ({
  label,
  id,
  kind = 'primary',
  type = 'button',
  icon,
  disabled,
  about,
}: {
  label: HtmlPart
  /** What it is about, for screen readers. */
  about?: HtmlPart
  id?: string
  kind?: ButtonKind
  type?: 'button' | 'submit'
  icon?: IconName
  /** Until a script enables it. */
  disabled?: boolean
}): Html => (
  <button id={id} type={type} class={`button ${kind}`} disabled={disabled}>
    {icon !== undefined && <Icon name={icon} />}
    <span>
      {label}
      {about !== undefined && <span class="visually-hidden"> {about}</span>}
    </span>
  </button>
)

/** What a {@link LinkButton} is given. */
export interface LinkParts {
  label: HtmlPart
  href: string
  kind?: ButtonKind
  icon?: IconName
  download?: boolean
}

/** A link that looks like a button. Only http(s) URLs and paths are accepted. */
export const LinkButton = ({ label, href, kind = 'primary', icon, download }: LinkParts): Html => (
  <a class={`button ${kind}`} href={safeHref(href)} download={download}>
    {icon !== undefined && <Icon name={icon} />}
    <span>{label}</span>
  </a>
)

/** What every field of a form has. */
interface FieldParts {
  id: string
  name?: string
  label: HtmlPart
  hint?: HtmlPart
  error?: HtmlPart
}

/** A label, a hint where there is one, the control, and space for an error. @param control with what describes it */
const Labelled = ({
  id,
  label,
  hint,
  error,
  hidesLabel = false,
  className = 'field',
  isChecked = true,
  control,
}: FieldParts & {
  hidesLabel?: boolean
  className?: string
  /** Whether it may be wrong: then there is space for an error. */
  isChecked?: boolean
  control: (about: Attributes) => Html
}): Html => (
  <div class={className}>
    <label for={id} class={hidesLabel && 'visually-hidden'}>
      {label}
    </label>
    {hint !== undefined && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {control({
      'aria-describedby':
        [hint !== undefined && `${id}-hint`, isChecked && `${id}-error`].filter(Boolean).join(' ') || undefined,
      'aria-invalid': error !== undefined ? 'true' : undefined,
    })}
    {isChecked && (
      <p class="field-error" id={`${id}-error`} hidden={error === undefined}>
        {error}
      </p>
    )}
  </div>
)

/** A field for a line of text, or what else its type says. @param more further attributes */
export const Field = (
  parts: FieldParts & {
    type?: string
    value?: string | undefined
    required?: boolean
    autocomplete?: string
    inputmode?: string
    accept?: string
    maxLength?: number
    more?: Attributes
  },
): Html => (
  <Labelled
    {...parts}
    control={(about) => (
      <input
        id={parts.id}
        name={parts.name ?? parts.id}
        type={parts.type ?? 'text'}
        value={parts.value}
        autocomplete={parts.autocomplete}
        inputmode={parts.inputmode}
        accept={parts.accept}
        maxlength={parts.maxLength}
        required={parts.required === true}
        {...parts.more}
        {...about}
      />
    )}
  />
)

/** A field for several lines. @param more further attributes */
export const AreaField = (
  parts: FieldParts & { value?: string | undefined; rows: number; maxLength?: number; more?: Attributes },
): Html => (
  <Labelled
    {...parts}
    control={(about) => (
      <textarea
        id={parts.id}
        name={parts.name ?? parts.id}
        rows={parts.rows}
        maxlength={parts.maxLength}
        {...parts.more}
        {...about}
      >
        {parts.value ?? ''}
      </textarea>
    )}
  />
)

/** The password of the PDF that a form takes. @param max in characters */
export const PdfPasswordField = (parts: { locale: Locale; max: number; error?: HtmlPart }): Html => {
  const { pdfPassword, pdfPasswordHint } = textsIn(parts.locale).common
  return (
    <Field
      {...parts}
      id="password"
      type="password"
      label={pdfPassword}
      hint={pdfPasswordHint}
      autocomplete="off"
      maxLength={parts.max}
    />
  )
}

/** A choice and its words. */
export type Choice = readonly [value: string | number, words: HtmlPart]

/**
 * A field with choices. One that is given an `error`, if only undefined, has space for it.
 * @param hidesLabel the label is for screen readers: the heading above says it to others
 * @param children options before the choices
 */
export const SelectField = (
  parts: FieldParts & {
    hidesLabel?: boolean
    choices?: readonly Choice[]
    chosen?: string | number | undefined
    children?: HtmlPart
  },
): Html => (
  <Labelled
    {...parts}
    isChecked={'error' in parts}
    control={(about) => (
      <select id={parts.id} name={parts.name ?? parts.id} {...about}>
        {parts.children}
        {parts.choices?.map(([value, words]) => (
          <option value={value} selected={value === parts.chosen}>
            {words}
          </option>
        ))}
      </select>
    )}
  />
)

/** A box to tick, or one of several to choose, with a hint after its label where there is one. */
export const Check = (parts: {
  name: string
  label: HtmlPart
  hint?: HtmlPart
  type?: 'checkbox' | 'radio'
  value?: string
  checked?: boolean
  disabled?: boolean
  required?: boolean
}): Html => (
  <label class="check">
    <input
      type={parts.type ?? 'checkbox'}
      name={parts.name}
      value={parts.value ?? 'yes'}
      checked={parts.checked}
      disabled={parts.disabled}
      required={parts.required}
    />
    <span>
      {parts.label}
      {parts.hint !== undefined && (
        <>
          {' '}
          <span class="hint">{parts.hint}</span>
        </>
      )}
    </span>
  </label>
)

/** A form; with a file in it it is sent as multipart/form-data. */
export const Form = ({
  action,
  children,
  id,
  method = 'post',
  files = false,
}: {
  action: string
  children: HtmlPart
  id?: string
  method?: 'get' | 'post'
  files?: boolean
}): Html => (
  <form id={id} action={safeHref(action)} method={method} enctype={files ? MULTIPART : undefined}>
    {children}
  </form>
)

/** How a form with a file is sent. */
export const MULTIPART = 'multipart/form-data'

const paragraph = (text: HtmlPart): HtmlPart => (typeof text === 'string' ? <p>{text}</p> : text)

/** Severity of a notice. */
type AlertKind = 'info' | 'success' | 'warning' | 'error'

const ALERT_ICONS = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
} as const

/** A notice. Errors that appear later are announced at once. A text in a string is a paragraph. */
export const Alert = ({ kind, title, children }: { kind: AlertKind; title?: HtmlPart; children: HtmlPart }): Html => (
  <div class={`alert ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
    <Icon name={ALERT_ICONS[kind]} />
    <div>
      {title !== undefined && <p class="alert-title">{title}</p>}
      <div>{paragraph(children)}</div>
    </div>
  </div>
)

/** Something set apart from its surroundings. */
export const Card = ({ children }: { children: HtmlPart }): Html => <div class="card">{children}</div>

/** Names and values, one per line; empty values are omitted. */
export const Facts = (parts: {
  lines: ReadonlyArray<readonly [name: HtmlPart, value: HtmlPart]>
  className?: string
}) => (
  <dl class={parts.className ?? 'facts'}>
    {parts.lines
      .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** A table that scrolls by itself where the screen is narrow. */
export const Table = (parts: {
  caption: HtmlPart
  head: readonly HtmlPart[]
  rows: ReadonlyArray<readonly HtmlPart[]>
}): Html => (
  <div class="table-scroll" tabindex="0">
    <table>
      <caption>{parts.caption}</caption>
      <thead>
        <tr>
          {parts.head.map((cell) => (
            <th scope="col">{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** An outcome as the whole content of a page: what happened and what to do. A text in a string is a paragraph. */
export const Outcome = (parts: {
  kind: 'success' | 'info' | 'warning'
  icon: IconName
  title: HtmlPart
  text: HtmlPart
  actions?: HtmlPart
  after?: HtmlPart
}): Html => (
  <section class={`outcome ${parts.kind}`}>
    <div class="outcome-mark">
      <Icon name={parts.icon} />
    </div>
    <h1>{parts.title}</h1>
    <div class="lead">{paragraph(parts.text)}</div>
    {parts.actions !== undefined && <div class="actions">{parts.actions}</div>}
    {parts.after}
  </section>
)

/** A field for one file, chosen or dropped. */
export const FileField = (
  parts: FieldParts & {
    /** Shown where a file can be dropped. */
    drop: string
    accept: string
    /** Whether the form needs it; by default it does. */
    required?: boolean
    /** Maximum file size in bytes, and the message for a larger one. */
    max: { bytes: number; text: string }
  },
): Html => (
  <Labelled
    {...parts}
    className="field file-field"
    control={(about) => (
      <div class="drop" data-drop data-most={parts.max.bytes} data-over={parts.max.text}>
        <p class="drop-text" hidden>
          <Icon name="upload" />
          <span>{parts.drop}</span>
        </p>
        <input
          id={parts.id}
          name={parts.name ?? parts.id}
          type="file"
          accept={parts.accept}
          required={parts.required ?? true}
          {...about}
        />
      </div>
    )}
  />
)

/** A fault of a form, with its place on the page. */
export interface FormFinding {
  /** Name of the field; `form` if there is none. */
  field: string
  text: string
  /** Which of the fields of a signer on the page, from 0. */
  place?: number
  /** What of it: a property, as the API names it. */
  member?: string
  /** Which of the files after the first one, from 0. */
  file?: number
}
