/** A process that takes the lock of a data folder, says so and stays until it is killed. */
import { lockDataFolder } from '../../../src/database/lock.ts'

lockDataFolder(process.argv[2] ?? '')
process.stdout.write('locked\n')
setInterval(() => {}, 1000)
