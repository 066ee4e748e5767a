/** Entry point of a merge worker: one task after the other, nothing shared with the main thread. */
import { JsonText } from '../kernel/json-text.ts'
import { serving } from '../kernel/thread-tasks.ts'
import { compareTemplates, type TemplateComparison } from './compare/compare.ts'
import type { ConversionFonts } from './embedded-fonts/own-fonts.ts'
import {
  type FontFacts,
  readUploadedFont,
  type UploadFinding,
} from './embedded-fonts/uploaded-font.ts'
import type { KnownTemplate } from './engine/known-template.ts'
import { openTemplate } from './engine/template-cache.ts'
import { inspectTemplate } from './fields/inspect.ts'
import { type MergeInput, type MergeResult, mergeDocx } from './merge.ts'
import { warmUp } from './warm-up.ts'

/** Input of each kind of task; data that came as text is parsed in the worker. */
export interface MergeTasks {
  merge: { input: MergeInput; json: { text: string; field: string } | undefined }
  inspect: { template: Uint8Array } & ConversionFonts
  clean: { template: Uint8Array } & ConversionFonts
  compare: { before: Uint8Array; after: Uint8Array }
  readFont: { font: Uint8Array }
}

/** Result of each kind of task. */
export interface MergeResults {
  merge: MergeResult
  inspect: ReturnType<typeof inspectTemplate>
  clean: ReturnType<KnownTemplate['cleaned']>
  compare: TemplateComparison
  readFont: FontFacts | UploadFinding
}

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default serving<MergeTasks, MergeResults>(
  {
    merge: ({ input, json }) =>
      mergeDocx(
        json === undefined
          ? input
          : { ...input, data: new JsonText(json.text, json.field).parse() },
      ),
    inspect: ({ template, ...fonts }) => inspectTemplate(template, fonts),
    clean: ({ template, ...fonts }) => openTemplate(template).cleaned(fonts),
    compare: ({ before, after }) => compareTemplates(before, after),
    readFont: ({ font }) => readUploadedFont(font),
  },
  { warm: warmUp, transferList: { merge: ({ docx }) => docx } },
)
