/** Markup of the pages for visitors who are not logged in. */
import type { FastifyReply } from 'fastify'
import { IdentityError } from '../../identity/identity-error.ts'
import { Alert, Button, Field, LinkButton, Outcome } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { identityFault, OwnForm } from '../components.tsx'
import { fieldsIn, identityFindings } from '../form-fields.ts'
import type { Handler, PageRequest } from '../route-builder.ts'
import type { ConsoleView } from '../shell.tsx'
import type { Visit } from '../visit.ts'

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
        {identityFault(visit, error)}
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
  return { title: form.title, main, frame: 'entry', error }
}

/** The fields of such a form, with what is wrong with them. */
const fieldsOf = (visit: Visit, error: IdentityError | undefined) =>
  fieldsIn({ findings: identityFindings(visit, error) })

/** The field for an address. */
export const emailField = (visit: Visit, value: string, error?: IdentityError): Html => {
  const at = fieldsOf(visit, error)('email', visit.words.entry.email)
  return <Field {...at} type="email" value={value} required autocomplete="username" maxLength={254} />
}

/** The field for the current password. */
export const passwordField = (visit: Visit, error?: IdentityError): Html => {
  const wrong = error?.code === 'password_wrong' ? visit.words.refusals[error.code] : undefined
  const at = fieldsIn({})('password', visit.words.entry.password)
  return <Field {...at} type="password" required autocomplete="current-password" error={wrong} />
}

/** The field for a new password. */
export const newPasswordField = (visit: Visit, label: string, error?: IdentityError): Html => {
  const at = fieldsOf(visit, error)('password', label, visit.words.entry.passwordHint)
  return <Field {...at} type="password" required autocomplete="new-password" />
}

/** What the product does, shown beside the first form. */
export const selling = (visit: Visit): Html => (
  <div class="entry-points">
    <ul>
      {visit.words.entry.points.map(([title, text]) => (
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
  const words = visit.words.entry.mailed
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
  const { over } = visit.words.entry
  const text = <p>{over.text}</p>
  const main = <Outcome kind="warning" icon="clock" title={over.title} text={text} actions={actions} />
  return { title: over.title, main, frame: 'entry', status: 410 }
}

/** Handles a form; an error of identity shows the form again with the reason. */
export const withIdentityErrors =
  <Request extends PageRequest>(
    refused: (context: Request, error: IdentityError) => FastifyReply | Promise<FastifyReply>,
    handler: Handler<Request>,
  ) =>
  async (context: Request): Promise<FastifyReply> => {
    try {
      return await handler(context)
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error
      const wait = error.retryAfterSeconds
      if (wait !== undefined) void context.reply.header('Retry-After', String(wait))
      return await refused(context, error)
    }
  }
