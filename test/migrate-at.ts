import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'

// A node that does nothing but migrate, at a given moment: `node test/migrate-at.ts URL MILLISECONDS`. Says how many migrations it ran.
const [, , url = '', moment = '0'] = process.argv
const database = openDatabase(url)
await pause(Math.max(0, Number(moment) - Date.now()))
console.log((await migrate(database)).length)
await database.close()
