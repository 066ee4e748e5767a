/**
 * The word on every page of what a test key produces; separate from the code that draws it, which only workers load.
 */
export const TEST_WORD = 'TEST'
