/**
 * The signer's page on a server of its own that answers from a given state: to see every state in a
 * browser, those too that take the real service days to reach. The calls keep the real contract.
 */
import type { AddressInfo } from 'node:net'
import { readForm } from '../../src/http/form.ts'
import { createLog } from '../../src/http/log.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { systemClock, toIso } from '../../src/kernel/clock.ts'
import { AppError, type ErrorCode } from '../../src/kernel/errors.ts'
import { chooseLanguage } from '../../src/kernel/languages.ts'
import { Assets } from '../../src/pages/assets.ts'
import { sendPage } from '../../src/pages/headers.ts'
import { assetRoutes } from '../../src/pages/routes.ts'
import { brandStyles } from '../../src/signing/branding/colors.ts'
import { SIGNER_FILE_FORM } from '../../src/signing/http/operations/uploads.ts'
import type { InputValues } from '../../src/signing/model/fields.ts'
import type { UploadedFiles } from '../../src/signing/model/schemas/uploads.ts'
import {
  type DeadLink,
  renderDeadLink,
  renderSignPage,
} from '../../src/signing/pages/sign-page.tsx'
import type { SignerCode, SignerState } from '../../src/signing/signers/schemas.ts'
import { plainDocument } from './pdf-samples.ts'

/** What the stage was asked to do. */
export interface ApiCall {
  call: string
  body: unknown
}

export const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const PATH = '/sign/a-token'
const RIGHT_CODE = '123456'

const soon = (ms: number): string => toIso(systemClock.now() + ms)

/** A code that has just been sent. */
export const sentCode = (changes: Partial<SignerCode> = {}): SignerCode => ({
  channel: 'sms',
  phone_masked: '+33 •• •• •• 12',
  expires_at: soon(600_000),
  attempts_left: 3,
  resend_at: soon(30_000),
  delivery: 'sent',
  ...changes,
})

/** A person who has just opened the link. */
export function signerState(changes: Partial<SignerState> = {}): SignerState {
  return {
    document: {
      id: 'doc_1',
      name: 'Bail d’habitation – 12 rue des Lilas.pdf',
      message: 'Bonjour Camille,\nvoici le bail comme convenu. Bonne lecture !',
      sender: 'Agence Dupont',
      pages: 3,
      proof_pages: 1,
      sha256: SHA256,
      base_sha256: SHA256,
      size: 12_345,
      created_at: '2026-11-20T09:12:00.000Z',
      expires_at: '2026-12-20T09:12:00.000Z',
      status: 'pending',
      test: false,
    },
    signer: {
      id: 'sgr_1',
      name: 'Camille Martin',
      email: 'camille.martin@example.com',
      status: 'invited',
      locale: 'fr',
      authentication: 'sms',
      phone_masked: '+33 •• •• •• 12',
      inputs: [],
      fields: [{ page: 3, x: 320, y: 620, width: 180, height: 60 }],
      redirect_urls: {},
    },
    others: [
      { name: 'Louis Bernard', status: 'signed', step: 1 },
      { name: 'Anne Petit', status: 'waiting', step: 2 },
    ],
    consent: {
      version: '2026-11',
      language: 'fr',
      text: 'J’ai lu le document et j’accepte de le signer par voie électronique. Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code envoyé par SMS à mon téléphone mobile.\n\nUn certificat est émis à mon nom pour cette seule signature ; sa clé est détruite aussitôt après. Il s’agit d’une signature électronique avancée au sens de l’article 26 du règlement (UE) n° 910/2014 (eIDAS), et non d’une signature qualifiée.',
      sha256: 'c'.repeat(64),
    },
    code: null,
    verified_until: null,
    next: 'open',
    ...changes,
  }
}

/** Three pages, and an empty one behind them for the proof. */
async function documentWithProofPage(): Promise<Uint8Array> {
  const document = await plainDocument(3)
  document.addPage([595, 842])
  return await document.save()
}

/** Starts the stage on a free port. */
export async function openStage() {
  const app = createHttpServer({
    clock: systemClock,
    log: createLog('silent'),
    bodyBytesMax: 2_000_000,
    requestTimeoutMs: 30_000,
    trustedProxies: 0,
  })
  const assets = Assets.open()
  const stage = {
    state: signerState(),
    dead: undefined as DeadLink | undefined,
    /** The colour of a brand, `#rrggbb`. */
    color: undefined as string | undefined,
    calls: [] as ApiCall[],
    /** What is uploaded. */
    files: [] as UploadedFiles['files'],
    /** Values of the half-filled form. */
    kept: {} as InputValues,
    /** What the next call of a name answers instead. */
    refusals: new Map<string, AppError>(),
    /** From when another code may be asked for. */
    resendAt: () => soon(30_000),
    pdf: await documentWithProofPage(),
    url: '',
    /** Where the page under test is, in a language of its own choice. */
    page: (lang = 'fr') => `${stage.url}${PATH}?lang=${lang}`,
    reset(changes: Partial<SignerState> = {}) {
      stage.state = signerState(changes)
      stage.dead = undefined
      stage.color = undefined
      stage.calls.length = 0
      stage.files = []
      stage.kept = {}
      stage.refusals.clear()
    },
    refuse(
      call: string,
      code: ErrorCode,
      extras: { attemptsLeft?: number; retryAfterSeconds?: number } = {},
    ) {
      stage.refusals.set(call, new AppError(code, 'Not now.', extras))
    },
    close: () => app.close(),
  }

  const acted = (call: string, body: unknown): void => {
    stage.calls.push({ call, body })
    const refusal = stage.refusals.get(call)
    stage.refusals.delete(call)
    if (refusal !== undefined) throw refusal
  }

  await app.register(assetRoutes, { assets })
  app.get(PATH, async (request, reply) => {
    const { lang } = request.query as { lang?: string }
    const locale = chooseLanguage({ query: lang, preferred: stage.state.signer.locale })
    if (stage.dead !== undefined) {
      return sendPage(reply, renderDeadLink(stage.dead, { locale, assets }), { status: 404 })
    }
    const brand = { logo: false, color: stage.color !== undefined }
    return sendPage(
      reply,
      renderSignPage({ state: stage.state, locale, assets, path: PATH, brand }),
    )
  })
  app.get(`${PATH}/file`, async (request, reply) => {
    acted('file', request.query)
    return reply.type('application/pdf').send(Buffer.from(stage.pdf))
  })
  app.get(`${PATH}/brand.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(brandStyles(stage.color ?? '')),
  )
  app.get(`${PATH}/state`, async () => stage.state)
  app.post(`${PATH}/open`, async (request) => {
    acted('open', request.body)
    stage.state = {
      ...stage.state,
      next: 'sign',
      signer: { ...stage.state.signer, status: 'opened' },
    }
    return stage.state
  })
  app.post(`${PATH}/code`, async (request, reply) => {
    acted('code', request.body)
    const { call = false } = request.body as { call?: boolean }
    const channel = call || stage.state.signer.call === 'only' ? 'call' : 'sms'
    stage.state = { ...stage.state, code: sentCode({ channel, resend_at: stage.resendAt() }) }
    return reply.code(202).send(stage.state.code)
  })
  app.post(`${PATH}/verify`, async (request) => {
    acted('verify', request.body)
    if ((request.body as { code: string }).code !== RIGHT_CODE) {
      throw new AppError('otp_invalid', 'Wrong.', { attemptsLeft: 2 })
    }
    stage.state = { ...stage.state, code: null, verified_until: soon(600_000) }
    return stage.state
  })
  app.get(`${PATH}/files`, async (): Promise<UploadedFiles> => ({ files: stage.files }))
  app.get(`${PATH}/values`, async () => ({ values: stage.kept }))
  app.put(`${PATH}/values`, async (request, reply) => {
    acted('values', request.body)
    stage.kept = (request.body as { values: InputValues }).values
    return reply.code(204).send(null)
  })
  app.post(`${PATH}/files`, async (request) => {
    const limits = { fileBytesMax: 1_000_000, textBytesMax: 1_000, formBytesMax: 1_000_000 }
    const { texts, files } = await readForm(request, SIGNER_FILE_FORM, limits)
    const [sent] = files.get('file') ?? []
    const field = texts.get('field') ?? ''
    acted('files', { field, filename: sent?.filename })
    const size = sent?.bytes.length ?? 0
    const name = sent?.filename ?? ''
    const file = { id: 'sfl_1', name, media_type: 'image/png', size, sha256: SHA256 } as const
    stage.files = [{ field, file }]
    return file
  })
  app.delete(`${PATH}/files/:fid`, async (_request, reply) => {
    acted('remove', undefined)
    stage.files = []
    return reply.code(204).send(null)
  })
  app.post(`${PATH}/signature`, async (request) => {
    acted('signature', request.body)
    stage.state = { ...stage.state, next: 'signed' }
    return stage.state
  })
  app.post(`${PATH}/decline`, async (request) => {
    acted('decline', request.body)
    stage.state = {
      ...stage.state,
      next: 'declined',
      signer: { ...stage.state.signer, status: 'declined' },
    }
    return stage.state
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  stage.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return stage
}

/** The stage of a test. */
export type Stage = Awaited<ReturnType<typeof openStage>>
