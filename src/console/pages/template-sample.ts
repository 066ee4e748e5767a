/** The initial data of a template's editor. */
import { createHash } from 'node:crypto'
import type { Caller } from '../../accounts/caller.ts'
import { sampleTemplate, sampleText } from '../../pages/samples.ts'
import type { Template, Version } from '../../templates/schemas.ts'
import type { TemplateService } from '../../templates/service.ts'
import { SAMPLE_CHOICES } from './templates-view.tsx'

const shipped = new Map<string, string>()

/** The data shipped with a sample, by the hash of its Word file. */
function shippedData(sha256: string): string | undefined {
  if (shipped.size === 0)
    for (const name of SAMPLE_CHOICES) {
      const hash = createHash('sha256').update(sampleTemplate(name)).digest('hex')
      shipped.set(hash, sampleText(name).trim())
    }
  return shipped.get(sha256)
}

/** Data that the current version renders: the sample's own, or generated from the tags. */
export async function sampleOf(
  templates: TemplateService,
  caller: Caller,
  { id, current_version }: Template,
  versions: readonly Version[],
): Promise<string> {
  const sha256 = versions.find(({ version }) => version === current_version)?.sha256 ?? ''
  const known = shippedData(sha256)
  if (known !== undefined) return known
  const { sample } = await templates.fields(caller, id, current_version)
  return JSON.stringify(sample, null, 2)
}
