import type { Logger } from 'pino'
import packageInfo from '../../package.json' with { type: 'json' }
import {
  accountRules,
  dayOf,
  lockAccount,
  mailedUser,
  profiles,
  proofRuleOf,
  switchDigestOff,
  timeZoneOf,
  usernames,
} from './accounts/accounts.ts'
import { attemptLimits } from './accounts/attempts.ts'
import { credentialRules } from './accounts/credentials.ts'
import { deviceName } from './accounts/device.ts'
import { entryRules } from './accounts/entry.ts'
import { exportRules } from './accounts/export.ts'
import { newEmail } from './accounts/new-email.ts'
import { accountNotices } from './accounts/notices.ts'
import { type PasswordHasher, passwordHasher } from './accounts/passwords.ts'
import { proofRules } from './accounts/proofs.ts'
import { accountRemoval } from './accounts/removal.ts'
import { resetByMail } from './accounts/reset-by-mail.ts'
import { sessionRules } from './accounts/sessions.ts'
import { signInRules } from './accounts/sign-in.ts'
import { signUpRules } from './accounts/sign-ups.ts'
import { agentRules } from './agents/agents.ts'
import { longAnswers } from './answers/long-answers.ts'
import { archiveRules } from './archives/archives.ts'
import { type Dependencies as BackupDependencies, backupHold } from './backups/make-backup.ts'
import { scheduledBackup } from './backups/schedule.ts'
import { calendarRules } from './calendars/calendars.ts'
import { claimRules } from './claims/claims.ts'
import type { Database } from './database/database.ts'
import { migrationsInFolder } from './database/migrations-in-folder.ts'
import { deliveryQueue } from './deliveries/deliveries.ts'
import { digestRules } from './digest/digests.ts'
import { fileStore } from './file-store/open-store.ts'
import type { FileStore } from './file-store/store.ts'
import { fileEvents } from './files/events.ts'
import { fileWrites } from './files/file-writes.ts'
import { fileRules } from './files/files.ts'
import { arePlausible, unknownFiles } from './files/known-files.ts'
import { gitEvents } from './git/events.ts'
import { gitRules } from './git/git.ts'
import { referenceWrites } from './git/reference-writes.ts'
import { historyRules } from './history/history.ts'
import { securityEvents } from './http/logging.ts'
import { importRules } from './imports/imports.ts'
import { installationRules } from './installation/installation.ts'
import { holds } from './jobs/hold.ts'
import { jobRules } from './jobs/jobs.ts'
import { labelColourRules } from './labels/colours.ts'
import { liveRules } from './live/live.ts'
import { mailLinks } from './mail/mail-links.ts'
import { mailRules } from './mail/mails.ts'
import { noteEvents } from './notes/events.ts'
import { noteWrites } from './notes/note-writes.ts'
import { noteRules, noteSearch } from './notes/notes.ts'
import { type QuestionRules, questionRules } from './notes/questions.ts'
import { outgoingCalls } from './outgoing/outgoing.ts'
import type { ResolveHost } from './outgoing/resolve.ts'
import { wireOutgoingWebhooks } from './outgoing-webhooks/wire.ts'
import { checkRules } from './receipts/checks.ts'
import { receiptEvents } from './receipts/events.ts'
import { type ReceiptWrites, receiptWrites } from './receipts/receipt-writes.ts'
import { receiptRules } from './receipts/receipts.ts'
import { followingReminders } from './reminders/following-tasks.ts'
import { type ReminderRules, reminderRules } from './reminders/reminders.ts'
import { secondFactorRules } from './second-factor/second-factor.ts'
import type { Config } from './settings/config.ts'
import { taskEvents } from './tasks/events.ts'
import { labelRecount } from './tasks/labels.ts'
import { remindedTasks } from './tasks/reminded-tasks.ts'
import { jsonRefresh } from './tasks/stored-json.ts'
import { taskWrites } from './tasks/task-writes.ts'
import { taskRules } from './tasks/tasks.ts'
import { deviceRules } from './tokens/devices.ts'
import { type TokenRules, tokenRules } from './tokens/tokens.ts'
import type { Tracing } from './tracing/tracing.ts'
import { trashRules } from './trash/trash.ts'
import { viewRules } from './views/views.ts'
import { pushContactOf, unknownContact } from './ways/contact.ts'
import { type WayNotices, wayNotices } from './ways/notices.ts'
import { sendToWay } from './ways/send-to-way.ts'
import { wayRules } from './ways/ways.ts'
import { deliveryRules } from './webhooks/deliveries.ts'
import { webhookRules } from './webhooks/webhooks.ts'

export interface Dependencies {
  config: Config
  database: Database
  log: Logger
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
  passwords?: PasswordHasher
  /** Finds the addresses of hosts that users name. */
  resolve?: ResolveHost
  /** Records traces. */
  tracing?: Tracing
}

/** Everything that a backup needs. The database need not be migrated. */
export function wireBackups({
  config,
  database,
  clock = Date.now,
  store = fileStore(config),
}: Pick<Dependencies, 'config' | 'database' | 'clock'> & { store?: FileStore }): BackupDependencies {
  return {
    database,
    store,
    holds: holds({ database, clock }),
    unknown: unknownFiles(database),
    knownMigrations: async () => Object.keys(await migrationsInFolder()),
    version: packageInfo.version,
    clock,
  }
}

/** Checks whether the database and the files belong together. */
export function wireInstallation({
  config,
  database,
  log,
  store = fileStore(config),
}: Pick<Dependencies, 'config' | 'database'> & { log: Pick<Logger, 'error'>; store?: FileStore }) {
  return installationRules({ database, store, isPlausible: () => arePlausible(store, database), log })
}

/** Creates the rules of every noun with their dependencies. */
export function wireRules(dependencies: Dependencies) {
  const {
    config,
    database,
    log,
    clock = Date.now,
    monotonic = () => performance.now(),
    passwords = passwordHasher(),
  } = dependencies
  const longAnswer = longAnswers({ maxRunning: 3, maxWaiting: 20 })
  const queue = deliveryQueue({ database, clock, log })
  const outgoing = outgoingCalls({
    allowed: config.allowedHookHosts,
    ...(dependencies.resolve ? { resolve: dependencies.resolve } : {}),
  })
  const { follow } = followingReminders({ queue, timeZoneOf })
  const ofTasks = taskWrites(database, config, follow)
  const ofFiles = fileWrites(ofTasks)
  const ofGit = referenceWrites((draft, task) => ofReceipts.refresh(draft, task))
  const ofNotes = noteWrites(ofTasks)
  const ofReceipts: ReceiptWrites = receiptWrites({ tasks: ofTasks, commitsOf: ofGit.commitsOf })
  const history = historyRules({
    database,
    longAnswer,
    config,
    clock,
    kinds: {
      ...taskEvents(ofTasks, database),
      ...fileEvents(ofFiles, ofTasks),
      ...gitEvents(ofGit, ofTasks),
      ...noteEvents(ofNotes, ofTasks),
      ...receiptEvents(ofReceipts, ofTasks),
    },
    recounts: [labelRecount(database)],
    usernames: usernames(database),
    announce: (owner, seq) => announce(owner, seq),
    announceSettings: (owner) => announceSettings(owner),
  })
  const live = liveRules({
    history,
    onTrouble: (error) => {
      // While the database cannot be reached, every request reports it already.
      if (!database.outage(error)) log.error({ err: error }, 'The log could not be read for the live streams')
    },
  })
  const store = fileStore(config)
  const installation = wireInstallation({ config, database, log, store })
  const tasks = taskRules({
    database,
    longAnswer,
    history,
    writes: ofTasks,
    searchNotes: noteSearch(database),
    today: dayOf,
    proofRule: proofRuleOf,
    onTicked: (draft, row, criteria) => ofReceipts.addTicks(draft, row, criteria),
    config,
  })
  const backups = wireBackups({ config, database, clock, store })
  const isBackupRunning = () => backups.holds.isHeld(backupHold)
  const files = fileRules({
    database,
    history,
    tasks,
    writes: ofFiles,
    config,
    clock,
    log,
    store,
    installation,
    isBackupRunning,
  })
  const trash = trashRules({
    database,
    longAnswer,
    history,
    tasks,
    taskWrites: ofTasks,
    files,
    fileWrites: ofFiles,
    clock,
  })
  const views = viewRules({ database, history })
  const labelColours = labelColourRules({ database, history })
  const attempts = attemptLimits({ database, clock })
  const git = gitRules({
    ...{ database, history, tasks, taskWrites: ofTasks, writes: ofGit, provedCommits: ofReceipts.provedCommits },
  })
  const receipts = receiptRules({
    ...{ database, history, tasks, files: ofFiles, writes: ofReceipts, commitsOf: git.commitsOf },
  })
  const questions: QuestionRules = questionRules({
    database,
    history,
    live,
    tasks,
    writes: ofNotes,
    openTokens: (owners) => tokens.open(owners),
    onAsked: (draft, note) => notices.onAsked(draft, note),
    clock,
  })
  const notes = noteRules({ database, history, tasks, writes: ofNotes, questions, config })
  const sessions = sessionRules({ database, history, config, clock })
  const events = securityEvents(log)
  const onWrongPassword = (ip: string, user?: string) => events.record('wrong password', { ip }, user)
  const onLeftover = (error: unknown) =>
    log.warn({ err: error }, 'Data of a deleted account could not be removed yet. A background job will try again.')
  const proofs = proofRules({ database, clock, attempts, passwords, onWrongPassword })
  const { holdProved } = proofs
  const calendars = calendarRules({
    ...{ database, history, longAnswer, tasks, views, clock, holdProved },
    profileOf: profiles(database),
  })
  const outgoingHooks = wireOutgoingWebhooks({
    ...{ config, database, history, queue, outgoing, views, attempts, clock, monotonic, holdProved, log },
    profileOf: profiles(database),
    announceSettings: (owner) => announceSettings(owner),
  })
  /** Called after every change of an owner, on whichever node it was made. */
  const announce = (owner: string, seq: number) => {
    live.announce(owner, seq)
    outgoingHooks.following.announce(owner)
  }
  const announceSettings = (owner: string) => {
    live.announceSettings(owner)
    outgoingHooks.following.settingsChanged(owner)
  }
  const reminders: ReminderRules = reminderRules({
    ...{ database, history, queue, tasksOf: remindedTasks, announce: live.announceSettings, clock },
    onDue: outgoingHooks.remind,
    quietUntil: (owner) => notices.quietUntil(owner),
    onReady: (owner) => notices.onReady(owner),
  })
  const hooks = webhookRules({ database, history, clock, holdProved })
  const contact = pushContactOf(config)
  const send = sendToWay({ database, outgoing, contact: contact ?? unknownContact, log, clock })
  const appAddress = `${config.publicUrl}${config.basePath}`
  const ways = wayRules({
    ...{ database, history, outgoing, send, attempts, holdProved, app: appAddress, clock },
    hasContact: contact !== undefined,
    openSessions: sessions.open,
    ...{ deviceName, log },
  })
  const notices: WayNotices = wayNotices({
    ...{ database, queue, reminders, ways, send, app: appAddress, log, clock },
    async announce(owner) {
      await database.notifyNodesOfSettings(database.db, owner)
      announceSettings(owner)
    },
    questionOf: questions.toTell,
    profileOf: profiles(database),
  })
  const checks = checkRules({ tasks: ofTasks, writes: ofReceipts, namedBy: ofGit.tasksOf })
  const deliveries = deliveryRules({ database, history, git, checks, attempts, clock })
  const tokens: TokenRules = tokenRules({
    database,
    history,
    closeQuestions: questions.closeOrphans,
    clock,
    holdProved,
    profileOf: profiles(database),
  })
  const claims = claimRules({
    history,
    tasks,
    views,
    writes: ofTasks,
    profileOf: profiles(database),
    tokens,
    clock,
  })
  const agents = agentRules({ history, tokens, clock })
  const devices = deviceRules({ database, clock, attempts, holdProved, lockAccount })
  const secondFactor = secondFactorRules({ database, history, clock, holdProved })
  const onWrongCode = (ip: string, user: string) => events.record('wrong code', { ip }, user)
  const entry = entryRules({ database, clock, attempts, sessions, secondFactor, onWrongCode })
  const signIn = signInRules({ database, passwords, proofs, entry })
  const signUps = signUpRules({ database, config, clock, attempts, passwords, entry })
  const { closeOrphans } = tokens
  const credentials = credentialRules({ database, history, clock, passwords, proofs, entry, closeOrphans })
  const mails = mailRules({ database, queue, settings: config.mail, clock })
  const links = mailLinks({ database, clock })
  const place = { app: `${config.publicUrl}${config.basePath}`, host: new URL(config.publicUrl).host }
  const onTrouble = (error: unknown) => database.outage(error) || log.error({ err: error }, 'A mail could not be added')
  const resets = resetByMail({
    ...{ database, clock, attempts, passwords, mails, links, place, closeOrphans, onTrouble },
  })
  const newEmails = newEmail({ database, attempts, proofs, mails, links, place })
  const told = accountNotices({ database, clock, attempts, mails, place, onTrouble })
  const digests = digestRules({
    ...{ database, clock, queue, mails, links, place, tasks, questions },
    publicUrl: config.publicUrl,
    userOf: mailedUser,
    switchOff: switchDigestOff,
  })
  const removal = accountRemoval({ database, history, tasks, notes, files, views, labelColours, reminders, clock })
  const onTimeZone = reminders.moveTo
  const onDigest = digests.follow
  const accounts = accountRules({ database, history, proofs, removal, onTimeZone, onDigest, onLeftover })
  const exports = exportRules({
    database,
    sessions,
    tokens,
    tasks,
    files,
    trash,
    history,
    views,
    labelColours,
    git,
    notes,
    receipts,
    calendars,
    hooks,
    ways,
    outgoingHooks: outgoingHooks.rules,
  })
  const imports = importRules({ history, tasks, maxSliceMs: database.maxSliceMs })
  const archives = archiveRules({
    ...{ tasks, trash, files, history, notes, receipts, git, views, labelColours, clock },
    profileOf: profiles(database),
  })
  const jobs = jobRules({ database, clock, monotonic, log, tracing: dependencies.tracing })
  registerJobs(jobs, {
    ...{ database, attempts, devices, sessions, trash, history, deliveries, removal, files, questions, tokens, links },
    ...{ entry, secondFactor },
  })
  if (config.backupTo) jobs.register(scheduledBackup({ ...backups, config, log }, config.backupTo))
  return {
    history,
    live,
    files,
    store,
    tasks,
    claims,
    trash,
    views,
    labelColours,
    git,
    notes,
    receipts,
    questions,
    calendars,
    hooks,
    deliveries,
    attempts,
    sessions,
    tokens,
    agents,
    devices,
    proofs,
    secondFactor,
    entry,
    signIn,
    signUps,
    credentials,
    removal,
    accounts,
    exports,
    archives,
    imports,
    events,
    jobs,
    queue,
    reminders,
    ways,
    notices,
    outgoing,
    outgoingHooks,
    announce,
    announceSettings,
    mails,
    links,
    resets,
    newEmails,
    accountNotices: told,
    digests,
  }
}

type Rules = ReturnType<typeof wireRules>
type RulesWithJobs = Pick<
  Rules,
  | 'attempts'
  | 'devices'
  | 'sessions'
  | 'entry'
  | 'secondFactor'
  | 'trash'
  | 'history'
  | 'deliveries'
  | 'removal'
  | 'files'
  | 'questions'
  | 'tokens'
  | 'links'
>

/** Regular work, once per cluster. */
function registerJobs(jobs: Rules['jobs'], rules: RulesWithJobs & Pick<Dependencies, 'database'>) {
  const { database, attempts, devices, sessions, trash, history, deliveries, removal, files } = rules
  const closeOrphans = async () => {
    for (const owner of await rules.questions.ownersOfOpen()) await rules.tokens.closeOrphans(owner)
  }
  const hourly = { everyMs: 3_600_000 }
  jobs.register({ ...hourly, name: 'forget attempts', run: attempts.forgetOld })
  jobs.register({ ...hourly, name: 'remove device codes', run: devices.forgetOld })
  jobs.register({ ...hourly, name: 'remove sessions', run: sessions.forgetOld })
  jobs.register({ ...hourly, name: 'remove links of mails', run: rules.links.forgetOld })
  jobs.register({ ...hourly, name: 'remove unfinished sign-ins', run: rules.entry.forgetOld })
  jobs.register({ ...hourly, name: 'forget trusted devices', run: rules.secondFactor.forgetOld })
  jobs.register({ ...hourly, name: 'empty trash', run: trash.emptyOld })
  jobs.register({ ...hourly, name: 'remove old answers', run: history.removeOldAnswers })
  jobs.register({ ...hourly, name: 'forget webhook deliveries', run: deliveries.forgetOld })
  jobs.register({ ...hourly, name: 'finish account removals', run: removal.finishAll })
  jobs.register({ ...hourly, name: 'sweep files', run: files.sweep })
  jobs.register({ ...hourly, name: 'close questions of revoked tokens', run: closeOrphans })
  jobs.register({ everyMs: 24 * 3_600_000, name: 'recount text and labels', run: history.recount })
  jobs.register({ everyMs: 24 * 3_600_000, name: 'refresh stored tasks', run: jsonRefresh(database) })
  jobs.register({ ...hourly, name: 'optimize the database', run: database.optimize })
  jobs.register({ everyMs: 10 * 60_000, name: 'mark the database', run: database.renewEpoch })
}
