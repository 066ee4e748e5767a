/** Export of an account's data as a zip, and deletion of the account. */
import type { FastifyReply } from 'fastify'
import { packDocx } from '../../docx/package/zip-parts.ts'
import type { IdentityError } from '../../identity/identity-error.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { textsIn } from '../../translations/texts.ts'
import { type AccountData, type ExportedFile, jsonFile } from '../account-data.ts'
import { sendDownload } from '../guarded-call.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { ORGANISATIONS_PATH, statusOf } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import { afterConfirming } from './confirm.tsx'
import { withIdentityErrors } from './entry-view.tsx'
import { deleteMain } from './settings-view.tsx'

/** What these pages need besides what every page has. */
type AccountNeeds = { accountData: readonly AccountData[]; clock: Clock }
type Context = MemberRequest<AccountNeeds>

const EVENTS_MAX = 10_000

/** The console's own data of an account, without hashes and secrets. */
async function ownFiles(context: Context): Promise<ExportedFile[]> {
  const { accounts, identity, clock } = context.parts
  const { accountId } = context.session
  const account = await accounts.accounts.findAccount(accountId)
  const sessions = await identity.sessions.list(context.session.personId)
  return [
    jsonFile('account.json', {
      ...account,
      locale: context.session.locale,
      exported_at: toIso(clock.now()),
    }),
    jsonFile('keys.json', await accounts.keys.listKeys(accountId)),
    jsonFile('usage.json', await accounts.quota.history(accountId, '0000-00')),
    jsonFile(
      'sessions.json',
      sessions.map(({ token_hash: _secret, ...rest }) => rest),
    ),
    jsonFile('members.json', {
      ...(await identity.members.settings(accountId)),
      members: await identity.members.list(accountId),
      invitations: await identity.invitations.list(accountId),
    }),
    jsonFile(
      'security-events.json',
      await identity.events.list(context.session.personId, EVENTS_MAX),
    ),
  ]
}

async function sendExport(context: Context): Promise<FastifyReply> {
  const { accountId } = context.session
  const files = await ownFiles(context)
  for (const source of context.parts.accountData) files.push(...(await source.export(accountId)))
  const zip = packDocx(new Map(files.map(({ path, bytes }) => [path, bytes])), 1)
  await noteEvent(context, 'account.exported')
  const filename = 'paraph-account.zip'
  return sendDownload(context, { bytes: zip, filename, type: 'application/zip' })
}

/** Other data first: a half-deleted account can still log in and be deleted again. */
async function deleteAccount(context: Context): Promise<FastifyReply> {
  const { identity, accountData } = context.parts
  const { accountId, personId, email } = context.session
  const show = (status: number, error?: IdentityError) =>
    context.show({
      title: textsIn(context.visit.locale).console.settings.deleteTitle,
      main: deleteMain(context.visit, error),
      section: '/console/settings',
      status,
    })
  if (context.request.method === 'GET' || context.field('sure') !== 'yes') return show(200)
  const refused = (_: Context, error: IdentityError) => show(statusOf(error), error)
  return await withIdentityErrors(context, refused, async () => {
    await identity.logins.checkPassword(personId, context.field('current'))
    for (const source of accountData) await source.erase(accountId)
    if (!(await identity.close(accountId, { id: personId, email })))
      return context.go(ORGANISATIONS_PATH, 'account_deleted')
    for (const name of ['session', 'device', 'signup'] as const)
      context.cookies.clear(context.reply, name)
    return context.go('/console/log-in', 'account_deleted')
  })
}

/** Part of the settings. */
export const accountPages: ConsoleSection<AccountNeeds> = {
  routes(routes) {
    routes.member('POST', '/settings/export', 'export', afterConfirming(sendExport))
    routes.member('GET', '/settings/delete', 'close', deleteAccount)
    routes.member('POST', '/settings/delete', 'close', deleteAccount)
  },
}
