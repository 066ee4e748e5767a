/** Actions on a whole signature request: send a draft, remind, cancel, delete; each with its curl command. */

import { Alert, AreaField, Button, Check, type FormFinding, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { textsIn } from '../../translations/texts.ts'
import { CurlLine, OwnForm } from '../components.tsx'
import { keyField } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { isOver, type RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

import { requestCurl } from './signature-curl.ts'

/** An action in a collapsible: its button opens it, its form submits it. */
export const actionFold = (parts: {
  id: string
  label: HtmlPart
  /** Whom it is about, for screen readers. */
  about: HtmlPart
  open?: boolean
  danger?: boolean
  content: HtmlPart
}): Html => (
  <details class={`act ${parts.danger === true ? 'danger' : ''}`} id={parts.id} name="act" open={parts.open === true}>
    <summary>
      {parts.label}
      <span class="visually-hidden"> {parts.about}</span>
    </summary>
    <div class="act-sheet">{parts.content}</div>
  </details>
)

/** The fault of a field. */
export const findingIn = (findings: readonly FormFinding[] | undefined, field: string) => {
  const text = findings?.find((finding) => finding.field === field)?.text
  return text === undefined ? {} : { error: text }
}

/** The collapsibles. @param more others, which stand after the first */
export function requestActions(visit: Visit, page: RequestPage, more: HtmlPart): HtmlPart {
  const { status } = page.request
  const actions = [
    status === 'draft' && sendAction(visit, page),
    more,
    status === 'pending' && page.request.returned === undefined && remindAction(visit, page),
    !isOver(status) && cancelAction(visit, page),
    status !== 'pending' && deleteAction(visit, page),
  ]
  return <div class="key-acts request-acts">{actions}</div>
}

function sendAction(visit: Visit, page: RequestPage): Html {
  const words = textsIn(visit.locale).console.requests
  const { id } = page.request
  const form =
    page.keys.length === 0 ? (
      <>
        <Alert kind="info">{words.noKey}</Alert>
        <LinkButton label={words.sendWith} href="/console/keys#create" kind="secondary" icon="key" />
      </>
    ) : (
      <OwnForm visit={visit} action={`${REQUESTS_PATH}/${id}/send`}>
        <p>{words.sendText}</p>
        <input type="hidden" name="form" value={page.form} />
        {keyField('send-key', words.sendWith, page.keys)}
        <Button label={words.sendDo} type="submit" icon="send" />
      </OwnForm>
    )
  return action(visit, page, 'send', {
    label: words.send,
    open: page.finding?.act === 'send',
    form,
  })
}

/** An action on the request: its form, and the same by curl. */
function action(
  visit: Visit,
  page: RequestPage,
  act: 'send' | 'remind' | 'cancel' | 'delete',
  parts: { label: HtmlPart; open?: boolean; danger?: boolean; form: HtmlPart },
): Html {
  const { id, name } = page.request
  const curl = requestCurl(page.baseUrl)
  const { form, ...own } = parts
  return actionFold({
    ...own,
    id: `act-${act}`,
    about: name,
    content: (
      <>
        {form}
        <CurlLine locale={visit.locale} id={`curl-${act}`} text={curl[act](id)} />
      </>
    ),
  })
}

function remindAction(visit: Visit, page: RequestPage): Html {
  const words = textsIn(visit.locale).console.requests
  const { id } = page.request
  const form = (
    <OwnForm visit={visit} action={`${REQUESTS_PATH}/${id}/remind`}>
      <p>{words.remindText}</p>
      <Button label={words.remindDo} type="submit" icon="mail" />
    </OwnForm>
  )
  return action(visit, page, 'remind', {
    label: words.remind,
    form,
  })
}

function cancelAction(visit: Visit, page: RequestPage): Html {
  const words = textsIn(visit.locale).console.requests
  const { id } = page.request
  const form = (
    <OwnForm visit={visit} action={`${REQUESTS_PATH}/${id}/cancel`}>
      <p>{words.cancelText}</p>
      <AreaField
        id="reason"
        label={words.cancelReason}
        hint={words.cancelReasonHint}
        rows={2}
        maxLength={500}
        {...findingIn(page.finding?.findings, 'reason')}
      />
      <Check name="sure" label={words.cancelCheck} required />
      <Button label={words.cancelDo} type="submit" kind="danger" />
    </OwnForm>
  )
  return action(visit, page, 'cancel', {
    label: words.cancel,
    open: page.finding?.act === 'cancel',
    danger: true,
    form,
  })
}

function deleteAction(visit: Visit, page: RequestPage): Html {
  const words = textsIn(visit.locale).console.requests
  const { id, status } = page.request
  const form = (
    <OwnForm visit={visit} action={`${REQUESTS_PATH}/${id}/delete`}>
      <p>{status === 'completed' ? words.deleteSignedText : words.deleteText}</p>
      <Check name="sure" label={words.deleteCheck} required />
      <Button label={words.deleteDo} type="submit" kind="danger" />
    </OwnForm>
  )
  return action(visit, page, 'delete', {
    label: words.delete,
    open: page.finding?.act === 'delete',
    danger: true,
    form,
  })
}
