/** Signers with certificates of their own: connecting the service as the command does, and the way to the provider. */
import { systemClock } from '../../src/kernel/clock.ts'
import { SecretVault } from '../../src/kernel/secret-vault.ts'
import type { Certificate } from '../../src/pades/certificate.ts'
import {
  CERTIFICATE_SECRETS,
  type CertificateServiceOrder,
  CertificateServices,
} from '../../src/seals/certificate-services.ts'
import type { Answer } from './app.ts'
import {
  CERTIFICATE_SECRET,
  type CertificateProvider,
  startCertificateProvider,
} from './certificate-provider.ts'
import { type ExternalProvider, PROVIDER_PIN, PROVIDER_SECRET } from './external-provider.ts'
import type { Person, SigningApp } from './signing-app.ts'

/** Name of the service in requests. */
export const SERVICE = 'tiers'

/** The OAuth pages in front of the keys of a provider. */
export function inFrontOf(
  { origin }: ExternalProvider,
  version: 1 | 2 = 2,
): Promise<CertificateProvider> {
  const token = async (): Promise<string> => {
    const reply = await fetch(`${origin}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'paraph', client_secret: PROVIDER_SECRET }),
    })
    return ((await reply.json()) as { access_token: string }).access_token
  }
  const url = `${origin}/csc/v${version}`
  return startCertificateProvider({ url, version, token, pin: PROVIDER_PIN })
}

/** Connects it to an account. */
export async function connectService(
  { services }: Pick<SigningApp, 'services'>,
  front: CertificateProvider,
  anchors: readonly Certificate[],
  more: Pick<CertificateServiceOrder, 'accountId'> & Partial<CertificateServiceOrder>,
): Promise<void> {
  const vault = new SecretVault(services.accounts.deriveKey(CERTIFICATE_SECRETS))
  const { origin } = services.signing.parts
  const connecting = new CertificateServices({ db: services.db, clock: systemClock, vault })
  await connectTo({ services: connecting, origin }, front, anchors, more)
}

/** The same through the services of an installation without HTTP. @param at origin of its pages */
export async function connectTo(
  { services, origin }: { services: CertificateServices; origin: string },
  front: CertificateProvider,
  anchors: readonly Certificate[],
  more: Pick<CertificateServiceOrder, 'accountId'> & Partial<CertificateServiceOrder>,
): Promise<void> {
  front.register(`${origin}/certificate-return`)
  await services.connect({
    mode: 'live',
    name: SERVICE,
    title: 'Tiers QTSP',
    place: front.place as CertificateServiceOrder['place'],
    clientSecret: CERTIFICATE_SECRET,
    anchors,
    ownNetwork: true,
    ...more,
  })
}

/** What a provider says in the address to which it sends the browser back. */
export async function returned(front: CertificateProvider, url: string) {
  const { location, body, status } = await front.agree(url)
  if (status !== 302) throw new Error(`the provider refuses: ${body}`)
  const query = new URL(location).searchParams
  return { state: query.get('state') ?? '', code: query.get('code') ?? '' }
}

/** The page of the provider to which an answer sends the browser. */
export function pageIn(answer: Answer): string {
  if (answer.status !== 200) throw new Error(`no page: ${answer.bytes}`)
  return answer.json<{ url: string }>().url
}

/** Orders the signature, once verified. */
export async function ordered(person: Person): Promise<Answer> {
  const { sha256 } = (await person.state()).document
  const body = { document_sha256: sha256, kind: 'typed', text: 'Zoé Łukasz' }
  return await person.call('POST', '/certificate', body)
}

/** What the browser tells us after the provider. */
export const back = (person: Person, body: object): Promise<Answer> =>
  person.call('POST', '/certificate/return', body)

/** From the order to the certificates that the provider lists. */
export async function offered(front: CertificateProvider, person: Person) {
  const answer = await back(person, await returned(front, pageIn(await ordered(person))))
  if (answer.status !== 200) throw new Error(`no certificates: ${answer.bytes}`)
  return answer.json<{ certificates: Array<Record<string, unknown>> }>().certificates
}

/** Chooses a certificate; the provider's page comes back. */
export const chosen = (person: Person, id: string): Promise<Answer> =>
  person.call('POST', '/certificate/choice', { id })

/** The whole way of a person who is verified. */
export async function signOwn(
  front: CertificateProvider,
  person: Person,
  id: string,
): Promise<Answer> {
  await offered(front, person)
  return await back(person, await returned(front, pageIn(await chosen(person, id))))
}
