/** Loaded before each file of the project `judge`: its tests ask the judges of the run. */
import { inject } from 'vitest'
import { SOCKET_VARIABLE } from './judges.ts'

process.env[SOCKET_VARIABLE] = inject('judgesSocket')
