/** The calls of a signer's passkey or app among the examples: everything random is named by what it is. */
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from './authenticator.ts'
import { fileExamples } from './example-files.ts'
import type { ExampleRecorder } from './example-recorder.ts'
import type { Person, SigningApp } from './signing-app.ts'

const EXAMPLE_ORIGIN = 'https://paraph.example.com'

/** Passkeys need a host name with TLS. */
export const EXAMPLE_SETTINGS = {
  PARAPH_SIGN_URL: EXAMPLE_ORIGIN,
  PARAPH_SIGNER_AUTHENTICATION: 'sms,passkey,totp',
}

/** A person registers a passkey, and is asked for it at the next document. */
async function passkeyExamples(
  recorder: ExampleRecorder,
  service: Pick<SigningApp, 'create' | 'person'>,
): Promise<void> {
  const who = {
    email: 'grace@example.com',
    phone: '+33698765432',
    authentication: 'passkey',
    locale: 'en',
  } as const
  const first = await service.create([who])
  await registerExample(recorder, await service.person(who, { documentId: first.id }))
  const second = await service.create([who])
  await askExample(recorder, await service.person(who, { documentId: second.id }))
}

/** A person registers an authenticator app. */
async function totpExamples(
  recorder: ExampleRecorder,
  service: Pick<SigningApp, 'create' | 'person' | 'app'>,
): Promise<void> {
  const who = {
    email: 'katherine@example.com',
    phone: '+33687654321',
    authentication: 'totp',
    locale: 'en',
  } as const
  const { id } = await service.create([who])
  const person = await service.person(who, { documentId: id })
  const by = { params: { token: person.token }, key: null }
  recorder.instead.set(person.token, 'link-from-the-mail')
  await person.verify()
  const headers = { cookie: person.cookie }
  const given = await recorder.call('createTotp', { ...by, headers, json: {} })
  const { secret, uri } = given.json<{ secret: string; uri: string }>()
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const names = 'sales%40example.com:katherine%40example.com?issuer=sales%40example.com'
  recorder.instead
    .set(uri, `otpauth://totp/${names}&secret=${key}&algorithm=SHA1&digits=6&period=30`)
    .set(secret, key)
  const timestamp = service.app.clock.now()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await recorder.call('registerTotp', { ...by, headers, json: { code } })
}

type Created = ReturnType<Authenticator['create']>

/** Registers a passkey after the code. */
async function registerExample(recorder: ExampleRecorder, person: Person) {
  const by = { params: { token: person.token }, key: null }
  recorder.instead.set(person.token, 'link-from-the-mail')
  await person.verify()
  const headers = { cookie: person.cookie }
  const asked = await recorder.call('createPasskey', { ...by, headers, json: {} })
  const options = asked.json<{ challenge: string; user: { id: string } }>()
  recorder.instead
    .set(options.challenge, 'challenge-of-the-service')
    .set(options.user.id, 'c2lnbmVy')
  const passkey = new Authenticator().create(options, { origin: EXAMPLE_ORIGIN })
  named(recorder, passkey)
  await recorder.call('registerPasskey', { ...by, headers, json: { passkey } })
}

/** Asks for it at the next document. */
async function askExample(recorder: ExampleRecorder, person: Person): Promise<void> {
  recorder.instead.set(person.token, 'link-from-the-mail')
  const by = { params: { token: person.token }, key: null }
  const { version, sha256 } = (await person.open()).consent
  const json = { consent: { version, sha256 } }
  const { challenge } = (await recorder.call('requestPasskey', { ...by, json })).json<{
    challenge: string
  }>()
  recorder.instead.set(challenge, 'challenge-of-the-service')
}

function named(recorder: ExampleRecorder, { id, response }: Created): void {
  recorder.instead.set(id, 'credential-of-the-authenticator')
  for (const [name, value] of Object.entries(response)) recorder.instead.set(value, name)
}

/** People prove who they are with what they registered before, and give a file. */
export async function personExamples(
  recorder: ExampleRecorder,
  service: Pick<SigningApp, 'create' | 'person' | 'app'>,
): Promise<void> {
  await passkeyExamples(recorder, service)
  await totpExamples(recorder, service)
  await fileExamples(recorder, service)
}
