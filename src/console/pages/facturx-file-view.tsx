/** The page that checks an invoice file. */
import type { InvoiceReport } from '../../facturx/invoice-report.ts'
import { Alert, Button, Facts, FileField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { CurlLine, OwnForm, Section } from '../components.tsx'
import { jsonEditor } from '../editor-page.tsx'
import { type FileFinding, problemText } from '../problem-words.ts'
import type { Visit } from '../visit.ts'
import { inBytes, type Reader } from '../words.ts'
import { asJson, reportPart } from './facturx-report.tsx'
import { FILE_PATH, head, KEY } from './facturx-view.tsx'

/** Data of the page that checks files. */
export interface FilePage {
  fileBytesMax: number
  checked?: { name: string; report: InvoiceReport } | undefined
  finding?: FileFinding | undefined
}

/** The page that checks files. */
export function fileMain(visit: Visit, page: FilePage): Html {
  const words = visit.words.facturx
  const { checked } = page
  const title = checked === undefined ? words.fileTitle : words.anotherFile
  const form = fileForm(visit, page)
  const curl = `curl --fail-with-body -sS ${visit.baseUrl}/validate-facturx ${KEY} -F file=@invoice.pdf`
  return (
    <>
      {head(visit, 'file')}
      {checked !== undefined && fileReport(visit, checked)}
      <Section id="file-head" title={title} text={words.fileText}>
        {form}
        <CurlLine visit={visit} id="curl-file" text={curl} />
      </Section>
    </>
  )
}

function fileForm(visit: Visit, { fileBytesMax, finding }: FilePage): Html {
  const words = visit.words.facturx
  const size = inBytes(fileBytesMax, visit)
  const wrong = finding === 'missing' ? words.fileMissing : words.fileWrong
  return (
    <>
      {finding !== undefined && finding !== 'missing' && (
        <Alert kind="error">{problemText(visit.locale, finding)}</Alert>
      )}
      <OwnForm visit={visit} action={FILE_PATH} files className="stack narrow-form">
        <FileField
          id="file"
          name="file"
          label={words.file}
          hint={words.fileHint({ size })}
          drop={words.fileDrop}
          accept=".pdf,.xml,application/pdf,application/xml,text/xml"
          max={{ bytes: fileBytesMax, text: words.fileOver({ size }) }}
          {...(finding !== undefined && { error: wrong })}
        />
        <Button label={words.fileDo} type="submit" icon="check" />
      </OwnForm>
    </>
  )
}

function fileReport(visit: Reader, { name, report }: { name: string; report: InvoiceReport }): Html {
  const words = visit.words.facturx
  const text = asJson(report)
  const into = { text, fieldId: 'read' }
  const read = jsonEditor(visit, {
    id: 'read',
    label: words.read,
    hint: words.readHint,
    text,
    fixed: true,
  })
  return (
    <>
      <Section id="report" title={words.report({ name })}>
        {reportPart(visit, report, { into, level: 3 })}
        {containerFacts(visit, report)}
      </Section>
      <section class="panel">{read}</section>
    </>
  )
}

function containerFacts(visit: Reader, { kind, container, guideline }: InvoiceReport): Html {
  const words = visit.words.facturx
  const { part = '', conformance = '', conformanceLevel, version } = container?.xmp ?? {}
  const claims = [part !== '' && `PDF/A-${part}${conformance.toLowerCase()}`, conformanceLevel, version]
  return (
    <>
      <h3>{words.container}</h3>
      <Facts
        lines={[
          [words.kind, words.kinds[kind]],
          [words.guideline, guideline],
          [words.xmlName, container?.fileName],
          [words.relationship, container && (container.relationship ?? words.none)],
          [words.associated, container && (container.isAssociated ? words.yes : words.no)],
          [words.claims, container && (claims.filter(Boolean).join(', ') || words.none)],
        ]}
      />
    </>
  )
}
