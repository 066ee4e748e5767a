/** Bounds of templates and renders; each was chosen below the point where a render stops being quick. */

/** Tags in one template. */
export const TAGS_MAX = 2000
/** Sections inside each other. */
export const SECTION_DEPTH_MAX = 16
/** Tags and loop turns carried out in one render. */
export const EXPANSION_MAX = 200_000
/** List elements that filters may look at in one render. */
export const WORK_MAX = 2_000_000
/** UTF-16 units one tag may print. */
export const VALUE_LENGTH_MAX = 256 * 1024
/** UTF-16 units of XML one render may make. */
export const OUTPUT_LENGTH_MAX = 64 * 1024 * 1024
/** Levels of objects and lists inside each other in the data. */
export const DATA_DEPTH_MAX = 32
/** Findings listed in one answer. */
export const FINDINGS_MAX = 100
