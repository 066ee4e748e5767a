/** `certificate-service …`: where signers of accounts have certificates of their own; only the operator connects it. */
import { systemClock } from '../kernel/clock.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import { CERTIFICATE_SECRETS, CertificateServices } from '../seals/certificate-services.ts'
import { listCertificateServices } from '../seals/store.ts'
import { accountId } from './account-commands.ts'
import { type Command, optional, printList, required, type Session, UsageError } from './command.ts'
import { address, certificatesIn, cscIn, modeOf, secretsIn } from './provider-flags.ts'

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
const TITLE_MAX = 60

async function servicesOf(session: Session): Promise<CertificateServices> {
  const { deriveKey } = await session.accounts()
  const vault = new SecretVault(deriveKey(CERTIFICATE_SECRETS))
  return new CertificateServices({ db: await session.database(), clock: systemClock, vault })
}

const set: Command = {
  usage:
    '--account <id or e-mail> [--test] --name <name> --csc <url> --client-id <id> --secrets <file> --ca <file> …',
  summary: 'Let signers of an account sign with certificates of their own at a provider',
  help: [
    '--name <name>          by which requests name it: lower-case letters, digits, hyphens',
    '--title <text>         by which signers know it; default: the name',
    '--csc <url>            API of the Cloud Signature Consortium, such as https://sign.example.com/csc/v2 (1.0.4 and 2)',
    '--client-id <id>       of the OAuth client; --secrets <file>: JSON with client_secret; - reads stdin',
    '--authorize-url <url>  page to which signers are sent; default: oauth2/authorize below the API',
    '--token-url <url>      token endpoint; default: oauth2/token below the API',
    '--ca <file>            authorities (PEM) at one of which every chain must end',
    '--own-network          lists and responders of the provider may be on the private network',
    '',
    'What an account has is replaced. Register the address of the return page with the provider: it is printed.',
  ],
  async run(session, flags) {
    const name = required(flags, 'name')
    if (!NAME.test(name))
      throw new UsageError('--name: lower-case letters, digits and hyphens, at most 40')
    const title = optional(flags, 'title')?.trim() ?? name
    if (title === '' || title.length > TITLE_MAX || /\p{Cc}/u.test(title))
      throw new UsageError(`--title: 1 to ${TITLE_MAX} characters`)
    const { url, version } = cscIn(flags)
    const { client_secret: clientSecret } = secretsIn(flags)
    if (clientSecret === undefined) throw new UsageError('--secrets: client_secret is missing')
    const anchors = certificatesIn(flags, 'ca')
    if (anchors.length === 0)
      throw new UsageError('--ca: the authorities of the provider are needed')
    await (await servicesOf(session)).connect({
      accountId: await accountId(session, required(flags, 'account')),
      mode: modeOf(flags),
      name,
      title,
      place: {
        url,
        version,
        clientId: required(flags, 'client-id'),
        authorizeUrl: address(flags, 'authorize-url') ?? `${url}/oauth2/authorize`,
        tokenUrl: address(flags, 'token-url') ?? `${url}/oauth2/token`,
      },
      clientSecret,
      anchors,
      ownNetwork: flags['own-network'] === true,
    })
    for (const { name: anchor, fingerprint } of anchors)
      session.out(`trust anchor: ${anchor} (sha256 ${fingerprint})`)
    session.note(
      'Compare the hashes with what the provider publishes, and register <address of the signing pages>/certificate-return with it.',
    )
  },
}

const list: Command = {
  usage: '[--json]',
  summary: 'List the certificate services of all accounts',
  async run(session, flags) {
    const rows = (await listCertificateServices(await session.database())).map(
      ({ account_id: account, place, mode, name, title }) => {
        const { url, clientId: client_id } = place
        return { account, mode, name, title, url, client_id }
      },
    )
    printList(session, flags, rows, {
      ACCOUNT: (row) => row.account,
      MODE: (row) => row.mode,
      NAME: (row) => row.name,
      TITLE: (row) => row.title,
      API: (row) => row.url,
      CLIENT: (row) => row.client_id,
    })
  },
}

const remove: Command = {
  usage: '--account <id or e-mail> [--test]',
  summary: 'Remove the certificate service of an account; signers who need it cannot sign',
  async run(session, flags) {
    const id = await accountId(session, required(flags, 'account'))
    const isRemoved = await (await servicesOf(session)).remove(id, modeOf(flags))
    if (!isRemoved)
      throw new UsageError(`--account: ${id} has no certificate service for ${modeOf(flags)}`)
    session.note(`Signers of ${id} cannot sign with certificates of their own from now on.`)
  },
}

/** Commands under `certificate-service`. */
export const certificateServiceCommands: Readonly<Record<string, Command>> = { set, list, remove }
