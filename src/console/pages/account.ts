/** Everything we hold of an account as a zip, and its end. */
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

/** What the console itself knows of an account. Hashes and secrets are nobody's data. */
async function ownFiles(kit: ConsoleRoutes, scene: MemberRequest): Promise<ExportedFile[]> {
  const { accounts, identity, clock } = kit.parts
  const { accountId } = scene.session
  const account = await accounts.accounts.findAccount(accountId)
  const sessions = await identity.sessions.list(accountId)
  return [
    jsonFile('account.json', {
      ...account,
      locale: scene.session.locale,
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

async function sendExport(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId } = scene.session
  const files = await ownFiles(kit, scene)
  for (const holding of kit.parts.accountData) files.push(...(await holding.export(accountId)))
  const zip = packDocx(new Map(files.map(({ path, bytes }) => [path, bytes])), 1)
  const { origin } = scene.visit
  await kit.parts.identity.events.note({ accountId, type: 'account.exported', origin })
  const filename = 'paraph-account.zip'
  return sendDownload(scene, { bytes: zip, filename, type: 'application/zip' })
}

/** Others first: an account that is half gone can still log in and be deleted again. */
async function deleteAccount(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { identity, accountData } = kit.parts
  const { accountId, email } = scene.session
  const show = (status: number, refusal?: Refusal) =>
    kit.show(scene, {
      title: settingsWords(scene.visit.locale).deleteTitle,
      main: deleteMain(scene.visit, refusal),
      section: '/console/settings',
      status,
    })
  if (scene.request.method === 'GET' || scene.field('sure') !== 'yes') return show(200)
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await identity.logins.checkPassword(accountId, scene.field('current'))
      for (const holding of accountData) await holding.erase(accountId)
      await identity.erase({ id: accountId, email })
      for (const name of ['session', 'device', 'signup'] as const)
        kit.cookies.clear(scene.reply, name)
      return kit.go(scene, '/console/log-in', 'account_deleted')
    },
    (refusal) => show(statusOf(refusal), refusal),
    scene,
  )
}

/** Part of the settings. */
export const accountPages: ConsoleSection = {
  routes(app, kit) {
    kit.member(
      app,
      'POST',
      '/settings/export',
      afterConfirming(kit, (scene) => sendExport(kit, scene)),
    )
    kit.member(app, 'GET', '/settings/delete', (scene) => deleteAccount(kit, scene))
    kit.member(app, 'POST', '/settings/delete', (scene) => deleteAccount(kit, scene))
  },
}
