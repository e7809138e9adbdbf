import { createInterface } from 'node:readline'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'

// A node that only runs migrations: each line of its input is the URL of a database. It prints the number of migrations
// that it ran.
console.log('waiting')
for await (const url of createInterface(process.stdin)) {
  const database = openDatabase(url)
  console.log(`ran ${(await migrate(database)).length}`)
  await database.close()
}
