import { readFile } from 'node:fs/promises'
import { writeSection } from '../section.ts'
import { constructs } from './constructs.ts'
import { refusalsOf, sentStatements } from './refusals.ts'

// npm run check-statements -- FILE
// Looks for parts of SQL that distributed engines do not support, in the statements that a run of the tests has recorded, and writes
// the result to docs/scaling.md. Prints every statement that has one, and fails if a distributed engine refuses one of them.
const [file] = process.argv.slice(2)
if (!file) {
  console.error(
    'Record the statements first: RECORD_STATEMENTS=FILE npm test -- --all --only server --engine postgres --partitioned',
  )
  process.exit(1)
}
const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
const statements = sentStatements(lines.map((line) => JSON.parse(line) as string))
const ofData = statements.filter(({ text }) => /^(select|with|insert|update|delete)\b/i.test(text))
const ofOneOwner = ofData.filter(
  ({ ofOwners, ofDirectory, namesOwner }) => ofOwners.length && namesOwner && !ofDirectory.length,
)
const ofDirectory = ofData.filter(({ ofOwners }) => !ofOwners.length)

const rows = constructs.map(({ name, limits, isIn }) => {
  const found = statements.filter(isIn)
  if (found.length) console.log(`\n${name}: ${found.length}\n${found.map(({ text }) => `  ${text}`).join('\n')}`)
  return `| ${name} | ${limits} | ${found.length || 'none'} |`
})
const date = new Date().toISOString().slice(0, 10)
await writeSection(
  'docs/scaling.md',
  'Statements',
  `Written by \`npm run check-statements\` on ${date}, from the ${statements.length} distinct statements that Taskdeck sent to PostgreSQL during the server tests. ${ofData.length} of them read or change rows: ${ofOneOwner.length} those of one owner, who is named, ${ofDirectory.length} only those of the directory, and ${ofData.length - ofOneOwner.length - ofDirectory.length} others, which are in the table.
Statements that differ only in the number of their values count once. The limits are those that the engines document; they were looked up for the table above. The program prints the statements, and fails if Citus refuses one of them. Statements that are sent only to a single server are left out.

\`\`\`sh
RECORD_STATEMENTS=/tmp/statements npm test -- --all --only server --engine postgres --partitioned
npm run check-statements -- /tmp/statements
\`\`\`

| Part of SQL | Limits | Statements that have it |
|---|---|---|
${rows.join('\n')}
`,
)
const refusals = refusalsOf(statements)
for (const { reason, text } of refusals) console.error(`\nRefused (${reason}): ${text}`)
if (refusals.length) process.exitCode = 1
