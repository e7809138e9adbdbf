export interface Bug {
  bug: string
  file: string
  /** Pieces of the source, each of which occurs once, and their replacements in the buggy version. */
  changes: [string, string][]
  program: string[]
}

const torture = (fault: string, part: string) => ['node', 'torture/run.ts', '--only', fault, '--part', part]
const tests = (file: string, title: string) => ['vitest', 'run', file, '-t', title]
/** The tests with random input, with this share of many more cases. */
const manyCases = (share: string, file: string, title: string) => ['env', `MANY_CASES=${share}`, ...tests(file, title)]

/** Bugs that `npm run planted` plants in a copy of Taskdeck, each with the program that should detect it. */
export const bugs: Bug[] = [
  {
    bug: 'lost fsync: SQLite does not wait for the disk',
    file: 'src/server/database/sqlite-file.ts',
    changes: [['synchronous = full', 'synchronous = off']],
    program: torture('powerCut', '0.1'),
  },
  {
    bug: 'lost fsync: an upload is renamed before its bytes are on disk',
    file: 'src/server/file-store/disk-store.ts',
    changes: [['  await file.sync()\n', '']],
    program: torture('powerCut', '0.1'),
  },
  {
    bug: 'missing owner check: a task is found by its id alone',
    file: 'src/server/tasks/task-table.ts',
    changes: [[".where('user_id', '=', owner).where('trashed_at', 'is', null)", ".where('trashed_at', 'is', null)"]],
    program: tests('src/server/matrix.test.ts', 'sqlite'),
  },
  {
    bug: 'a change of many tasks is written in several transactions',
    file: 'src/server/database/sqlite-staging.ts',
    changes: [
      [
        'sqlite.prepare(sql).run(...parameters)\n        sqlite',
        "sqlite.prepare(sql).run(...parameters), sqlite.exec('commit; begin immediate')\n        sqlite",
      ],
    ],
    program: torture('bulkKills', '0.1'),
  },
  {
    bug: 'dropped event: one in ten is not sent',
    file: 'src/server/live/live.ts',
    changes: [
      [
        'channel.listeners.size ? rows.map(changeText) : []',
        "channel.listeners.size ? rows.map((row) => (row.seq % 10 ? changeText(row) : '')) : []",
      ],
    ],
    program: torture('readers', '0.02'),
  },
  {
    bug: 'unbounded upload: the size limit of a file is not checked',
    file: 'src/server/files/quota.ts',
    changes: [['        if (size > maxFileBytes) throw fileTooLarge(maxFileBytes)\n', '']],
    program: tests('src/server/files', ''),
  },
  {
    bug: 'skipped migration lock, on PostgreSQL',
    file: 'src/server/database/postgres-migrations.ts',
    changes: [['await super.acquireMigrationLock(db, options)', '']],
    program: tests('src/server/database', 'at the same moment'),
  },
  {
    bug: 'skipped migration lock, on SQLite',
    file: 'src/server/database/sqlite-dialect.ts',
    changes: [["'begin immediate'", "'begin'"]],
    program: tests('src/server/database', 'at the same moment'),
  },
  {
    bug: 'a full disk is reported as an internal error',
    file: 'src/server/database/sqlite-dialect.ts',
    changes: [['if (this.#sqlite.isTransaction) await', 'await']],
    program: torture('fullDisk', '0.1'),
  },
  {
    bug: 'SIGTERM ends the process at once',
    file: 'src/server/main.ts',
    changes: [['    stopping.abort()\n', '    process.exit(0)\n']],
    program: torture('closing', '0.2'),
  },
  {
    bug: 'a change of a CalDAV app is compared with the newest version, and not with the one that the app had',
    file: 'src/server/caldav/writing.ts',
    changes: [
      [
        'update(draft, row, baseOf(conditions, row), body, common, checks)',
        'update(draft, row, undefined, body, common, checks)',
      ],
    ],
    program: manyCases('0.4', 'src/server/caldav/clients-model.test.ts', 'sqlite'),
  },
  {
    bug: 'two CalDAV apps that complete the same recurrence advance the task twice',
    file: 'src/server/caldav/writing.ts',
    changes: [['if (task.repeat && isMovedOn(task, taskOf(row), changes)) throw changed()', '']],
    program: manyCases('0.4', 'src/server/caldav/clients-model.test.ts', 'sqlite'),
  },
  {
    bug: 'a code that a program uses twice leaves its token',
    file: 'src/server/oauth/grants.ts',
    changes: [
      [
        'return { misused: { owner: user_id, id: token_id } }\n        if (problem',
        'return { failed: unknown() }\n        if (problem',
      ],
    ],
    program: tests('src/server/oauth/oauth.test.ts', 'a code works once'),
  },
  {
    bug: 'a refresh token that was replaced still renews',
    file: 'src/server/oauth/grants.ts',
    changes: [['if (sent.secretHash !== grant.secret_hash) {', "if (sent.secretHash === '') {"]],
    program: tests('src/server/oauth/oauth.test.ts', 'a refresh token works once'),
  },
  {
    bug: 'the password alone confirms the identity of users with one-time codes',
    file: 'src/server/accounts/credentials.ts',
    changes: [['async (tx) => !(await secondFactor.isOn(tx, owner))', 'async () => true']],
    program: tests('src/server/accounts/entry.test.ts', 'codes are turned on with a right code'),
  },
  {
    bug: 'guesses of strangers lock out browsers that have signed in before',
    file: 'src/server/accounts/proofs.ts',
    changes: [['if (knownDevice !== undefined)', "if (knownDevice === '')"]],
    program: tests('src/server/accounts/attempts.test.ts', 'guesses of strangers'),
  },
  {
    bug: 'a link with a provider that began in one session ends in another',
    file: 'src/server/accounts/provider-routes.ts',
    changes: [['if (!caller || flow.holder !== holderOf(caller))', 'if (!caller)']],
    program: tests('src/server/accounts/google-linking.test.ts', 'a link or a proof that began'),
  },
  {
    bug: 'wrong tokens of CalDAV apps are not limited',
    file: 'src/server/http/basic.ts',
    changes: [
      ["if (error instanceof AppError && error.code === 'not_signed_in') await attempts.take([limit])", 'void limit'],
    ],
    program: tests('src/server/caldav/caldav.test.ts', 'guesses of tokens'),
  },
  {
    bug: 'a CalDAV response repeats names of any length',
    file: 'src/server/caldav/requests.ts',
    changes: [["if ([...names.keys()].join('').length > maxNameCharacters)", 'if (!names)']],
    program: tests('src/server/caldav/caldav.test.ts', 'impossible requests'),
  },
  {
    bug: 'a client that does not read is never disconnected',
    file: 'src/server/http/server.ts',
    changes: [['cutSlowReaders(server, config.requestTimeoutMs)', 'server.setTimeout(0)']],
    program: torture('slow', '0.02'),
  },
  {
    bug: 'an aborted upload leaves its bytes',
    file: 'src/server/file-store/disk-store.ts',
    changes: [['      await rm(temporary, { force: true })\n', '']],
    program: torture('uploads', '0.05'),
  },
  {
    bug: 'no handler for connections that PostgreSQL closes',
    file: 'src/server/database/postgres-pool.ts',
    changes: [
      ["  pool.on('error', () => {})\n", ''],
      ["    client.on('error', () => {})\n", ''],
    ],
    program: torture('outage', '0.3'),
  },
  {
    bug: 'invalid input causes an unexpected error',
    file: 'src/server/http/error-meaning.ts',
    changes: [['  if (error.validation) return invalidInput(error.validation, placeOf(error))\n', '']],
    program: torture('malformed', '0.01'),
  },
]

/** The source with a bug in it. Throws if the source has changed so much that the bug does not fit any more. */
export function plant(source: string, changes: Bug['changes']): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`The source must contain exactly one ${JSON.stringify(from)}`)
    return text.replace(from, () => to)
  }, source)
}
