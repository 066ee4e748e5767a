/** A thread that crashes in the middle of a task. */

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default ({ warm }) =>
  warm
    ? { ok: true, value: true }
    : new Promise(() => {
        setTimeout(() => {
          throw new Error('in the middle')
        }, 20)
      })
