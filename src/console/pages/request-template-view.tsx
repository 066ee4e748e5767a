/** The page of a request template: sends it to a list or to one group of people. */
import { Alert, Button, Field, FileField, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { BULK_LIMITS } from '../../signing/bulk/schemas.ts'
import { Crumb, OwnForm, PageHead, Section, SubmitForm } from '../components.tsx'
import { keyField } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'
import { TEMPLATES_PATH } from './bulk-view.tsx'
import { type OpenLinksShown, openLinksSection } from './open-links.tsx'

/** Data of a template's page. */
interface TemplatePage extends OpenLinksShown {
  form: string
  /** Sample data of a Word template. */
  data: string | undefined
  /** What was refused. */
  finding: string | undefined
}

/** One template: sent to one person for each role, or to a list. */
export function templateMain(visit: Visit, page: TemplatePage): Html {
  const words = visit.words.bulk
  const { template } = page
  const pages = template.pages === undefined ? '' : words.pages({ count: template.pages })
  return (
    <>
      <Crumb href={TEMPLATES_PATH}>{words.back}</Crumb>
      <PageHead title={template.name} text={pages} />
      {page.finding !== undefined && <Alert kind="error">{page.finding}</Alert>}
      <Section id="list-part" title={words.listTitle} text={words.listText}>
        {listForm(visit, page)}
      </Section>
      <Section id="use-part" title={words.useTitle} text={words.useText}>
        {useForm(visit, page)}
      </Section>
      {openLinksSection(visit, page)}
      <Section id="remove-part" title={words.remove}>
        <SubmitForm
          visit={visit}
          action={`${TEMPLATES_PATH}/${template.id}/delete`}
          label={words.remove}
          kind="danger"
        />
      </Section>
    </>
  )
}

function listForm(visit: Visit, { template, senders, form }: TemplatePage): Html {
  const words = visit.words.bulk
  const limit = inBytes(BULK_LIMITS.bytes, visit)
  const rows = BULK_LIMITS.rows.toLocaleString(visit.locale)
  return (
    <OwnForm visit={visit} action={`${TEMPLATES_PATH}/${template.id}/list`} files>
      <input type="hidden" name="form" value={form} />
      <FileField
        id="rows"
        name="rows"
        label={words.list}
        hint={words.listHint({ rows, limit })}
        drop={words.listDrop}
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        max={{ bytes: BULK_LIMITS.bytes, text: words.listOver({ limit }) }}
      />
      {keyField('list-key', words.key, senders)}
      <div class="actions">
        <Button label={words.check} type="submit" />
        <LinkButton
          label={words.sample}
          href={`${TEMPLATES_PATH}/${template.id}/list.csv`}
          kind="secondary"
          icon="download"
          download
        />
      </div>
    </OwnForm>
  )
}

function useForm(visit: Visit, { template, senders, form, data, value }: TemplatePage): Html {
  const words = visit.words.bulk
  const fields = visit.words.compose
  const people = template.roles.map(({ role, email }, index) => {
    const text = (name: string, label: string, type = 'text', required = false): Html => (
      <Field
        id={`role-${index}-${name}`}
        label={label}
        type={type}
        required={required}
        autocomplete="off"
        value={value(`role-${index}-${name}`) || (name === 'email' ? (email ?? '') : '')}
      />
    )
    return (
      <fieldset class="stack">
        <legend>
          <code>{role}</code>
        </legend>
        {text('email', fields.email, 'email', true)}
        <div class="two">
          {text('first_name', fields.firstName)}
          {text('last_name', fields.lastName)}
        </div>
        {text('phone', fields.phone, 'tel')}
      </fieldset>
    )
  })
  return (
    <OwnForm visit={visit} action={`${TEMPLATES_PATH}/${template.id}/use`}>
      <input type="hidden" name="form" value={form} />
      {people}
      {data !== undefined && (
        <div class="field">
          <label for="data">{words.data}</label>
          <textarea id="data" name="data" rows="10" spellcheck="false">
            {value('data') || data}
          </textarea>
        </div>
      )}
      {keyField('use-key', words.key, senders)}
      <Button label={words.use} type="submit" icon="send" />
    </OwnForm>
  )
}
