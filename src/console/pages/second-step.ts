/** The second factor during a log-in: a code of the authenticator app, a passkey, or a recovery code. */

import type { FastifyReply } from 'fastify'
import type { Refusal } from '../../identity/refusal.ts'
import { membersOf } from '../../kernel/unknown.ts'
import { html } from '../../pages/html.ts'
import { button, field } from '../../pages/pieces.ts'
import { ownForm } from '../pieces.ts'
import type { ConsoleRoutes, ConsoleSection, PageRequest } from '../route-builder.ts'
import { safeNext } from '../visit.ts'
import { refusalText } from '../words.ts'
import { enter, leave, SECOND_PATH } from './entry.ts'
import { entryForm, orRefusal } from './entry-view.ts'
import { factorWords } from './factors-words.ts'

async function showSecond(
  kit: ConsoleRoutes,
  scene: PageRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { visit, request } = scene
  const { factors, passkeys } = kit.parts.identity
  const words = factorWords(visit.locale).second
  const token = kit.cookies.read(request, 'second') ?? ''
  const begun = await factors.find(token, 'login')
  if (begun === undefined || refusal?.code === 'factor_over')
    return kit.go(scene, '/console/log-in')
  const { next } = membersOf(request.query)
  const to = safeNext(request.method === 'POST' ? scene.field('next') : next)
  const hidden = html`<input type="hidden" name="next" value="${to}">`
  const options = await passkeys.ask(token, begun.accountId)
  const wrong =
    refusal?.code === 'factor_wrong' ? refusalText(visit.locale, refusal.code) : undefined
  const code = field({
    id: 'code',
    label: words.code,
    hint: words.codeHint,
    required: true,
    autocomplete: 'one-time-code',
    maxLength: 20,
    ...(wrong !== undefined && { error: wrong }),
  })
  const byPasskey =
    options !== undefined &&
    html`<div class="passkey" data-passkey="get" data-failed="${words.passkeyFailed}" hidden>${ownForm(
      visit,
      SECOND_PATH,
      html`${hidden}<input type="hidden" name="passkey" value="" data-options="${JSON.stringify(options)}">${button(words.passkey, { type: 'submit', kind: 'secondary', icon: 'key' })}`,
    )}<p class="field-error" role="alert" hidden></p></div>`
  const view = entryForm(visit, {
    title: words.title,
    text: words.text,
    action: SECOND_PATH,
    fields: html`${hidden}${code}`,
    submit: words.submit,
    after: html`${byPasskey}<p>${words.lost}</p><p><a href="/console/log-in">${words.back}</a></p>`,
    refusal,
  })
  return kit.show(scene, { ...view, scripts: ['passkey.js'] })
}

async function takeSecond(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const token = kit.cookies.read(scene.request, 'second') ?? ''
  const passkey = scene.field('passkey')
  const given = passkey === '' ? { code: scene.field('code') } : { passkey }
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      const done = await kit.parts.identity.logins.second(token, given, scene.visit.origin)
      await leave(kit, scene)
      return enter(kit, scene, done, { path: safeNext(scene.field('next')) })
    },
    (refusal) => showSecond(kit, scene, refusal),
    scene,
  )
}

/** Between the password and the developer area. */
export const secondStepPages: ConsoleSection = {
  routes(app, kit) {
    kit.open(app, 'GET', '/log-in/second', (scene) => showSecond(kit, scene))
    kit.open(app, 'POST', '/log-in/second', (scene) => takeSecond(kit, scene))
  },
}
