/** `outer-seal …`: seals of accounts by keys of other providers, which only the operator configures. */
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import { SIGNING_ALGORITHMS } from '../pades/signing-algorithm.ts'
import { configureSeal } from '../seals/configure.ts'
import { SealError } from '../seals/place.ts'
import { factsOf, SEAL_SECRETS, type SealFacts } from '../seals/service.ts'
import { listSeals, removeFrom } from '../seals/store.ts'
import { JOBS } from '../signing/model/job-kinds.ts'
import { findRequest } from '../signing/store/requests.ts'
import { accountId } from './account-commands.ts'
import {
  type Command,
  jobsOf,
  oneOf,
  optional,
  printList,
  required,
  UsageError,
} from './command.ts'
import { certificatesIn, modeOf, placeIn, secretsIn } from './provider-flags.ts'

/** A fault of the seal as the error of a command. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw new FatalError(`the outer seal cannot be used: ${error.message}`, { cause: error })
  }
}

const lines = (facts: SealFacts): string[] => [
  `holder: ${facts.name}`,
  `issuer: ${facts.issuer}`,
  `serial: ${facts.serial}`,
  `sha256: ${facts.sha256}`,
  `valid: ${facts.validFrom.slice(0, 10)} to ${facts.validTo.slice(0, 10)}`,
  `algorithm: ${facts.algorithm}`,
  `certificate claims: ${facts.claim ?? 'nothing'} (not checked against a trusted list)`,
  ...(facts.refused === null ? [] : [`not used any more: ${facts.refused}`]),
]

const set: Command = {
  usage:
    '--account <id or e-mail> [--test] (--csc <url> --credential <id> | --pkcs11 <module> --token <label> --key <label>) [--secrets <file>] …',
  summary: 'Have the finished documents of an account sealed by a key of another provider',
  help: [
    '--csc <url>            API of the Cloud Signature Consortium, such as https://sign.example.com/csc/v2 (1.0.4 and 2)',
    '--credential <id>      its credentialID; --client-id <id> [--token-url <url>] for OAuth client credentials',
    '--pkcs11 <module>      a PKCS#11 module on this machine, with the labels of the token and of the private key',
    '--secrets <file>       JSON with pin, client_secret, access_token as far as they are needed; - reads stdin',
    '--certificate <file>   the certificate and those above it (PEM), where the key’s place does not have it',
    '--ca <file>            authorities (PEM) at one of which the chain must end',
    '--sha256 <hex>         SHA-256 that the certificate must have',
    `--algorithm <name>     ${SIGNING_ALGORITHMS.join(', ')}`,
    '--own-network          lists and responders of the provider may be on the private network',
    '--try                  also sign random data, which some providers charge for',
    '',
    'What an account has is replaced. Requests sent from now on are completed only with the seal; those sent before have',
    'no field for it and are completed without. Secrets are encrypted in the database.',
  ],
  async run(session, flags) {
    const secrets = secretsIn(flags)
    const place = placeIn(flags, secrets)
    const algorithm =
      flags.algorithm === undefined ? undefined : oneOf(flags, 'algorithm', SIGNING_ALGORITHMS)
    const input = {
      accountId: await accountId(session, required(flags, 'account')),
      mode: modeOf(flags),
      place,
      secrets,
      certificates: certificatesIn(flags, 'certificate'),
      anchors: certificatesIn(flags, 'ca'),
      sha256: optional(flags, 'sha256')?.replaceAll(':', '').toLowerCase(),
      algorithm,
      ownNetwork: flags['own-network'] === true,
    }
    const { deriveKey } = await session.accounts()
    const vault = new SecretVault(deriveKey(SEAL_SECRETS))
    const tools = { db: await session.database(), clock: systemClock, vault }
    const { facts, chain } = await explained(() => configureSeal(tools, input, flags.try === true))
    for (const line of lines(facts)) session.out(line)
    const anchor = chain.at(-1)
    session.out(`trust anchor: ${anchor?.name} (sha256 ${anchor?.fingerprint})`)
    session.note('Compare both hashes with what the provider publishes.')
  },
}

const list: Command = {
  usage: '[--json]',
  summary: 'List the outer seals of all accounts with their certificates',
  async run(session, flags) {
    const rows = (await listSeals(await session.database())).map((row) => ({
      account: row.account_id,
      ...factsOf(row),
    }))
    printList(session, flags, rows, {
      ACCOUNT: (row) => row.account,
      MODE: (row) => row.mode,
      KEY: (row) => row.kind,
      HOLDER: (row) => row.name,
      CLAIM: (row) => row.claim ?? '–',
      'VALID TO': (row) => row.validTo.slice(0, 10),
      STATE: (row) => row.refused ?? 'in use',
    })
  },
}

const remove: Command = {
  usage: '--account <id or e-mail> [--test]',
  summary: 'Remove the outer seal of an account; requests already sent wait for a new one',
  async run(session, flags) {
    const id = await accountId(session, required(flags, 'account'))
    const isRemoved = await removeFrom(await session.database(), 'outer_seals', id, modeOf(flags))
    if (!isRemoved) throw new UsageError(`--account: ${id} has no outer seal for ${modeOf(flags)}`)
    session.note(`The ${modeOf(flags)} documents of ${id} get no outer seal from now on.`)
  },
}

const retry: Command = {
  usage: '--document <id>',
  summary: 'Try the outer seal of a document again now, also after its last attempt failed',
  async run(session, flags) {
    const id = required(flags, 'document')
    const db = await session.database()
    const request = await findRequest(db, id)
    const outer = request?.outer_seal ?? null
    const isOpen = request?.status === 'pending' || request?.status === 'failed'
    if (outer === null || !isOpen)
      throw new UsageError(`--document: ${id} does not wait for an outer seal`)
    await jobsOf(db).add(db, JOBS.externalSeal, { id }, { uniqueKey: id })
    session.note('Queued. The service tries it now, or when it next starts.')
  },
}

/** Commands under `outer-seal`. */
export const externalSealCommands: Readonly<Record<string, Command>> = { set, list, remove, retry }
