/** What was changed in an upload before the first signature; the sender is notified of each change. */

/** In the order in which the changes are made. */
export const UPLOAD_NOTICES = [
  'repaired',
  'decrypted',
  'layers_fixed',
  'hidden_annotations_removed',
  'other_versions_removed',
  'media_removed',
  'links_removed',
  'presentation_removed',
  'fields_flattened',
  'javascript_removed',
  'actions_removed',
  'xfa_removed',
  'tags_covered',
] as const
/** A notice about a change made to an upload. */
export type UploadNotice = (typeof UPLOAD_NOTICES)[number]
