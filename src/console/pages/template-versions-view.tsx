/** The versions of a template. */
import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { Template, Version } from '../../templates/schemas.ts'
import { badge, CurlLine, Folded, moment, OwnForm, Section } from '../components.tsx'
import type { FileFinding } from '../problem-words.ts'
import { templateCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { inBytes, type Reader } from '../words.ts'
import { templateHead, templatePath } from './template-view.tsx'
import { findingPanel, wordFileField } from './templates-view.tsx'

/** Data of the versions page. */
interface VersionsPage {
  template: Template
  versions: readonly Version[]
  /** Maximum number of versions. */
  max: number
  fileBytesMax: number
  finding?: FileFinding | undefined
  /** The note typed for the refused version. */
  note?: string
}

/** The versions, newest first; a new one; two compared. */
export function versionsMain(visit: Visit, page: VersionsPage): Html {
  const words = visit.words.templates
  const { template, versions } = page
  const curl = templateCurl(visit.baseUrl, template.id)
  const title = {
    id: 'list',
    title: words.versionsTitle,
    text: words.versionsText({ most: page.max }),
  }
  return (
    <>
      {templateHead(visit, template, 'versions')}
      {page.finding !== undefined && findingPanel(visit, page.finding)}
      <Section {...title}>
        <ul class="versions">{versions.map((one) => versionItem(visit, page, one))}</ul>
        <CurlLine visit={visit} id="curl-versions" text={curl.versions} />
      </Section>
      {versions.length > 1 && (
        <Section id="compare" title={words.compare} text={words.compareText}>
          {compareForm(visit, versions)}
        </Section>
      )}
      {newVersion(visit, page)}
    </>
  )
}

function versionItem(visit: Visit, { template }: VersionsPage, one: Version): Html {
  const words = visit.words.templates
  const { version, current } = one
  const path = `/console/templates/${template.id}/versions/${version}`
  const restore = (
    <Folded visit={visit} label={words.restore} name={words.version({ version })} action={`${path}/restore`}>
      <OwnForm visit={visit} action={`${path}/restore`}>
        <p>{words.restoreText({ version })}</p>
        <Button label={words.restoreDo({ version })} type="submit" kind="secondary" />
      </OwnForm>
      <CurlLine
        visit={visit}
        id={`curl-restore-${version}`}
        text={templateCurl(visit.baseUrl, template.id).restore(version)}
      />
    </Folded>
  )
  return (
    <li>
      <div class="version-head">
        <h3>{words.version({ version })}</h3>
        {current && badge(words.current, 'live')}
        {one.mapping !== undefined && badge(words.mapping)}
      </div>
      <p class="hint">
        {one.filename} · {inBytes(one.size_bytes, visit)} · {moment(one.created_at, visit)}
      </p>
      {one.note !== undefined && one.note !== '' && <p class="version-note">{one.note}</p>}
      <div class="key-acts">
        <a class="act-link" href={`${path}/file`} download>
          {words.download}
          <span class="visually-hidden"> {words.version({ version })}</span>
        </a>
        {!current && (
          <a
            class="act-link"
            href={`/console/templates/${template.id}/compare?from=${version}&to=${template.current_version}`}
          >
            {words.compareDo}
            <span class="visually-hidden"> {words.compared({ from: version, to: template.current_version })}</span>
          </a>
        )}
        {!current && restore}
      </div>
    </li>
  )
}

/** A choice of two versions; by default the current one and its predecessor. */
export function compareForm(visit: Reader, versions: readonly Version[], chosen?: { from: number; to: number }): Html {
  const words = visit.words.templates
  const current = versions.find((one) => one.current)?.version
  const before = versions.find(({ version }) => version !== current)?.version
  const choices = versions.map(
    (one) => [one.version, `${one.version}${one.current ? ` (${words.current})` : ''}`] as const,
  )
  return (
    <form action="compare" method="get" class="inline-form compare-form">
      <SelectField id="from" label={words.from} choices={choices} chosen={chosen?.from ?? before} />
      <SelectField id="to" label={words.to} choices={choices} chosen={chosen?.to ?? current} />
      <Button label={words.compareDo} type="submit" kind="secondary" />
    </form>
  )
}

function newVersion(visit: Visit, page: VersionsPage): Html {
  const words = visit.words.templates
  const { template, fileBytesMax, finding, note } = page
  const head = { id: 'upload', title: words.addVersion, text: words.addVersionText }
  return (
    <Section {...head}>
      <OwnForm visit={visit} action={templatePath(template.id, 'versions')} files className="stack narrow-form">
        {wordFileField(visit, { fileBytesMax, finding })}
        <Field
          id="note"
          label={words.note}
          hint={words.noteHint}
          maxLength={200}
          autocomplete="off"
          value={note ?? ''}
        />
        <Button label={words.addVersion} type="submit" icon="upload" />
      </OwnForm>
      <CurlLine visit={visit} id="curl-add" text={templateCurl(visit.baseUrl, template.id).addVersion} />
    </Section>
  )
}
