/** What a caller chooses about a merge. */

/** How tracked changes come out: accepted, rejected, or drawn as changes. */
export const CHANGES = ['final', 'original', 'markup'] as const
/** One of {@link CHANGES}. */
export type Changes = (typeof CHANGES)[number]

/** Tables of contents and cross-references: computed again, or as Word stored them. */
export const CONTENTS_POLICIES = ['refresh', 'keep'] as const
/** One of {@link CONTENTS_POLICIES}. */
export type ContentsPolicy = (typeof CONTENTS_POLICIES)[number]
