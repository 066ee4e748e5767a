/** Pages of lists. */

/**
 * A page of rows, and where the next one begins: after the last row that is shown.
 * @param rows one more than the page has, where there are more
 * @param limit number of rows of the page
 */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    page,
    next: rows.length > page.length && last !== undefined ? { next_cursor: last.id } : {},
  }
}
