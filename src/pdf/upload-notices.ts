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
/** What is said about an upload that was changed when it was taken. */
export type UploadNotice = (typeof UPLOAD_NOTICES)[number]
