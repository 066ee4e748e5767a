/** "Sign in person": hands this device to a signer. The session of the console ends first: the device changes hands. */

import type { FastifyReply } from 'fastify'
import type { AppError } from '../../kernel/errors.ts'
import { Button, Field, LinkButton, Outcome } from '../../pages/components.tsx'
import type { HtmlPart } from '../../pages/html.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { fieldsIn } from '../form-fields.ts'
import { isShown } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, noteEvent } from '../senders.ts'
import type { Visit } from '../visit.ts'
import { leave } from './entry.tsx'
import { ActFold } from './request-actions.tsx'
import { findingsAt, type RequestPage, signerName } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

const ACTIVE: readonly SignerJson['status'][] = ['invited', 'opened', 'verified']

/** The form, where the link of this person is the sender's to give. */
export function inPersonAction(visit: Visit, page: RequestPage, signer: SignerJson): HtmlPart {
  const isTheirs = signer.delivery === 'none' || page.request.test
  const path = `${REQUESTS_PATH}/${page.request.id}/signers/${signer.id}/in-person`
  if (!isTheirs || !ACTIVE.includes(signer.status) || !visit.allows('POST', path)) return undefined
  const words = visit.words.inPerson
  const findings = findingsAt(page, `person ${signer.id}`)
  const at = fieldsIn({ findings, id: (name) => `${name}-${signer.id}` })
  const line = `curl -X POST ${visit.baseUrl}/api/v1/documents/${page.request.id}/signers/${signer.id}/signing-url -H "X-API-Key: $PARAPH_KEY" -H 'Content-Type: application/json' -d '{"in_person": {"host": "Ada Lovelace"}}'`
  return (
    <ActFold
      visit={visit}
      id={`person-${signer.id}`}
      label={words.label}
      about={signerName(signer)}
      open={findings !== undefined}
      form={path}
      curl={line}
    >
      <p>{words.text}</p>
      <Field {...at('host', words.host, words.hostHint)} autocomplete="off" maxLength={100} required />
      <Button label={words.open} type="submit" />
    </ActFold>
  )
}

type Refused = (context: MemberRequest, act: string, error: AppError) => Promise<FastifyReply>

/** Makes the link, ends the session, and shows where to go on. */
async function handOver(context: MemberRequest, refused: Refused): Promise<FastifyReply> {
  const [id, signerId] = [context.param('id'), context.param('sid')]
  const { accountId } = context.session
  const request = await context.parts.requests.find(accountId, id)
  const signer = request.signers.find((one) => one.id === signerId)
  let url: string
  try {
    const host = context.field('host').trim()
    url = await context.parts.requests.inPerson(actorOf(context), id, signerId, host)
  } catch (error) {
    if (!isShown(error)) throw error
    return await refused(context, `person ${signerId}`, error)
  }
  await noteEvent(context, 'device.handed', `${id} ${signerId}`)
  await leave(context)
  context.cookies.clear(context.reply, 'session')
  const { visit } = context
  const name = signer === undefined ? '' : signerName(signer)
  const words = visit.words.inPerson
  const title = words.readyTitle({ name })
  const main = (
    <Outcome
      kind="info"
      icon="pen"
      title={title}
      text={words.readyText}
      actions={<LinkButton label={words.go} href={url} icon="pen" />}
    />
  )
  return context.show({ title, main, guest: true })
}

/** The route. @param refused shows a refusal at the form */
export function inPersonRoutes(routes: ConsoleRoutes, refused: Refused): void {
  routes.member('POST', '/requests/:id/signers/:sid/in-person', 'requests.change', (context) =>
    handOver(context, refused),
  )
}
