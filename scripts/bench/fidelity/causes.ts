/** What was found to be the cause where a page differs much from Word's, by the name of the file. */
export const CAUSES: Readonly<Record<string, string>> = {}
