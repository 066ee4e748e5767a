/** Markup of one template's pages: the header with four tabs, versions, tags, settings. */

import type { TemplateFields } from '../../docx/fields/inspect.ts'
import { kindsByPath } from '../../docx/fields/kinds-by-path.ts'
import { Alert, Button, Check, Field, Table } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { NAME_MAX, type Template } from '../../templates/schemas.ts'
import { named } from '../../translations/messages.ts'
import { badge, CopyBlock, Crumb, CurlLine, OwnForm, Section } from '../components.tsx'
import { partName } from '../findings.tsx'
import { templateCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'

const TABS = ['try', 'versions', 'fields', 'settings'] as const
/** A page of a template. */
type TemplateTab = (typeof TABS)[number]

/** Path of a page of a template. */
export const templatePath = (id: string, tab: TemplateTab = 'try'): string =>
  `/console/templates/${id}${tab === 'try' ? '' : `/${tab}`}`

/** The header of each page of a template. */
export function templateHead(visit: Reader, template: Template, current?: TemplateTab): Html {
  const words = visit.words.templates
  const tabs = TABS.map((tab) => (
    <li>
      <a href={templatePath(template.id, tab)} aria-current={tab === current ? 'page' : undefined}>
        {words.tabs[tab]}
        {tab === 'versions' && (
          <>
            {' '}
            <span class="tab-count">{template.versions}</span>
          </>
        )}
      </a>
    </li>
  ))
  return (
    <>
      <div class="template-head">
        <Crumb href="/console/templates">{words.title}</Crumb>
        <h1>{template.name}</h1>
        <p class="template-facts">
          <code>{template.id}</code>
          {badge(words.version({ version: template.current_version }), 'live')}
        </p>
      </div>
      <nav class="tabs" aria-label={words.tabsLabel}>
        <ul>{tabs}</ul>
      </nav>
    </>
  )
}

/** Every tag of the current version, as fields of the data. */
export function fieldsMain(visit: Visit, { template, fields }: { template: Template; fields: TemplateFields }): Html {
  const words = visit.words.templates
  const rows = [...kindsByPath(fields.tags)].map(([path, kinds]) => fieldRow(visit, fields, path, kinds))
  const found =
    rows.length === 0 ? (
      <p>{words.fieldsNone}</p>
    ) : (
      <Table
        caption={<span class="visually-hidden">{words.fieldsTitle}</span>}
        head={[words.field, words.usedAs, words.tags, words.part]}
        rows={rows}
      />
    )
  const places = fields.signatures.map(({ key, part, paragraph }) => [
    <code>{key}</code>,
    paragraph,
    partName(visit, part),
  ])
  return (
    <>
      {templateHead(visit, template, 'fields')}
      <Section id="fields" title={words.fieldsTitle} text={words.fieldsText}>
        {found}
        <CurlLine visit={visit} id="curl-fields" text={templateCurl(visit.baseUrl, template.id).fields} />
      </Section>
      {places.length > 0 && (
        <Section id="places" title={words.signatures}>
          <Table
            caption={<span class="visually-hidden">{words.signatures}</span>}
            head={['signer', words.inParagraph, words.part]}
            rows={places}
          />
        </Section>
      )}
      <details class="more">
        <summary>{words.schema}</summary>
        <CopyBlock
          visit={visit}
          id="schema"
          label="JSON Schema 2020-12"
          text={JSON.stringify(fields.schema, null, 2)}
        />
      </details>
    </>
  )
}

function fieldRow(visit: Reader, { tags }: TemplateFields, path: string, kinds: readonly string[]): HtmlPart[] {
  const words = visit.words.templates
  const own = tags.filter((tag) => tag.path === path)
  const written = [...new Set(own.map(({ tag }) => tag))]
  const parts = [...new Set(own.map(({ part }) => partName(visit, part)))]
  return [
    <code class="field-path">{path}</code>,
    kinds.map((kind) => named(words.kinds, kind)).join(', '),
    <span class="field-tags">
      {written.map((tag) => (
        <code>{tag}</code>
      ))}
    </span>,
    parts.join(', '),
  ]
}

/** Renaming and deleting a template. @param fault the submitted form that has an error */
export function settingsTab(
  visit: Visit,
  { template, finding }: { template: Template; finding?: 'name' | 'remove' | undefined },
): Html {
  const words = visit.words.templates
  const curl = templateCurl(visit.baseUrl, template.id)
  const path = templatePath(template.id)
  return (
    <>
      {templateHead(visit, template, 'settings')}
      <Section id="rename" title={words.rename}>
        <OwnForm visit={visit} action={`${path}/rename`} className="stack narrow">
          <Field
            id="name"
            label={words.rename}
            value={template.name}
            required
            maxLength={NAME_MAX}
            autocomplete="off"
            {...(finding === 'name' && { error: words.nameWrong })}
          />
          <Button label={words.renameDo} type="submit" kind="secondary" />
        </OwnForm>
        <CurlLine visit={visit} id="curl-rename" text={curl.rename} />
      </Section>
      <Section id="remove" title={words.remove}>
        <OwnForm visit={visit} action={`${path}/delete`}>
          {finding === 'remove' && <Alert kind="error">{words.removeMissed}</Alert>}
          <p>{words.removeText}</p>
          <Check name="sure" label={words.removeCheck} required />
          <Button label={words.removeDo} type="submit" kind="danger" />
        </OwnForm>
        <CurlLine visit={visit} id="curl-remove" text={curl.remove} />
      </Section>
    </>
  )
}
