/** The guides: which there are, in reading order, and their text from docs/. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Plans } from '../accounts/plans.ts'
import { type GuideContent, renderGuide } from './markdown.ts'
import { withPlanTables } from './plan-tables.ts'

/** What a guide is for, as the list of guides says. */
export interface Guide {
  name: string
  title: string
  summary: string
  group: 'start' | 'use' | 'run' | 'measured'
}

/** Every guide; its text is `docs/<name>.md`. */
export const GUIDES = [
  {
    name: 'quick-start',
    group: 'start',
    title: 'Quick start',
    summary: 'A first PDF, a first Factur-X and a first signature, with curl, in two minutes.',
  },
  {
    name: 'template-language',
    group: 'use',
    title: 'Template language',
    summary: 'Values, loops, conditions, filters, images and codes in a Word file, with pictures.',
  },
  {
    name: 'factur-x',
    group: 'use',
    title: 'Factur-X',
    summary: 'Electronic invoices that are checked before they leave: data, profiles, rules.',
  },
  {
    name: 'signatures',
    group: 'use',
    title: 'Electronic signature',
    summary: 'From a PDF to a PAdES B-LTA file: signers, places, codes, evidence.',
  },
  {
    name: 'webhooks',
    group: 'use',
    title: 'Webhooks',
    summary: 'Be told of each step; check that it was us; replay what you missed.',
  },
  {
    name: 'sdks',
    group: 'use',
    title: 'SDKs and Postman',
    summary: 'TypeScript and other languages, and the calls in Postman.',
  },
  {
    name: 'errors',
    group: 'use',
    title: 'Errors',
    summary: 'Every code, what causes it and what to do.',
  },
  {
    name: 'limits',
    group: 'use',
    title: 'Plans and limits',
    summary: 'What each plan allows, and how quota and rate are counted.',
  },
  {
    name: 'self-hosting',
    group: 'run',
    title: 'Self-hosting',
    summary: 'Install, configure, watch, update and move one process and one folder.',
  },
  {
    name: 'security',
    group: 'run',
    title: 'Security and legal notes',
    summary: 'What is protected and how; what the signature is, and what it is not.',
  },
  {
    name: 'facturx-conformance',
    group: 'measured',
    title: 'Factur-X conformance',
    summary: 'Our rules beside the official schematrons, case by case.',
  },
  {
    name: 'benchmarks',
    group: 'measured',
    title: 'Benchmarks',
    summary: 'Speed and memory, measured beside other ways in one run.',
  },
] as const satisfies readonly Guide[]

/** The names of all guides. */
export type GuideName = (typeof GUIDES)[number]['name']

/** Beside src and dist alike. */
const DOCS = new URL('../../docs/', import.meta.url)
const SAMPLES = new URL('../../templates/', import.meta.url)

/** A file that goes out as it is. */
export interface StaticFile {
  bytes: Buffer
  type: string
}

const SAMPLE_TYPES: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json',
}

/** The documents as pages; each is read and rendered once. */
export class Guides {
  readonly #origin: string
  readonly #plans: Plans
  readonly #rendered = new Map<GuideName, GuideContent>()

  /** @param origin public origin of the service, which stands in the commands */
  constructor(origin: string, plans: Plans) {
    this.#origin = origin
    this.#plans = plans
  }

  /** A guide, or nothing when there is none of that name. */
  find(name: string): (Guide & GuideContent) | undefined {
    const guide = GUIDES.find((one) => one.name === name)
    if (guide === undefined) return undefined
    const known = this.#rendered.get(guide.name)
    if (known !== undefined) return { ...known, ...guide }
    const text = readFileSync(new URL(`${guide.name}.md`, DOCS), 'utf8')
    const content = renderGuide(withPlanTables(text, [...this.#plans.values()]), this.#origin)
    this.#rendered.set(guide.name, content)
    return { ...content, ...guide }
  }

  /** A picture of a guide or of the first page. */
  picture(name: string): StaticFile | undefined {
    const folder = ['images/', 'home/']
      .map((path) => new URL(path, DOCS))
      .find((path) => readdirSync(path).includes(name))
    if (folder === undefined) return undefined
    return { bytes: readFileSync(new URL(name, folder)), type: 'image/png' }
  }

  /** A template or its data, as the commands of the guides use them. */
  sample(name: string): StaticFile | undefined {
    if (!readdirSync(SAMPLES).includes(name)) return undefined
    const type = SAMPLE_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    return { bytes: readFileSync(new URL(name, SAMPLES)), type }
  }
}
