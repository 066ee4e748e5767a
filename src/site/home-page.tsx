/** The first page: what the service does at a glance, and where to begin. */
import type { Locale } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { LinkButton } from '../pages/components.tsx'
import type { Html } from '../pages/html.ts'
import { textsIn } from '../translations/texts.ts'
import { sitePage } from './frame.tsx'

const renderLine = (origin: string): string =>
  `curl --fail-with-body -sS ${origin}/render -H "X-API-Key: $PARAPH_KEY" \\
  -F template=@invoice.docx -F data=@invoice.json \\
  -o invoice.pdf`

const signLine = (origin: string): string =>
  `curl --fail-with-body -sS ${origin}/api/v1/documents -H "X-API-Key: $PARAPH_KEY" \\
  -F file=@contract.pdf \\
  -F 'signers=[{"email": "ada@example.com"}]'`

/** @param origin public origin of the service, for the commands */
export function homePage(locale: Locale, assets: Assets, origin: string): string {
  const words = textsIn(locale).site.home
  const { documents, invoices, signatures, measured } = words
  return sitePage({
    locale,
    assets,
    title: words.title,
    description: words.description,
    main: (
      <div class="home">
        <section class="hero">
          <h1>{words.heading}</h1>
          <p class="lead">{words.lead}</p>
          <div class="actions">
            <LinkButton label={words.account} href="/console/sign-up" />
            <LinkButton label={words.start} href="/guides/quick-start" kind="secondary" />
            <LinkButton label={words.see} href="/docs" kind="quiet" />
          </div>
        </section>
        {half(
          'documents',
          documents,
          renderLine(origin),
          <img class="sheet" src="/guides/images/home-invoice.png" alt={documents.picture} width="620" height="877" />,
        )}
        {half(
          'signatures',
          signatures,
          signLine(origin),
          <img
            class="sheet"
            src="/guides/images/home-proof.png"
            alt={signatures.picture}
            width="620"
            height="877"
            loading="lazy"
          />,
        )}
        <section aria-labelledby="invoices" class="band">
          <h2 id="invoices">{invoices.title}</h2>
          <p class="lead">{invoices.lead}</p>
          {points(invoices.points)}
        </section>
        <section aria-labelledby="measured" class="band">
          <h2 id="measured">{measured.title}</h2>
          <ul class="tiles">
            {MEASURED.map(([name, href]) => (
              <li>
                <a href={href}>
                  <strong>{measured[name].title}</strong>
                  <span>{measured[name].text}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    ),
  })
}

type HalfTexts = { title: string; lead: string; points: readonly string[] }

/** One half of what the service does: in words, as a command, and as a picture. */
const half = (id: 'documents' | 'signatures', texts: HalfTexts, line: string, picture: Html): Html => (
  <section class={id === 'signatures' ? 'half turned' : 'half'} aria-labelledby={id}>
    <div class="half-text">
      <h2 id={id}>{texts.title}</h2>
      <p class="lead">{texts.lead}</p>
      {points(texts.points)}
      {command(line, id)}
    </div>
    {picture}
  </section>
)

/** The guides with figures. */
const MEASURED = [
  ['speed', '/guides/benchmarks'],
  ['facturx', '/guides/facturx-conformance'],
  ['signatures', '/guides/signature-conformance'],
] as const

const points = (texts: readonly string[]): Html => (
  <ul class="points">
    {texts.map((text) => (
      <li>{text}</li>
    ))}
  </ul>
)

const command = (text: string, label: string): Html => (
  <div class="code">
    <pre tabindex="0" aria-labelledby={label}>
      <code>{text}</code>
    </pre>
  </div>
)
