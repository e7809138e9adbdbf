import { createInterface } from 'node:readline'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'

// A node that does nothing but migrate: each line that it reads is the URL of a database. It prints how many migrations it ran.
console.log('waiting')
for await (const url of createInterface(process.stdin)) {
  const database = openDatabase(url)
  console.log(`ran ${(await migrate(database)).length}`)
  await database.close()
}
