import type { Finding } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
export interface TemplateFields { schema: JsonObject; sample: JsonObject; tags: Array<{tag: string; kind: string; part: string}>; signatures: Array<{key: string}>; errors: Finding[] }
export function inspectTemplate(_t: Uint8Array): TemplateFields { return { schema: {}, sample: {}, tags: [], signatures: [], errors: [] } }
