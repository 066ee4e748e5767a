/** The reference at /docs: an overview, and a page for each operation. */

import type { Content, DescribedApi } from '../../http/openapi-shape.ts'
import type { Locale } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { Assets } from '../../pages/assets.ts'
import type { Html } from '../../pages/html.ts'
import type { ReferenceTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { sitePage } from '../frame.tsx'
import { type OperationGroup, operationGroups, type ShownOperation, typeText } from './operations.ts'
import { described, fieldItem, schemaFields } from './schema-view.tsx'
import { triedType, tryForm } from './try-form.tsx'

/** Where the reference is. */
const REFERENCE_PATH = '/docs'

interface Page {
  api: DescribedApi
  assets: Assets
  locale: Locale
  /** Public origin, for the commands. */
  origin: string
}

const addressOf = (id: string, locale: Locale): string => `${REFERENCE_PATH}/${id}?lang=${locale}`

const methodBadge = (method: string): Html => <span class={`ref-method ${method.toLowerCase()}`}>{method}</span>

function frame(
  { assets, locale }: Page,
  parts: { title: string; main: Html; current?: string; groups: readonly OperationGroup[] },
): string {
  const words = textsIn(locale).site.reference
  const { title, main, current, groups } = parts
  const nav = (
    <nav class="guide-nav ref-nav" aria-label={words.all}>
      <p class="guide-group">
        <a href={`${REFERENCE_PATH}?lang=${locale}`} aria-current={current === undefined ? 'page' : undefined}>
          {words.overview}
        </a>
      </p>
      {groups.map(({ name, operations }) => (
        <>
          <p class="guide-group" lang="en">
            {name}
          </p>
          <ul lang="en">
            {operations.map(({ id, operation }) => (
              <li>
                <a href={addressOf(id, locale)} aria-current={id === current ? 'page' : undefined}>
                  {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  )
  return sitePage({
    locale,
    assets,
    title,
    description: words.lead,
    section: REFERENCE_PATH,
    scripts: ['reference.js'],
    styles: ['reference.css'],
    main: (
      <div class="guide reference">
        {nav}
        {main}
      </div>
    ),
  })
}

/** The list of all operations. */
export function referencePage(page: Page): string {
  const { api, locale } = page
  const words = textsIn(locale).site.reference
  const groups = operationGroups(api)
  const lists = groups.map(({ name, description, operations }) => (
    <section lang="en">
      <h2>{name}</h2>
      <p class="hint">{description}</p>
      <ul class="ref-list">
        {operations.map(({ id, method, path, operation, keyed }) => (
          <li>
            <a href={addressOf(id, locale)}>
              <strong>{operation.summary}</strong>
            </a>
            <span>
              {methodBadge(method)} <code>{path}</code>
              {!keyed && (
                <>
                  {' '}
                  <span class="badge" lang={locale}>
                    {words.noKey}
                  </span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ))
  const links: ReadonlyArray<readonly [string, string]> = [
    ['/openapi.yaml', words.files],
    ['/postman.json', words.postman],
    [`/guides/errors?lang=${locale}`, words.errors],
    ['/console/keys', words.getKey],
  ]
  const main = (
    <article>
      <h1>{words.title}</h1>
      <p class="lead">
        {words.lead} {page.locale !== 'en' && words.note}
      </p>
      <p>
        {words.auth} <code>X-API-Key</code>, {words.authText}
      </p>
      <ul class="foot-links">
        {links.map(([href, label]) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
      {lists}
    </article>
  )
  return frame(page, { title: words.title, main, groups })
}

/** One operation. @returns undefined when there is none of this id */
export function operationPage(page: Page, id: string): string | undefined {
  const groups = operationGroups(page.api)
  const shown = groups.flatMap(({ operations }) => operations).find((one) => one.id === id)
  if (shown === undefined) return undefined
  const words = textsIn(page.locale).site.reference
  const { operation, method, path, keyed } = shown
  const { summary = '', description } = operation
  const main = (
    <article>
      <div lang="en">
        <h1>{summary}</h1>
        <p class="ref-address">
          {methodBadge(method)}
          <code>{path}</code>
          {!keyed && (
            <>
              {' '}
              <span class="badge" lang={page.locale}>
                {words.noKey}
              </span>
            </>
          )}
        </p>
        {description !== undefined && described(description)}
      </div>
      <div class="ref-columns">
        <div>
          {parametersPart(page, shown, words)}
          {bodyPart(page, shown, words)}
          {answersPart(page, shown, words)}
        </div>
        <section class="ref-side" aria-labelledby="try">
          <h2 id="try">{words.try}</h2>
          <p class="hint">
            {words.tryText} {words.choose}
          </p>
          {tryForm(page.api, shown, words)}
          <h3>{words.curl}</h3>
          <div class="code">
            <pre tabindex="0">
              <code>{curlOf(page, shown)}</code>
            </pre>
          </div>
        </section>
      </div>
    </article>
  )
  return frame(page, { title: summary, main, current: id, groups })
}

function parametersPart({ api }: Page, { operation }: ShownOperation, words: ReferenceTexts): Html | false {
  const { parameters = [] } = operation
  if (parameters.length === 0) return false
  const items = parameters.map((one) =>
    fieldItem(words, {
      name: one.name,
      type: `${one.in}, ${typeText(api, one.schema ?? {})}`,
      required: one.required === true,
      ...(one.description !== undefined && { description: one.description }),
    }),
  )
  return (
    <section>
      <h2>{words.parameters}</h2>
      <dl class="ref-fields">{items}</dl>
    </section>
  )
}

const example = (media: Content[string]): string | undefined => {
  if (media.example === undefined) return undefined
  return typeof media.example === 'string' ? media.example : JSON.stringify(media.example, null, 2)
}

function contentPart(api: DescribedApi, content: Content, words: ReferenceTexts): Html {
  return (
    <>
      {Object.entries(content).map(([type, media]) => {
        const fields = schemaFields(media.schema, { api, words, within: [] })
        const shown = example(media)
        return (
          <>
            <p>
              <code>{type}</code>
            </p>
            {fields}
            {shown !== undefined && (
              <details class="ref-more">
                <summary>
                  {words.example}
                  <span class="visually-hidden"> {type}</span>
                </summary>
                <div class="code">
                  <pre tabindex="0">
                    <code>{shown}</code>
                  </pre>
                </div>
              </details>
            )}
          </>
        )
      })}
    </>
  )
}

function bodyPart({ api }: Page, { operation }: ShownOperation, words: ReferenceTexts): Html | false {
  const content = operation.requestBody?.content
  if (content === undefined) return false
  return (
    <section>
      <h2>{words.body}</h2>
      {contentPart(api, content, words)}
    </section>
  )
}

/** Problems have one shape, and their codes are in the description. */
function answersPart({ api }: Page, { operation }: ShownOperation, words: ReferenceTexts): Html {
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    if (answer.$ref !== undefined) return false
    return (
      <div class="ref-answer">
        <h3>
          <code>{status}</code>
        </h3>
        <div lang="en">{described(answer.description ?? '')}</div>

        {answer.content !== undefined && contentPart(api, answer.content, words)}
      </div>
    )
  })
  return (
    <section>
      <h2>{words.answers}</h2>
      {answers}
    </section>
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The call as a command, with the example's values. */
function curlOf({ origin }: Page, { method, path, operation, keyed }: ShownOperation): string {
  const values = new Map((operation.parameters ?? []).map(({ name, example: value }) => [name, value]))
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => String(values.get(name) ?? whole))
  const content = operation.requestBody?.content
  const type = triedType(content)
  const media = type === undefined ? undefined : content?.[type]
  const parts = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(keyed ? ['-H "X-API-Key: $PARAPH_KEY"'] : []),
    ...(media === undefined ? [] : bodyArguments(type ?? '', media)),
  ]
  return [`curl -sS --fail-with-body ${origin}${address}`, ...parts].join(' \\\n  ')
}

function bodyArguments(type: string, media: Content[string]): string[] {
  if (type !== 'multipart/form-data') return [`-H "Content-Type: ${type}"`, `-d ${quoted(example(media) ?? '{}')}`]
  const fields = Object.entries(membersOf(media.example))
  const isName = (value: unknown) => typeof value === 'string' && /^[\w-]+\.\w{2,5}$/.test(value)
  return fields.map(([name, value]) =>
    isName(value)
      ? `-F ${name}=@${value}`
      : `-F ${quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
  )
}
