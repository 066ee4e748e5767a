/** The script of the verification page: a place to drop the file. The page works without it. */
import { startDrops } from './pieces/drop.ts'

startDrops()
