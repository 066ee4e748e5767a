/** Editing a request in the console, and giving an expired one a new deadline: the forms, and what they send. */
import type { FastifyReply } from 'fastify'
import { fileBytesMax } from '../../accounts/plans.ts'
import type { FormLimits } from '../../http/form.ts'
import { type FormSpec, PASSWORD_CHARACTERS_MAX } from '../../http/form-spec.ts'
import type { AppError } from '../../kernel/errors.ts'
import { AreaField, Button, Check, Field, PdfPasswordField, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { DocumentJson } from '../../signing/model/schemas/request.ts'
import { type FileRequest, fileForm, LINE } from '../file-forms.ts'
import { faultAt, fieldsIn } from '../form-fields.ts'
import { keyField } from '../option-lists.tsx'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, type Sender, sendersFor, sending } from '../senders.ts'
import type { Visit } from '../visit.ts'
import type { FlashCode } from '../words.ts'
import { ActFold } from './request-actions.tsx'
import { findingsAt, isOver, type RequestPage, signerName } from './request-page.ts'
import { isDone } from './request-signer-actions.tsx'
import { REQUESTS_PATH } from './requests-find.tsx'
import { requestCurl } from './signature-curl.ts'

/** Members of a new person in the form, after `new-`. */
const NEW = ['email', 'first_name', 'last_name', 'phone', 'country', 'order'] as const
const TEXT_BYTES_MAX = 64 * 1024

/** The form; `remove` may be ticked for several people. */
const EDIT_SPEC: FormSpec = {
  key: LINE,
  name: LINE,
  message: LINE,
  external_id: LINE,
  expires_at: LINE,
  remind: LINE,
  file_number: LINE,
  password: LINE,
  remove: LINE,
  file: { kind: 'file', description: 'The PDF' },
  ...Object.fromEntries(NEW.map((name) => [`new-${name}`, LINE])),
}

/** The day of a deadline, as a browser's field for a date has it. */
const dayOf = (time: string): string => time.slice(0, 10)
/** The end of a day, in UTC. */
const endOf = (day: string): string => `${day}T23:59:59Z`

const hasSigned = ({ signers }: DocumentJson): boolean => signers.some(({ status }) => status === 'signed')

function keySelect(visit: Visit, page: RequestPage, id: string): Html {
  const { requests, edits } = visit.words
  return keyField(id, requests.sendWith, page.keys, edits.keyHint)
}

const editId = (name: string): string => `edit-${name}`

/** What the document itself says: name, message, reference, file. */
function documentFields(visit: Visit, page: RequestPage): HtmlPart {
  const { edits, requests, compose } = visit.words
  const findings = findingsAt(page, 'edit')
  const at = fieldsIn({ findings, id: editId })
  const { request } = page
  const { files } = request
  return (
    <>
      <Field {...at('name', compose.name)} value={request.name} maxLength={200} />
      <AreaField {...at('message', requests.message)} value={request.message ?? ''} rows={3} maxLength={2000} />
      <Field {...at('external_id', requests.externalId)} value={request.external_id ?? ''} maxLength={200} />
      {files !== undefined && (
        <SelectField
          id="edit-file_number"
          name="file_number"
          label={edits.fileNumber}
          choices={files.map(({ number, filename }) => [number, filename])}
        />
      )}
      <Field {...at('file', edits.file, edits.fileHint)} type="file" accept="application/pdf" />
      <PdfPasswordField locale={visit.locale} max={PASSWORD_CHARACTERS_MAX} error={faultAt(findings, 'password')} />
    </>
  )
}

/** Who is taken out, and one person who is added. */
function peopleFields(visit: Visit, page: RequestPage): HtmlPart {
  const { edits, requests } = visit.words
  const findings = findingsAt(page, 'edit')
  const text = (name: (typeof NEW)[number], label: string, type = 'text', maxLength = 100) => (
    <Field
      id={`new-${name}`}
      label={label}
      type={type}
      autocomplete="off"
      maxLength={maxLength}
      error={faultAt(findings, `signer-0-${name}`)}
    />
  )
  return (
    <>
      <fieldset>
        <legend>{edits.removeTitle}</legend>
        {page.request.signers.map((signer) => (
          <Check
            name="remove"
            value={signer.id}
            label={signerName(signer)}
            hint={signer.email}
            disabled={isDone(signer)}
            type="radio"
          />
        ))}
        <Check name="remove" value="" label={edits.removeNobody} type="radio" checked />
      </fieldset>
      <fieldset>
        <legend>{edits.addTitle}</legend>
        <p class="hint">{edits.addHint}</p>
        <div class="two">
          {text('email', requests.email, 'email', 254)}
          {text('phone', requests.phoneLabel, 'tel', 40)}
          {text('first_name', requests.firstName)}
          {text('last_name', requests.lastName)}
          {text('order', edits.order, 'number', 3)}
        </div>
      </fieldset>
    </>
  )
}

/** What changes a request: the form that edits it, or the one that gives it a new deadline. */
export function changeActions(visit: Visit, page: RequestPage): HtmlPart {
  const { status, sent_at } = page.request
  if (!isOver(status)) return editAction(visit, page)
  return status === 'expired' && sent_at !== undefined && reactivateAction(visit, page)
}

/** The form that edits a draft or a request that is under way. */
function editAction(visit: Visit, page: RequestPage): Html {
  const { edits } = visit.words
  const { request } = page
  const { id, name, reminders, expires_at } = request
  const findings = findingsAt(page, 'edit')
  const days = faultAt(findings, 'days')
  const at = fieldsIn({ findings, id: editId })
  const remindAfter = String(reminders?.first_after_days ?? '')
  const isOpen = !hasSigned(request)
  return (
    <ActFold
      visit={visit}
      id="act-edit"
      label={edits.open}
      about={name}
      open={findings !== undefined}
      form={`${REQUESTS_PATH}/${id}/edit`}
      files
      curl={requestCurl(visit.baseUrl).edit(id, name)}
    >
      <p>{isOpen ? edits.text : edits.textSigned}</p>
      {isOpen && documentFields(visit, page)}
      <Field {...at('expires_at', edits.until)} type="date" value={dayOf(expires_at)} error={days} />
      <Field {...at('remind', edits.remind, edits.remindHint)} type="number" value={remindAfter} />
      {isOpen && peopleFields(visit, page)}
      {isOpen && keySelect(visit, page, 'edit-key')}
      <Button label={edits.do} type="submit" />
    </ActFold>
  )
}

/** The form that gives an expired request a new deadline. */
function reactivateAction(visit: Visit, page: RequestPage): Html {
  const { edits } = visit.words
  const { id, name } = page.request
  const findings = findingsAt(page, 'reactivate')
  const at = fieldsIn({ id: (name) => `reopen-${name}` })('expires_at', edits.until, edits.reopenHint)
  return (
    <ActFold
      visit={visit}
      id="act-reactivate"
      label={edits.reopen}
      about={name}
      open={findings !== undefined}
      form={`${REQUESTS_PATH}/${id}/reactivate`}
      curl={requestCurl(visit.baseUrl).reactivate(id)}
    >
      <p>{edits.reopenText}</p>
      <Field {...at} type="date" error={faultAt(findings, 'days')} />
      {keySelect(visit, page, 'reopen-key')}
      <Button label={edits.reopenDo} type="submit" icon="send" />
    </ActFold>
  )
}

/** The members of the form that differ from the request. */
function changesIn(context: FileRequest, request: DocumentJson): object {
  const typed = (name: string): string => context.field(name).trim()
  const text = (name: 'message' | 'external_id') =>
    typed(name) === (request[name] ?? '') ? {} : { [name]: typed(name) || null }
  const name = typed('name')
  const [day, remind] = [typed('expires_at'), typed('remind')]
  const days = request.reminders?.first_after_days
  const added = Object.fromEntries(
    NEW.flatMap((member) => {
      const value = typed(`new-${member}`)
      return value === '' ? [] : [[member, member === 'order' ? Number(value) : value]]
    }),
  )
  const removed = typed('remove')
  const signers = [
    ...(Object.keys(added).length > 0 ? [added] : []),
    ...(removed === '' ? [] : [{ id: removed, remove: true }]),
  ]
  return {
    ...(!hasSigned(request) && {
      ...(name !== '' && name !== request.name && { name }),
      ...text('message'),
      ...text('external_id'),
      ...(signers.length > 0 && { signers }),
    }),
    ...(day !== '' && day !== dayOf(request.expires_at) && { expires_at: endOf(day) }),
    ...(remind !== String(days ?? '') && {
      reminders: remind === '' ? null : { ...request.reminders, first_after_days: Number(remind) },
    }),
  }
}

/** How the page of a request does something, and shows what was refused at its form. */
interface RequestPages {
  act(
    context: MemberRequest,
    how: { name: string; done: FlashCode },
    work: () => Promise<unknown>,
  ): Promise<FastifyReply>
  refused(context: MemberRequest, act: string, error: AppError): Promise<FastifyReply>
  faulty(context: MemberRequest, act: string, text: string): Promise<FastifyReply>
}

/** The key that is charged for a new person: of the request's kind; by default the first one. */
async function senderOf(context: MemberRequest, { test }: DocumentJson): Promise<Sender | undefined> {
  const mine = (await sendersFor(context)).filter(({ mode }) => (mode === 'test') === test)
  const key = context.field('key')
  return key === '' ? mine[0] : mine.find(({ id }) => id === key)
}

async function limitsOf(context: MemberRequest): Promise<FormLimits> {
  const senders = await sendersFor(context)
  const bytes = Math.max(...senders.map(({ caller }) => fileBytesMax(caller.plan, 'signature')))
  return { fileBytesMax: bytes, textBytesMax: TEXT_BYTES_MAX, formBytesMax: bytes + 2 * TEXT_BYTES_MAX }
}

/** A PDF in place of one of the files. */
function replacementIn(context: FileRequest, request: DocumentJson) {
  const file = hasSigned(request) ? undefined : context.file('file')
  const password = context.field('password')
  return (
    file && {
      number: Number(context.field('file_number') || 1),
      pdf: file.bytes,
      filename: file.filename,
      ...(password !== '' && { password }),
    }
  )
}

/** The routes. */
export function requestEditRoutes(routes: ConsoleRoutes, { act, refused, faulty }: RequestPages): void {
  const { requests } = routes.parts
  const form = {
    url: '/requests/:id/edit',
    action: 'requests.change' as const,
    spec: EDIT_SPEC,
    limits: limitsOf,
    refused: (context: MemberRequest, error: AppError) => refused(context, 'edit', error),
  }
  fileForm(routes, form, async (context) => {
    const id = context.param('id')
    // First of all: other accounts' requests are not found.
    const request = await requests.find(context.session.accountId, id)
    const { faults } = context.visit.words
    const sender = await senderOf(context, request)
    if (sender === undefined) return await faulty(context, 'edit', faults.key)
    const { caller } = sender
    const [changes, file] = [changesIn(context, request), replacementIn(context, request)]
    if (file === undefined && Object.keys(changes).length === 0) return await faulty(context, 'edit', faults.nothing)
    const edit = { changes, ...(file && { file }) }
    return await act(context, { name: 'edit', done: 'request_edited' }, () =>
      sending(context.parts, caller, () => requests.edit(caller, id, edit, actorOf(context))),
    )
  })

  routes.member('POST', '/requests/:id/reactivate', 'requests.change', async (context) => {
    const id = context.param('id')
    const request = await requests.find(context.session.accountId, id)
    const sender = await senderOf(context, request)
    const { key } = context.visit.words.faults
    if (sender === undefined) return await faulty(context, 'reactivate', key)
    const { caller } = sender
    const day = context.field('expires_at').trim()
    const until = day === '' ? {} : { expires_at: endOf(day) }
    return await act(context, { name: 'reactivate', done: 'request_reactivated' }, () =>
      sending(context.parts, caller, () => requests.reactivate(caller, id, until, actorOf(context))),
    )
  })
}
