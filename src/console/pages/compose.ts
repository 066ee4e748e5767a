/** Making a signature request in the console: the page, the places found in a PDF, and the sending. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { fileBytesMax } from '../../accounts/plans.ts'
import type { App } from '../../http/app.ts'
import { clientAbortSignal } from '../../http/client-abort.ts'
import type { FormLimits } from '../../http/form.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Locale } from '../../pages/locale.ts'
import { trialCaller } from '../callers.ts'
import { type FileScene, fileForm } from '../file-forms.ts'
import { isShown, problemStatus } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { actorOf, chosenSender, type Sender, sendersFor, sending } from '../senders.ts'
import type { SingleUseForms } from '../single-use-forms.ts'
import { inBytes } from '../words.ts'
import { COMPOSE_FORM, PLACES_FORM, requestTexts } from './compose-order.ts'
import { composeMain } from './compose-view.ts'
import { composeWords } from './compose-words.ts'
import { type FormFault, faultsOf, faultWords } from './request-faults.ts'
import { REQUESTS_PATH } from './requests-list.ts'

/** Of the text of a form, in bytes: without script it has a field for everything of every signer. */
const TEXT_BYTES_MAX = 256 * 1024
const TEXTS_MAX = 60

/** The largest file in bytes that a key takes with which somebody may send. */
const largestOf = (senders: readonly Sender[]): number =>
  Math.max(...senders.map(({ caller }) => fileBytesMax(caller.plan, 'signature')))

/** Scripts get JSON, people a page. */
const isScript = ({ request }: MemberRequest): boolean =>
  request.headers.accept?.includes('application/json') === true

async function showCompose(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  faults: readonly FormFault[] = [],
  status = 200,
): Promise<FastifyReply> {
  const { locale } = scene.visit
  const senders = await sendersFor(kit, scene)
  const days = senders.map(({ caller }) => caller.plan.signature?.request_expiry_days ?? 0)
  const main = composeMain(scene.visit, {
    senders,
    daysMax: Math.max(...days),
    bytesMax: largestOf(senders),
    form: randomBytes(12).toString('base64url'),
    value: scene.field,
    faults,
    baseUrl: kit.parts.baseUrl,
  })
  const { title } = composeWords(locale)
  return kit.show(scene, { title, main, section: REQUESTS_PATH, status })
}

async function refused(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  faults: readonly FormFault[],
  status = 422,
): Promise<FastifyReply> {
  if (!isScript(scene)) return await showCompose(kit, scene, faults, status)
  return scene.reply.code(status).header('Cache-Control', 'no-store').send({ faults })
}

/** How much of a form is read; the handler holds the file against the limit of the chosen key. */
async function limitsOf(kit: ConsoleRoutes, scene: MemberRequest): Promise<FormLimits> {
  const bytes = largestOf(await sendersFor(kit, scene))
  return {
    fileBytesMax: bytes,
    textBytesMax: TEXT_BYTES_MAX,
    formBytesMax: bytes + 2 * TEXT_BYTES_MAX,
    textsMax: TEXTS_MAX,
  }
}

/** What is wrong with a form of which nothing is known. */
async function unreadable(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  error: AppError,
): Promise<FormFault[]> {
  const { locale } = scene.visit
  if (error.code !== 'file_too_large') return faultsOf(locale, error)
  return [tooLarge(locale, largestOf(await sendersFor(kit, scene)))]
}

const tooLarge = (locale: Locale, limit: number): FormFault => ({
  field: 'file',
  text: faultWords(locale).large(inBytes(limit, locale)),
})

/** What is seen before the service is asked. */
function earlyFaults(scene: FileScene, sender: Sender | undefined): FormFault[] {
  const { locale } = scene.visit
  const words = faultWords(locale)
  const file = scene.file('file')
  if (sender === undefined) return [{ field: 'key', text: words.key }]
  if (!file?.bytes.length) return [{ field: 'file', text: words.fileMissing }]
  const limit = largestOf([sender])
  return file.bytes.length <= limit ? [] : [tooLarge(locale, limit)]
}

async function compose(
  kit: ConsoleRoutes,
  scene: FileScene,
  forms: SingleUseForms,
): Promise<FastifyReply> {
  const { clock, requests } = kit.parts
  const sender = await chosenSender(kit, scene)
  const file = scene.file('file')
  const early = earlyFaults(scene, sender)
  if (sender === undefined || file === undefined || early.length > 0)
    return await refused(kit, scene, early)
  const form = `${scene.session.id} ${scene.field('form')}`
  if (!forms.take(form)) return done(kit, scene, REQUESTS_PATH, 'form_repeated')
  try {
    const wish = {
      pdf: file.bytes,
      filename: file.filename,
      texts: requestTexts(scene, clock),
    }
    const { id, status } = await sending(kit.parts, sender.caller, () =>
      requests.create(sender.caller, wish, actorOf(scene)),
    )
    const flash = status === 'draft' ? 'request_drafted' : 'request_sent'
    return done(kit, scene, `${REQUESTS_PATH}/${id}`, flash)
  } catch (error) {
    forms.giveBack(form)
    if (!isShown(error)) throw error
    return await refused(kit, scene, faultsOf(scene.visit.locale, error), problemStatus(error))
  }
}

function done(
  kit: ConsoleRoutes,
  scene: MemberRequest,
  location: string,
  flash: 'form_repeated' | 'request_drafted' | 'request_sent',
): FastifyReply {
  if (!isScript(scene)) return kit.go(scene, location, flash)
  kit.cookies.set(scene.reply, 'flash', flash)
  return scene.reply.code(201).header('Cache-Control', 'no-store').send({ location })
}

/** Places for signatures in a PDF that is not sent yet; counts as a try of the console's, and keeps nothing. */
async function findPlaces(kit: ConsoleRoutes, scene: FileScene): Promise<FastifyReply> {
  const { accounts, detection } = kit.parts
  const file = scene.file('file')
  if (file === undefined) throw new AppError('validation_failed', '"file" must be a PDF.')
  const caller = trialCaller(kit.parts, scene.session.accountId)
  const leave = accounts.allowance.enter(caller, { interface: 'documents' })
  try {
    const { fields } = await detection.detect(file, clientAbortSignal(scene.reply))
    const places = fields
      .filter(({ kind }) => kind === 'signature')
      .map(({ page, x, y, width, height, signer, text }) => ({
        page,
        x,
        y,
        width,
        height,
        text,
        ...(signer !== undefined && { signer }),
      }))
    return scene.reply.header('Cache-Control', 'no-store').send({ places })
  } finally {
    leave()
  }
}

/** The routes. */
export function composeRoutes(app: App, kit: ConsoleRoutes, forms: SingleUseForms): void {
  kit.member(app, 'GET', '/requests/new', (scene) => showCompose(kit, scene))
  const limits = (scene: MemberRequest) => limitsOf(kit, scene)
  const form = {
    url: '/requests',
    spec: COMPOSE_FORM,
    limits,
    refused: async (scene: MemberRequest, error: AppError) =>
      refused(kit, scene, await unreadable(kit, scene, error), problemStatus(error)),
  }
  fileForm(app, kit, form, (scene) => compose(kit, scene, forms))
  fileForm(app, kit, { url: '/requests/places', spec: PLACES_FORM, limits }, (scene) =>
    findPlaces(kit, scene),
  )
}
