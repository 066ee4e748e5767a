/** The page "Embedding", under "Settings": which pages may show those of signers in a frame. */
import type { FastifyReply } from 'fastify'
import type { Finding } from '../../kernel/coded-error.ts'
import type { AppError } from '../../kernel/errors.ts'
import { AreaField, Button } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { ORIGINS_MAX } from '../../signing/embedding/service.ts'
import { Crumb, OwnForm, PageHead, Section } from '../components.tsx'
import { onPage } from '../guarded-call.ts'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import type { Visit } from '../visit.ts'

const SETTINGS = '/console/settings'
const PATH = `${SETTINGS}/embedding`
const TEXT_MAX = 20_000

interface Refused {
  lines: readonly string[]
  error: AppError
}

/** What is wrong with a line, in the page's language. */
function findingText(visit: Visit, { lines, error }: Refused): string[] {
  const words = visit.words.embedding
  const said = ({ pointer = '' }: Finding): string => {
    const index = Number(/^\/origins\/(\d+)$/.exec(pointer)?.[1] ?? Number.NaN)
    return Number.isNaN(index) ? words.tooMany({ most: ORIGINS_MAX }) : words.wrong({ line: lines[index] ?? '' })
  }
  return error.errors.length === 0 ? [error.message] : error.errors.map(said)
}

async function showEmbedding(context: MemberRequest, refused?: Refused): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const lines = refused?.lines ?? (await parts.embedding.of(session.accountId))
  const errors = refused === undefined ? [] : findingText(visit, refused)
  const words = visit.words.embedding
  const main = (
    <>
      <Crumb href={SETTINGS}>{visit.words.settings.title}</Crumb>
      <PageHead title={words.title} text={words.text} />
      <Section id="embedding" title={words.link}>
        {originsForm(visit, lines, errors)}
      </Section>
    </>
  )
  return context.show({ title: words.title, main, error: refused?.error })
}

function originsForm(visit: Visit, lines: readonly string[], errors: readonly string[]): Html {
  const words = visit.words.embedding
  return (
    <OwnForm visit={visit} action={PATH} className="stack narrow-form">
      <AreaField
        id="origins"
        label={words.origins}
        hint={words.originsHint}
        value={lines.join('\n')}
        rows={5}
        maxLength={TEXT_MAX}
        more={{ spellcheck: 'false', autocapitalize: 'off' }}
        {...(errors.length > 0 && { error: errors.map((text) => <span>{text} </span>) })}
      />
      <p>
        <a href="/guides/embedding">{words.guide}</a>
      </p>
      <Button label={words.save} type="submit" />
    </OwnForm>
  )
}

async function setEmbedding(context: MemberRequest): Promise<FastifyReply> {
  const { embedding } = context.parts
  const { accountId } = context.session
  const lines = context
    .field('origins')
    .split(/\s+/)
    .filter((line) => line !== '')
  const shown = (error: AppError) => showEmbedding(context, { lines, error })
  return await onPage(context, shown, async () => {
    await embedding.set(accountId, lines, `key:console:${accountId}`)
    await noteEvent(context, 'settings.changed', 'embedding')
    return context.go(PATH, 'embedding_set')
  })
}

/** Its routes. */
export function embeddingRoutesOf(routes: ConsoleRoutes): void {
  routes.member('GET', '/settings/embedding', 'settings.read', showEmbedding)
  routes.member('POST', '/settings/embedding', 'settings.change', setEmbedding)
}
