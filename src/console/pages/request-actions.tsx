/** Actions on a whole signature request: send a draft, remind, cancel, delete; each with its curl command. */

import { Alert, AreaField, Button, Check, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { CurlLine, OwnForm } from '../components.tsx'
import { fieldsIn } from '../form-fields.ts'
import { keyField } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { isOver, type RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'
import { requestCurl } from './signature-curl.ts'

/** An action in a collapsible: its button opens it, its form submits it, and the same by curl. */
export const ActFold = (parts: {
  visit: Visit
  id: string
  label: HtmlPart
  /** Whom it is about, for screen readers. */
  about: HtmlPart
  open?: boolean
  danger?: boolean
  /** Where its form goes; undefined: it has none. */
  form?: string | undefined
  files?: boolean
  curl: string
  children: HtmlPart
}): Html => {
  const { visit, id, form, children } = parts
  return (
    <details class={`act ${parts.danger === true ? 'danger' : ''}`} id={id} name="act" open={parts.open === true}>
      <summary>
        {parts.label}
        <span class="visually-hidden"> {parts.about}</span>
      </summary>
      <div class="act-sheet">
        {form === undefined ? (
          children
        ) : (
          <OwnForm visit={visit} action={form} files={parts.files === true}>
            {children}
          </OwnForm>
        )}
        <CurlLine visit={visit} id={`curl-${id.replace(/^act-/, '')}`} text={parts.curl} />
      </div>
    </details>
  )
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
  const words = visit.words.requests
  const mayBeSent = page.keys.length > 0
  return (
    <ActFold {...actOf(visit, page, 'send')} {...(!mayBeSent && { form: undefined })}>
      {mayBeSent ? (
        <>
          <p>{words.sendText}</p>
          <input type="hidden" name="form" value={page.form} />
          {keyField('send-key', words.sendWith, page.keys)}
          <Button label={words.sendDo} type="submit" icon="send" />
        </>
      ) : (
        <>
          <Alert kind="info">{words.noKey}</Alert>
          <LinkButton label={words.sendWith} href="/console/keys#create" kind="secondary" icon="key" />
        </>
      )}
    </ActFold>
  )
}

/** What all actions on the request say of themselves. */
function actOf(visit: Visit, page: RequestPage, act: 'send' | 'remind' | 'cancel' | 'delete') {
  const { id, name } = page.request
  return {
    visit,
    id: `act-${act}`,
    label: visit.words.requests[act],
    about: name,
    open: page.finding?.act === act,
    form: `${REQUESTS_PATH}/${id}/${act}`,
    curl: requestCurl(visit.baseUrl)[act](id),
  }
}

function remindAction(visit: Visit, page: RequestPage): Html {
  const words = visit.words.requests
  return (
    <ActFold {...actOf(visit, page, 'remind')} open={false}>
      <p>{words.remindText}</p>
      <Button label={words.remindDo} type="submit" icon="mail" />
    </ActFold>
  )
}

function cancelAction(visit: Visit, page: RequestPage): Html {
  const words = visit.words.requests
  const at = fieldsIn({ findings: page.finding?.findings })
  return (
    <ActFold {...actOf(visit, page, 'cancel')} danger>
      <p>{words.cancelText}</p>
      <AreaField {...at('reason', words.cancelReason, words.cancelReasonHint)} rows={2} maxLength={500} />
      <Check name="sure" label={words.cancelCheck} required />
      <Button label={words.cancelDo} type="submit" kind="danger" />
    </ActFold>
  )
}

function deleteAction(visit: Visit, page: RequestPage): Html {
  const words = visit.words.requests
  return (
    <ActFold {...actOf(visit, page, 'delete')} danger>
      <p>{page.request.status === 'completed' ? words.deleteSignedText : words.deleteText}</p>
      <Check name="sure" label={words.deleteCheck} required />
      <Button label={words.deleteDo} type="submit" kind="danger" />
    </ActFold>
  )
}
