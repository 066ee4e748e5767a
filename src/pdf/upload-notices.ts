/** What was changed about an upload before anybody signs it; its sender is told of each. */

/** In the order in which it is done. */
export const UPLOAD_NOTICES = [
  'repaired',
  'decrypted',
  'fields_flattened',
  'javascript_removed',
  'actions_removed',
  'xfa_removed',
] as const
export type UploadNotice = (typeof UPLOAD_NOTICES)[number]
