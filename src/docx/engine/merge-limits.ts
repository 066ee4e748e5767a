/** Limits of templates and renders; each was chosen below the point where a render stops being fast. */

/** Tags in one template. */
export const TAGS_MAX = 2000
/** Nesting depth of sections. */
export const SECTION_DEPTH_MAX = 16
/** Tags and loop iterations executed in one render. */
export const EXPANSION_MAX = 200_000
/** List elements that filters may visit in one render. */
export const WORK_MAX = 2_000_000
/** UTF-16 units one tag may print. */
export const VALUE_LENGTH_MAX = 256 * 1024
/** UTF-16 units of XML one render may produce. */
export const OUTPUT_LENGTH_MAX = 64 * 1024 * 1024
/** Nesting depth of objects and lists in the data. */
export const DATA_DEPTH_MAX = 32
/** Findings listed in one response. */
export const FINDINGS_MAX = 100
