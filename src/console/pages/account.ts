/** Export of an account's data as a zip, and deletion of the account. */
import type { FastifyReply } from 'fastify'
import { packDocx } from '../../docx/package/zip-parts.ts'
import type { IdentityError } from '../../identity/identity-error.ts'
import { toIso } from '../../kernel/clock.ts'
import { type ExportedFile, jsonFile } from '../account-data.ts'
import { sendDownload } from '../guarded-call.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { ORGANISATIONS_PATH } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import { afterConfirming } from './confirm.tsx'
import { withIdentityErrors } from './entry-view.tsx'
import { deleteMain } from './settings-view.tsx'

const EVENTS_MAX = 10_000

/** The console's own data of an account, without hashes and secrets. */
async function ownFiles(context: MemberRequest): Promise<ExportedFile[]> {
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

async function sendExport(context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  const files = await ownFiles(context)
  for (const source of context.parts.accountData) files.push(...(await source.export(accountId)))
  const zip = packDocx(new Map(files.map(({ path, bytes }) => [path, bytes])), 1)
  await noteEvent(context, 'account.exported')
  const filename = 'paraph-account.zip'
  return sendDownload(context, { bytes: zip, filename, type: 'application/zip' })
}

const showDeletion = ({ visit, show }: MemberRequest, error?: IdentityError): FastifyReply =>
  show({ title: visit.words.settings.deleteTitle, main: deleteMain(visit, error), error })

/** Other data first: a half-deleted account can still log in and be deleted again. */
const deleteAccount = withIdentityErrors(showDeletion, async (context) => {
  const { identity, accountData } = context.parts
  const { accountId, personId, email } = context.session
  if (context.field('sure') !== 'yes') return showDeletion(context)
  await identity.logins.checkPassword(personId, context.field('current'))
  for (const source of accountData) await source.erase(accountId)
  if (!(await identity.close(accountId, { id: personId, email })))
    return context.go(ORGANISATIONS_PATH, 'account_deleted')
  for (const name of ['session', 'device', 'signup'] as const)
    context.cookies.clear(context.reply, name)
  return context.go('/console/log-in', 'account_deleted')
})

/** Part of the settings. */
export const accountPages: ConsoleSection = {
  routes(routes) {
    routes.member('POST', '/settings/export', 'export', afterConfirming(sendExport))
    routes.member('GET', '/settings/delete', 'close', showDeletion)
    routes.member('POST', '/settings/delete', 'close', deleteAccount)
  },
}
