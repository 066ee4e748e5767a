/** Loaded before each file of the project `postgres-all`: its services keep rows in PostgreSQL and files in a bucket. */
import { inject } from 'vitest'

process.env.TEST_POSTGRES_URL = inject('postgresUrl')
process.env.TEST_POSTGRES_FOLDER = inject('postgresFolder')
process.env.TEST_S3_ENDPOINT = inject('s3Endpoint')
