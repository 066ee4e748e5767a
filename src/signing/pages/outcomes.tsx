/** Page about the outcome of a signature: what happened, what to do, what comes next. */
import type { Language } from '../../kernel/languages.ts'
import type { Assets } from '../../pages/assets.ts'
import { Alert, Card, Facts, LinkButton, Outcome } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { IconName } from '../../pages/icons.tsx'
import { textsIn } from '../../translations/texts.ts'
import type { SignerState } from '../signers/schemas.ts'
import type { StepParts } from './parts.tsx'
import { isDone, moment, othersList, signerPage, stepList, testNote } from './parts.tsx'

/** One button, or one for each of several files under its name. */
export const signedLinks = (
  label: string,
  path: string,
  files: ReadonlyArray<{ number: number; filename: string }>,
): HtmlPart =>
  files.length < 2 ? (
    <LinkButton label={label} href={path} icon="download" download />
  ) : (
    files.map(({ number, filename }) => (
      <LinkButton label={filename} href={`${path}?file_number=${number}`} icon="download" download />
    ))
  )

/** Every state except those in which one signs. */
type Ending = Exclude<SignerState['next'], 'open' | 'sign'>

interface OutcomeParts extends StepParts {
  path: string
  /** In a frame there is nowhere to go back to: the page around it is the sender's. */
  embedded: boolean
}

const LOOKS = {
  signed: { kind: 'success', icon: 'check' },
  approved: { kind: 'success', icon: 'check' },
  completed: { kind: 'success', icon: 'check' },
  wait: { kind: 'info', icon: 'clock' },
  declined: { kind: 'info', icon: 'cross' },
  cancelled: { kind: 'info', icon: 'cross' },
  expired: { kind: 'warning', icon: 'clock' },
  blocked: { kind: 'warning', icon: 'lock' },
  failed: { kind: 'warning', icon: 'warning' },
  returned: { kind: 'info', icon: 'clock' },
} as const satisfies Record<Ending, { kind: string; icon: IconName }>

/** The main part of the page for a state in which nothing can be signed. */
export function outcomeMain(parts: OutcomeParts): Html {
  const { state, words } = parts
  const next = state.next as Ending
  const hasSigned = next === 'signed' || next === 'approved' || next === 'completed'
  return (
    <>
      {hasSigned && stepList(words, 'done')}
      {state.document.test && testNote(words)}
      <Outcome
        {...LOOKS[next]}
        title={words.outcomes[next === 'approved' ? 'signed' : next].title}
        text={texts(parts, next).map((text) => <p>{text}</p>)}
        actions={actions(parts, next)}
        after={
          <Card>
            <Facts
              lines={[
                [words.facts.document, state.document.name],
                [words.facts.from, state.document.sender],
                [
                  words.outcomes.expired.since,
                  next === 'expired' ? moment(state.document.expires_at, parts.locale) : null,
                ],
                [words.facts.others, (!isOver(next) && othersList(words, state.others, parts.locale)) || null],
              ]}
            />
          </Card>
        }
      />
    </>
  )
}

/** Nobody signs any more: the others' last states would read as if they still could. */
const isOver = (next: Ending) => next === 'declined' || next === 'cancelled' || next === 'expired' || next === 'failed'

function texts({ state, words }: OutcomeParts, next: Ending): readonly string[] {
  const { outcomes } = words
  const handed = state.signer.delivery === 'none'
  const { name, sender } = state.document
  switch (next) {
    case 'signed':
    case 'approved': {
      const othersLeft = !state.others.every(isDone)
      const { text, next: later, later: here, sealing } = outcomes.signed
      return [text({ name }), othersLeft ? (handed ? here : later) : sealing]
    }
    case 'completed':
      return [
        // Test keys send mail to the addresses of their own account only.
        state.document.test || handed
          ? outcomes.completed.text({ name })
          : `${outcomes.completed.text({ name })} ${outcomes.completed.mailed}`,
        outcomes.completed.keep,
      ]
    case 'wait':
      return [handed ? outcomes.wait.handed : outcomes.wait.text]
    case 'declined':
      return [
        state.signer.status === 'declined' ? outcomes.declined.own({ sender }) : outcomes.declined.text({ sender }),
      ]
    case 'blocked':
    case 'returned':
      return [outcomes[next][handed ? 'handed' : 'text']({ sender })]
    default:
      return [outcomes[next].text({ sender })]
  }
}

function actions({ state, words, path, embedded }: OutcomeParts, next: Ending): HtmlPart {
  const download =
    next === 'completed' && signedLinks(words.outcomes.completed.download, `${path}/signed`, state.document.files ?? [])
  const back = embedded ? undefined : backAddress(state, next)
  return (
    <>
      {download}
      {back !== undefined && (
        <LinkButton
          label={words.outcomes.backTo({ host: back.host })}
          href={back.href}
          kind={next === 'completed' ? 'secondary' : 'primary'}
        />
      )}
    </>
  )
}

/** Where the sender wants the person to go next: taken from the request, never from the page's URL. */
function backAddress({ signer }: SignerState, next: Ending): URL | undefined {
  const { success, decline, error } = signer.redirect_urls
  const kind =
    next === 'signed' || next === 'approved' || next === 'completed'
      ? success
      : next === 'declined'
        ? decline
        : next === 'wait' || next === 'returned'
          ? undefined
          : error
  if (kind === undefined || !URL.canParse(kind)) return undefined
  const url = new URL(kind)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

/** The page in a language. */
export function renderReturn(locale: Language, assets: Assets): string {
  const { returning, lost } = textsIn(locale).signing.certificates.page
  return signerPage({
    locale,
    assets,
    title: returning,
    scripts: ['certificate-return.js'],
    main: (
      <>
        <h1 id="returning">{returning}</h1>
        <noscript>
          <Alert kind="warning">{lost}</Alert>
        </noscript>
        <div id="lost" role="alert" hidden>
          <Alert kind="warning">{lost}</Alert>
        </div>
      </>
    ),
  })
}
