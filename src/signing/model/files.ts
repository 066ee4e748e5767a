/** The files of a request. */
import type { UploadNotice } from '../../pdf/upload-notices.ts'

/** How many files a request has at most. */
export const FILES_MAX = 10

/** A PDF of a request, from the upload to the finished file. */
export interface RequestFile {
  /** From 1. */
  number: number
  filename: string
  /** Of the upload. */
  original_sha256: string
  original_bytes: number
  pages: number
  /** What was changed about the upload. */
  upload_notices: readonly UploadNotice[]
  /** Revision 0, the newest revision, and the finished file. */
  laid_out_sha256: string | null
  current_sha256: string | null
  signed_sha256: string | null
  /** Pages of the proof certificate inside the file; of a further file one, or 0: others had signed it before. */
  proof_pages: number
}

/** What of a request says which files it has, in their order. */
export interface Files {
  files: readonly [RequestFile, ...RequestFile[]]
}

/** The files of a request, each changed in some way. */
export const eachFile = (
  { files: [first, ...others] }: Files,
  change: (file: RequestFile, index: number) => RequestFile,
): Files['files'] => [change(first, 0), ...others.map((file, index) => change(file, index + 1))]

/** What is said of each file of a request that has several; nothing where there is one. */
export const ofSeveral = <Said>(
  { files }: Files,
  sayOf: (file: RequestFile) => Said,
): { files?: Said[] } => (files.length === 1 ? {} : { files: files.map(sayOf) })

/** The files after the first one. */
export const additionalFiles = ({ files: [, ...others] }: Files): RequestFile[] => others

/** Every blob that files name. */
export const blobsOf = (files: readonly RequestFile[]): Set<string> =>
  new Set(
    files
      .flatMap((each) => [
        each.original_sha256,
        each.laid_out_sha256,
        each.current_sha256,
        each.signed_sha256,
      ])
      .filter((sha256) => sha256 !== null),
  )

/** Whether a hash is that of a finished file, or of a signed revision. */
export const isHandedOut = (file: RequestFile, sha256: string): boolean =>
  file.signed_sha256 === sha256 ||
  (file.current_sha256 === sha256 && file.laid_out_sha256 !== sha256)

/** Hashes of further files by their number, as the trail has them. */
export type AdditionalHashes = Readonly<Record<string, string>>

/** One hash of each further file; nothing where there are none. */
export function additionalHashes<Name extends string, Numbered extends Pick<RequestFile, 'number'>>(
  name: Name,
  files: readonly Numbered[],
  hashOf: (file: Numbered) => string | null,
): { [Key in Name]?: AdditionalHashes } {
  const hashes = files.flatMap((file): [string, string][] => {
    const sha256 = hashOf(file)
    return file.number === 1 || sha256 === null ? [] : [[String(file.number), sha256]]
  })
  const members = hashes.length === 0 ? [] : [[name, Object.fromEntries(hashes)]]
  return Object.fromEntries(members) as { [Key in Name]?: AdditionalHashes }
}

/** Something on a page of one of the files; without a number, of the first. */
export interface InFile {
  file?: number
}

/** Number of the file that something is in. */
export const fileOf = ({ file = 1 }: InFile): number => file

/** JSON pointer of a file in the form of a request. */
export const pointerOf = (number: number) => (number === 1 ? '/file' : `/files/${number - 2}`)

/** The same in a response; nothing for the first file. */
export const fileNumberOf = ({ file }: InFile): { file_number?: number } =>
  file === undefined ? {} : { file_number: file }

/** A place in a response. */
export const placeJson = <Box extends object>(place: InFile & { page: number; box: Box }) => ({
  ...fileNumberOf(place),
  page: place.page,
  ...place.box,
})
/** Names the file only where it is not the first. */
export const inFile = (number: number): InFile => (number === 1 ? {} : { file: number })
