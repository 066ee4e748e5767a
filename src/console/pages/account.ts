/** Export of an account's data as a zip, and deletion of the account. */
import type { FastifyReply } from 'fastify'
import { packDocx } from '../../docx/lint/package-write.ts'
import type { Refusal } from '../../identity/refusal.ts'
import { toIso } from '../../kernel/clock.ts'
import type { ExportedFile } from '../account-data.ts'
import { afterConfirming } from '../confirm.ts'
import { sendDownload } from '../guarded-call.ts'
import type { ConsoleRoutes, ConsoleSection, MemberRequest } from '../route-builder.ts'
import { statusOf } from '../route-builder.ts'
import { orRefusal } from './entry-view.ts'
import { deleteMain } from './settings-view.ts'
import { settingsWords } from './settings-words.ts'

const EVENTS_MAX = 10_000

const jsonFile = (path: string, value: unknown): ExportedFile => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** The console's own data of an account, without hashes and secrets. */
async function ownFiles(routes: ConsoleRoutes, context: MemberRequest): Promise<ExportedFile[]> {
  const { accounts, identity, clock } = routes.parts
  const { accountId } = context.session
  const account = await accounts.accounts.findAccount(accountId)
  const sessions = await identity.sessions.list(accountId)
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
    jsonFile('security-events.json', await identity.events.list(accountId, EVENTS_MAX)),
  ]
}

async function sendExport(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId } = context.session
  const files = await ownFiles(routes, context)
  for (const source of routes.parts.accountData) files.push(...(await source.export(accountId)))
  const zip = packDocx(new Map(files.map(({ path, bytes }) => [path, bytes])), 1)
  const { origin } = context.visit
  await routes.parts.identity.events.note({ accountId, type: 'account.exported', origin })
  const filename = 'paraph-account.zip'
  return sendDownload(context, { bytes: zip, filename, type: 'application/zip' })
}

/** Other data first: a half-deleted account can still log in and be deleted again. */
async function deleteAccount(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { identity, accountData } = routes.parts
  const { accountId, email } = context.session
  const show = (status: number, refusal?: Refusal) =>
    routes.show(context, {
      title: settingsWords(context.visit.locale).deleteTitle,
      main: deleteMain(context.visit, refusal),
      section: '/console/settings',
      status,
    })
  if (context.request.method === 'GET' || context.field('sure') !== 'yes') return show(200)
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await identity.logins.checkPassword(accountId, context.field('current'))
      for (const source of accountData) await source.erase(accountId)
      await identity.erase({ id: accountId, email })
      for (const name of ['session', 'device', 'signup'] as const)
        routes.cookies.clear(context.reply, name)
      return routes.go(context, '/console/log-in', 'account_deleted')
    },
    (refusal) => show(statusOf(refusal), refusal),
    context,
  )
}

/** Part of the settings. */
export const accountPages: ConsoleSection = {
  routes(app, routes) {
    routes.member(
      app,
      'POST',
      '/settings/export',
      afterConfirming(routes, (context) => sendExport(routes, context)),
    )
    routes.member(app, 'GET', '/settings/delete', (context) => deleteAccount(routes, context))
    routes.member(app, 'POST', '/settings/delete', (context) => deleteAccount(routes, context))
  },
}
