import { dayOf, proofRuleOf } from '../accounts/accounts.ts'
import { archiveRules } from '../archives/archives.ts'
import { backupHold } from '../backups/make-backup.ts'
import { archivedTodos } from '../caldav/archived-todos.ts'
import { fileRules } from '../files/files.ts'
import { gitRules } from '../git/git.ts'
import { importRules } from '../imports/imports.ts'
import { labelColourRules } from '../labels/colours.ts'
import { noteRules, noteSearch } from '../notes/notes.ts'
import { type QuestionRules, questionRules } from '../notes/questions.ts'
import { checkRules } from '../receipts/checks.ts'
import { receiptRules } from '../receipts/receipts.ts'
import { taskRules } from '../tasks/tasks.ts'
import { trashRules } from '../trash/trash.ts'
import { viewRules } from '../views/views.ts'
import type { Above } from './above.ts'
import { wireBackups, wireInstallation } from './backups.ts'
import type { WithLog } from './log.ts'

/** The third level: the tasks of an owner, and what belongs to them. */
export function wireTasks(below: WithLog, { openTokens, onAsked }: Above) {
  const { database, taskWrites, fileWrites, referenceWrites, noteWrites, receiptWrites } = below
  const tasks = taskRules({
    ...{ ...below, writes: taskWrites, searchNotes: noteSearch(database), today: dayOf, proofRule: proofRuleOf },
    onTicked: (draft, row, criteria) => receiptWrites.addTicks(draft, row, criteria),
  })
  const backups = wireBackups(below)
  const files = fileRules({
    ...{ ...below, tasks, writes: fileWrites, installation: wireInstallation(below) },
    isBackupRunning: () => backups.holds.isHeld(backupHold),
  })
  const trash = trashRules({ ...below, tasks, files })
  const views = viewRules(below)
  const labelColours = labelColourRules(below)
  const { provedCommits } = receiptWrites
  const git = gitRules({ ...below, tasks, writes: referenceWrites, provedCommits })
  const receipts = receiptRules({ ...below, tasks, files: fileWrites, writes: receiptWrites, commitsOf: git.commitsOf })
  const checks = checkRules({ tasks: taskWrites, writes: receiptWrites, namedBy: referenceWrites.tasksOf })
  const questions: QuestionRules = questionRules({ ...below, tasks, writes: noteWrites, openTokens, onAsked })
  const notes = noteRules({ ...below, tasks, writes: noteWrites, questions })
  const imports = importRules({ ...below, tasks, maxSliceMs: database.maxSliceMs })
  const todos = archivedTodos(database)
  const archives = archiveRules({ ...below, tasks, trash, files, notes, receipts, git, views, labelColours, todos })
  const nouns = { tasks, backups, files, trash, views, labelColours, git, receipts, checks, questions, notes }
  return { ...below, ...nouns, imports, archives }
}

export type WithTasks = ReturnType<typeof wireTasks>
