/** Bytes in readable form: 2 MB, 512 kB. */
export const formatBytes = (bytes: number): string =>
  bytes >= 1_048_576
    ? `${Math.round((bytes / 1_048_576) * 10) / 10} MB`
    : `${Math.round(bytes / 1024)} kB`
