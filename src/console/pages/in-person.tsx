/** "Sign in person": hands this device to a signer. The session of the console ends first: the device changes hands. */

import type { FastifyReply } from 'fastify'
import type { AppError } from '../../kernel/errors.ts'
import { Button, Field, LinkButton, Outcome } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { textsIn } from '../../translations/texts.ts'
import type { AccountRequests } from '../account-requests.ts'
import { CurlLine, OwnForm } from '../components.tsx'
import { isShown } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf } from '../senders.ts'
import type { Visit } from '../visit.ts'
import { leave } from './entry.tsx'
import { actionFold, findingIn } from './request-actions.tsx'
import type { RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

/** What these pages need besides what every page has. */
export type InPersonNeeds = { requests: AccountRequests }
type Context = MemberRequest<InPersonNeeds>

const ACTIVE: readonly SignerJson['status'][] = ['invited', 'opened', 'verified']
const nameIn = ({ first_name, last_name, email }: SignerJson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** The form, where the link of this person is the sender's to give. */
export function inPersonAction(visit: Visit, page: RequestPage, signer: SignerJson): HtmlPart {
  const isTheirs = signer.delivery === 'none' || page.request.test
  const path = `${REQUESTS_PATH}/${page.request.id}/signers/${signer.id}/in-person`
  if (!isTheirs || !ACTIVE.includes(signer.status) || !visit.allows('POST', path)) return undefined
  const words = textsIn(visit.locale).console.inPerson
  const act = `person ${signer.id}`
  const findings = page.finding?.act === act ? page.finding.findings : undefined
  const id = `host-${signer.id}`
  const line = `curl -X POST ${page.baseUrl}/api/v1/documents/${page.request.id}/signers/${signer.id}/signing-url -H "X-API-Key: $PARAPH_KEY" -H 'Content-Type: application/json' -d '{"in_person": {"host": "Ada Lovelace"}}'`
  return actionFold({
    id: `person-${signer.id}`,
    label: words.label,
    about: nameIn(signer),
    open: findings !== undefined,
    content: (
      <>
        <OwnForm visit={visit} action={path}>
          <p>{words.text}</p>
          <Field
            id={id}
            name="host"
            label={words.host}
            hint={words.hostHint}
            autocomplete="off"
            maxLength={100}
            required
            {...findingIn(findings, 'host')}
          />
          <Button label={words.open} type="submit" />
        </OwnForm>
        <CurlLine locale={visit.locale} id={`curl-person-${signer.id}`} text={line} />
      </>
    ),
  })
}

const ready = (visit: Visit, name: string, url: string): Html => {
  const words = textsIn(visit.locale).console.inPerson
  return (
    <Outcome
      kind="info"
      icon="pen"
      title={words.readyTitle({ name })}
      text={words.readyText}
      actions={<LinkButton label={words.go} href={url} icon="pen" />}
    />
  )
}

/** Makes the link, ends the session, and shows where to go on. */
async function handOver(
  context: Context,
  refused: (act: string, error: AppError) => Promise<FastifyReply>,
): Promise<FastifyReply> {
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
    return await refused(`person ${signerId}`, error)
  }
  await context.parts.identity.events.note({
    accountId: context.session.personId,
    organisationId: accountId,
    type: 'device.handed',
    origin: context.visit.origin,
    subject: `${id} ${signerId}`,
  })
  await leave(context)
  context.cookies.clear(context.reply, 'session')
  const { visit } = context
  const name = signer === undefined ? '' : nameIn(signer)
  const title = textsIn(visit.locale).console.inPerson.readyTitle({ name })
  return context.show({ title, main: ready(visit, name, url), guest: true })
}

/** The route. @param refused shows a refusal at the form */
export function inPersonRoutes<Needs extends InPersonNeeds>(
  routes: ConsoleRoutes<Needs>,
  refused: (context: MemberRequest<Needs>, act: string, error: AppError) => Promise<FastifyReply>,
): void {
  routes.member('POST', '/requests/:id/signers/:sid/in-person', 'requests.change', (context) =>
    handOver(context, (act, error) => refused(context, act, error)),
  )
}
