/** Before the tests that need pages: builds what they load, when it is not built or out of date. */
import { assetsAreFresh, buildAssets } from '../../scripts/build-assets.ts'

/** Called once by vitest. */
export async function setup(): Promise<void> {
  if (!assetsAreFresh()) await buildAssets()
}
