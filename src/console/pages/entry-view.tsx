/** Markup of the pages for visitors who are not logged in. */
import { IdentityError } from '../../identity/identity-error.ts'
import { Alert, Button, Field, LinkButton, Outcome } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { textsIn } from '../../translations/texts.ts'
import { identityFault, OwnForm } from '../components.tsx'
import { type PageRequest, statusOf } from '../route-builder.ts'
import type { ConsoleView } from '../shell.tsx'
import type { Visit } from '../visit.ts'
import { identityErrorText } from '../words.ts'

/** A form of one of these pages. */
interface EntryForm {
  title: string
  text: HtmlPart
  action: string
  fields: HtmlPart
  submit: string
  after?: HtmlPart
  /** Above the form. */
  before?: HtmlPart
  /** Whether what is above the form is all there is. */
  passwordless?: boolean
  /** The reason it was refused. */
  error?: IdentityError | undefined
  /** Beside the form on wide screens. */
  aside?: HtmlPart
}

/** A page with one form. */
export function entryForm(visit: Visit, form: EntryForm): ConsoleView {
  const { error } = form
  const main = (
    <div class={`entry ${form.aside === undefined ? '' : 'two'}`}>
      {form.aside}
      <section class="entry-card">
        <h1>{form.title}</h1>
        <p class="lead">{form.text}</p>
        {identityFault(visit.locale, error)}
        {form.before !== undefined && form.before !== false && <div class="entry-before">{form.before}</div>}
        {form.passwordless !== true && (
          <OwnForm visit={visit} action={form.action}>
            {form.fields}
            <Button label={form.submit} type="submit" />
          </OwnForm>
        )}
        {form.after !== undefined && <div class="entry-after">{form.after}</div>}
      </section>
    </div>
  )
  return {
    title: form.title,
    main,
    frame: 'entry',
    ...(error !== undefined && { status: statusOf(error) }),
  }
}

/** The error text of one field. */
const fieldError = (visit: Visit, error: IdentityError | undefined, name: string) =>
  error?.field === name ? { error: identityErrorText(visit.locale, error.code) } : {}

/** The field for an address. */
export const emailField = (visit: Visit, value: string, error?: IdentityError): Html => (
  <Field
    id="email"
    type="email"
    label={textsIn(visit.locale).console.entry.email}
    value={value}
    required
    autocomplete="username"
    maxLength={254}
    {...fieldError(visit, error, 'email')}
  />
)

/** The field for the current password. */
export const passwordField = (visit: Visit, error?: IdentityError): Html => (
  <Field
    id="password"
    type="password"
    label={textsIn(visit.locale).console.entry.password}
    required
    autocomplete="current-password"
    {...(error?.code === 'password_wrong' && {
      error: identityErrorText(visit.locale, error.code),
    })}
  />
)

/** The field for a new password. */
export const newPasswordField = (visit: Visit, label: string, error?: IdentityError): Html => (
  <Field
    id="password"
    type="password"
    label={label}
    hint={textsIn(visit.locale).console.entry.passwordHint}
    required
    autocomplete="new-password"
    {...fieldError(visit, error, 'password')}
  />
)

/** What the product does, shown beside the first form. */
export const selling = (visit: Visit): Html => (
  <div class="entry-points">
    <ul>
      {textsIn(visit.locale).console.entry.points.map(([title, text]) => (
        <li>
          <Icon name="check" />
          <div>
            <strong>{title}</strong>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </div>
)

/** After a form that sends a mail. */
export function mailedView(visit: Visit, text: string, parts: { outbox: boolean; again: string }): ConsoleView {
  const words = textsIn(visit.locale).console.entry.mailed
  const main = (
    <Outcome
      kind="success"
      icon="mail"
      title={words.title}
      text={
        <>
          <p>{text}</p>
          <p>{words.late}</p>
        </>
      }
      actions={<LinkButton label={words.again} href={parts.again} kind="secondary" />}
      {...(parts.outbox && {
        after: (
          <Alert kind="info">
            <p>{words.outboxText}</p>
            <p>
              <a href="/dev/outbox">{words.outbox}</a>
            </p>
          </Alert>
        ),
      })}
    />
  )
  return { title: words.title, main, frame: 'entry' }
}

/** The page of an expired link. */
export function overView(visit: Visit, actions: HtmlPart): ConsoleView {
  const { over } = textsIn(visit.locale).console.entry
  const text = <p>{over.text}</p>
  const main = <Outcome kind="warning" icon="clock" title={over.title} text={text} actions={actions} />
  return { title: over.title, main, frame: 'entry', status: 410 }
}

/** Runs a form’s action; an error of identity shows the form again with the reason. */
export async function withIdentityErrors<Request extends PageRequest, Result>(
  context: Request,
  refused: (context: Request, error: IdentityError) => Result | Promise<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    if (error.retryAfterSeconds !== undefined) void context.reply.header('Retry-After', String(error.retryAfterSeconds))
    return await refused(context, error)
  }
}
