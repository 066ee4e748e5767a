/** The certificate policy as a page: the same text, set for reading. */
import type { Locale } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import type { Html } from '../pages/html.ts'
import { page, plainFoot } from '../pages/page.tsx'
import { textsIn } from '../translations/texts.ts'

/** A numbered section, or policies with their OIDs. */
function block(text: string): Html {
  const [first = '', ...rest] = text.split('\n')
  if (/^\d+\. /.test(first))
    return (
      <>
        <h2>{first}</h2>
        {body(rest)}
      </>
    )
  return <p>{text}</p>
}

/** Lines that begin with an OID name a policy each; lines that are indented go on. */
function body(lines: readonly string[]): Html {
  if (!/^\d+(\.\d+)+ /.test(lines[0] ?? '')) return <p>{lines.join(' ')}</p>
  const items = lines
    .join('\n')
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .map((line) => /^(\S+)\s+(.*)$/.exec(line) ?? [line, '', line])
  return (
    <dl class="facts">
      {items.map(([, oid, what]) => (
        <div>
          <dt>
            <code>{oid}</code>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The page as text. @param policy the text as it is published */
export function policyPage(policy: string, parts: { locale: Locale; assets: Assets }): string {
  const [title = '', ...blocks] = policy.trim().split('\n\n')
  const words = textsIn(parts.locale).policy
  return page({
    ...parts,
    title,
    description: title,
    footer: plainFoot(parts.locale, `/?lang=${parts.locale}`, textsIn(parts.locale).common.about),
    main: (
      <article class="stack policy">
        <div lang="en">
          <h1>{title}</h1>
          {blocks.map(block)}
        </div>
        <p class="hint">
          {words.note}{' '}
          <a href="/pki/policy?plain" type="text/plain">
            {words.plain}
          </a>
          .
        </p>
      </article>
    ),
  })
}
