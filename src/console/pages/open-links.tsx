/** Open links of a request template: made, shown with their QR codes and figures, closed, deleted. */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import { shapeOf } from '../../http/schema-check.ts'
import { DAY_MS, toIso } from '../../kernel/clock.ts'
import { Button, Facts, Field, LinkButton, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { NewOpenLinkSchema, type OpenLinkJson } from '../../signing/open-links/schemas.ts'
import type { RequestTemplateJson } from '../../signing/templates/schemas.ts'
import { badge, CopyBlock, moment, OwnForm, Section, SubmitForm } from '../components.tsx'
import { keyField } from '../option-lists.tsx'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import type { Sender } from '../senders.ts'
import type { Visit } from '../visit.ts'
import { TEMPLATES_PATH } from './bulk-view.tsx'
import { qrPicture } from './factors-view.tsx'
import { addressOf, NOTHING } from './requests-find.tsx'

/** What the section shows. */
export interface OpenLinksShown {
  template: RequestTemplateJson
  links: readonly OpenLinkJson[]
  allowed: boolean
  senders: readonly Sender[]
  value: (name: string) => string
}

const wordsOf = (visit: Visit) => visit.words.openLinks
const COUNTS = ['max_total', 'max_per_day', 'max_per_network_per_day'] as const

/** The section of a template's page. */
export function openLinksSection(visit: Visit, shown: OpenLinksShown): HtmlPart {
  const words = wordsOf(visit)
  const { template, links, allowed } = shown
  const roles = template.roles.filter(({ email }) => email === undefined)
  if (links.length === 0 && (roles.length === 0 || !allowed)) return undefined
  return (
    <Section id="open-links" title={words.title} text={allowed ? words.text : words.forbidden}>
      {links.map((link) => linkCard(visit, link))}
      {allowed && roles.length > 0 && newLinkForm(visit, shown)}
    </Section>
  )
}

function linkCard(visit: Visit, link: OpenLinkJson): Html {
  const words = wordsOf(visit)
  const path = `${TEMPLATES_PATH}/${link.request_template_id}/links/${link.id}`
  const isOpen = link.status === 'open'
  const inForce = [
    link.max_total !== undefined && words.inTotal({ count: link.max_total }),
    link.max_per_day !== undefined && words.perDay({ count: link.max_per_day }),
    link.max_per_network_per_day !== undefined && words.perNetwork({ count: link.max_per_network_per_day }),
    link.expires_at !== undefined && words.openUntil({ time: link.expires_at.slice(0, 10) }),
    link.has_invitation_code && words.withCode,
  ].filter((text) => text !== false)
  return (
    <article class="panel stack" id={link.id}>
      <p>
        {badge(isOpen ? words.open : words.closed, isOpen ? 'live' : 'off')} <code>{link.role}</code>{' '}
        {moment(link.created_at, visit)}
      </p>
      {qrPicture(link.url, words.qr)}
      <CopyBlock visit={visit} id={`url-${link.id}`} label={words.url} text={link.url} />
      <Facts
        lines={[
          [words.started, <a href={addressOf({ ...NOTHING, link: link.id })}>{String(link.started)}</a>],
          [words.completed, String(link.completed)],
          [words.limits, inForce.length === 0 ? words.none : inForce.join(', ')],
        ]}
      />
      <div class="actions">
        {isOpen && <LinkButton label={words.page} href={link.url} kind="secondary" />}
        <SubmitForm
          visit={visit}
          action={`${path}/${link.closed_at === undefined ? 'close' : 'reopen'}`}
          label={link.closed_at === undefined ? words.close : words.reopen}
          kind="secondary"
        />
        <SubmitForm visit={visit} action={`${path}/delete`} label={words.remove} kind="danger" />
      </div>
    </article>
  )
}

function newLinkForm(visit: Visit, { template, senders, value }: OpenLinksShown): Html | false {
  const words = wordsOf(visit)
  const roles = template.roles.filter(({ email }) => email === undefined)
  const labels = { max_total: words.maxTotal, max_per_day: words.maxDay, max_per_network_per_day: words.maxNetwork }
  const optional = (text: string) => `${text} (${words.optional})`
  return (
    <OwnForm visit={visit} action={`${TEMPLATES_PATH}/${template.id}/links`}>
      <SelectField id="link-role" name="role" label={words.role} choices={roles.map(({ role }) => [role, role])} />
      <div class="two">
        {COUNTS.map((name) => (
          <Field
            id={`link-${name}`}
            name={name}
            label={optional(labels[name])}
            type="number"
            inputmode="numeric"
            value={value(name)}
          />
        ))}
        <Field id="link-until" name="until" label={optional(words.until)} type="date" value={value('until')} />
      </div>
      <Field
        id="link-invitation"
        name="invitation_code"
        label={optional(words.invitation)}
        hint={words.invitationHint}
        autocomplete="off"
        maxLength={100}
      />
      {keyField('link-key', visit.words.bulk.key, senders)}
      <Button label={words.create} type="submit" />
    </OwnForm>
  )
}

const checkNew = shapeOf(NewOpenLinkSchema)

/** The order in the form. @throws AppError `validation_failed` */
function orderIn({ field }: MemberRequest) {
  const counts = COUNTS.flatMap((name) => {
    const text = field(name).trim()
    return text === '' ? [] : [[name, /^\d{1,7}$/.test(text) ? Number(text) : text] as const]
  })
  const [until, invitation] = [field('until'), field('invitation_code').trim()]
  const day = Date.parse(until)
  return checkNew({
    role: field('role'),
    ...Object.fromEntries(counts),
    // Until the end of the day that was chosen.
    ...(until !== '' && { expires_at: Number.isNaN(day) ? until : toIso(day + DAY_MS) }),
    ...(invitation !== '' && { invitation_code: invitation }),
  })
}

/** The routes. @param how who sends, who owns, and how a refusal is shown on the template's page */
export function openLinkPages(
  routes: ConsoleRoutes,
  how: {
    senderOf(context: MemberRequest): Promise<Caller>
    ownerOf(context: MemberRequest): Caller
    guarded(context: MemberRequest, work: () => Promise<FastifyReply>): Promise<FastifyReply>
  },
): void {
  const { openLinks } = routes.parts.bulk
  const path = '/requests/templates/:id/links'
  const back = (context: MemberRequest, flash: Parameters<MemberRequest['go']>[1]) =>
    context.go(`${TEMPLATES_PATH}/${context.param('id')}`, flash)
  routes.member('POST', path, 'requests.change', (context) =>
    how.guarded(context, async () => {
      await openLinks.create(await how.senderOf(context), context.param('id'), orderIn(context))
      return back(context, 'open_link_created')
    }),
  )
  for (const [name, closed] of [
    ['close', true],
    ['reopen', false],
  ] as const)
    routes.member('POST', `${path}/:link/${name}`, 'requests.change', (context) =>
      how.guarded(context, async () => {
        const [id, link] = [context.param('id'), context.param('link')]
        await openLinks.update(how.ownerOf(context), id, link, { closed })
        return back(context, 'open_link_changed')
      }),
    )
  routes.member('POST', `${path}/:link/delete`, 'requests.change', async (context) => {
    const [id, link] = [context.param('id'), context.param('link')]
    await openLinks.remove(how.ownerOf(context), id, link)
    return back(context, 'open_link_deleted')
  })
}
