/** What `GET /usage` says of an account without templates and requests. */
export const NOTHING_HELD = {
  bytes: 0,
  drafts: { used: 0, limit: 1 },
  unsent_bytes: { used: 0, limit: 1 },
}
