/** Gives accounts of a test their external seal, as the command does. */
import { systemClock } from '../../src/kernel/clock.ts'
import { SecretVault } from '../../src/kernel/secret-vault.ts'
import { configureSeal, type SealInput } from '../../src/seals/configure.ts'
import type { CscPlace } from '../../src/seals/place.ts'
import { SEAL_SECRETS } from '../../src/seals/service.ts'
import {
  type ExternalProvider,
  PROVIDER_PIN,
  PROVIDER_SECRET,
  type ProviderKey,
} from './external-provider.ts'
import type { SigningApp } from './signing-app.ts'

/** A new account, and a key of it. */
export async function newSender({ app, services }: SigningApp) {
  const email = `sender-${Math.random()}@example.com`
  const key = await app.newKey('signature_business', email)
  const account = await services.accounts.accounts.findAccount(email)
  if (account === undefined) throw new RangeError('the account was just made')
  return { key, accountId: account.id }
}

/** Where a key of the test's provider is. */
export const placeAt = (
  { origin }: ExternalProvider,
  credential: ProviderKey,
  version: 1 | 2 = 2,
): CscPlace => ({
  kind: 'csc',
  url: `${origin}/csc/v${version}`,
  version,
  credential,
  access: 'client',
  clientId: 'paraph',
  tokenUrl: `${origin}/oauth2/token`,
})

/** Configures it. */
export async function giveSeal(
  { services }: SigningApp,
  order: Pick<SealInput, 'accountId' | 'place'> & Partial<SealInput>,
  trySigning = false,
) {
  const vault = new SecretVault(services.accounts.deriveKey(SEAL_SECRETS))
  return await configureSeal(
    { db: services.db, clock: systemClock, vault },
    {
      mode: 'live',
      secrets: { pin: PROVIDER_PIN, client_secret: PROVIDER_SECRET },
      certificates: [],
      anchors: [],
      ownNetwork: true,
      ...order,
    },
    trySigning,
  )
}
