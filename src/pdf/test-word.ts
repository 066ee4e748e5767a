/** The word on every page of what a test key makes; apart from what draws it, which only worker threads load. */
export const TEST_WORD = 'TEST'
