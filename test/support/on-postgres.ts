/** Loaded before each file of the project `postgres`: its services keep their rows in the server's database. */
import { inject } from 'vitest'

process.env.TEST_POSTGRES_URL = inject('postgresUrl')
const poolUrl = inject('postgresPoolUrl')
if (poolUrl !== '') process.env.TEST_POSTGRES_POOL_URL = poolUrl
process.env.TEST_POSTGRES_FOLDER = inject('postgresFolder')
