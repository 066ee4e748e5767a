/** Tables of contents and cross-references: computed again, or as Word stored them. */
export const CONTENTS_POLICIES = ['refresh', 'keep'] as const
/** One of {@link CONTENTS_POLICIES}. */
export type ContentsPolicy = (typeof CONTENTS_POLICIES)[number]
