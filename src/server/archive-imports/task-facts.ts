import { gitLimits } from '../../contract/git.ts'
import { findCycle } from '../../contract/links.ts'
import { noteLimits } from '../../contract/notes.ts'
import { isOpenQuestion } from '../../contract/questions.ts'
import { type KnownCommit, receiptLimits } from '../../contract/receipts.ts'
import type { ArchivedTask, ArchiveRecords } from '../../contract/schemas/archive-records.ts'
import { maxPartLevels } from '../../contract/tasks.ts'
import { type ProvingReceipt, proofOf } from '../receipts/present.ts'
import { refusal } from './zip-file.ts'

/** The facts about a task of an archive that are not in its own record, or that other records need. */
export interface TaskFacts {
  number: number
  isTrashed: boolean
  noteCount: number
  lastNote: number
  openQuestions: number
  /** The newest receipt of each criterion, as JSON. */
  proof: string | null
  /** The entries of the history. */
  events: number
  /** Its files, in the order of the archive. */
  files: ArchiveRecords['file'][]
}

interface Links {
  partOf: string | undefined
  blockedBy: readonly string[]
}

/** Collects the facts about the tasks of an archive from its records, and refuses records that contradict each other. */
export function taskFacts() {
  const tasks = new Map<string, TaskFacts>()
  const numbers = new Set<number>()
  const links = new Map<string, Links>()
  const receipts = new Map<string, ProvingReceipt[]>()
  const commits = new Map<string, KnownCommit[]>()

  /** The facts about the task of a record. The records of a task must come one after another, so that a repetition is found without a list of all. */
  function grouped<State>(name: string, begin: () => State) {
    const seen = new Set<string>()
    let [current, state] = ['', begin()]
    return (id: string): { facts: TaskFacts; state: State } | undefined => {
      const facts = tasks.get(id)
      if (!facts) return undefined
      if (id !== current) {
        if (seen.has(id)) throw refusal(`the ${name} of #${facts.number} are not together`)
        seen.add(id)
        ;[current, state] = [id, begin()]
      }
      return { facts, state }
    }
  }
  const idsOf = (name: string, max: number) => {
    const group = grouped(name, () => new Set<string>())
    return (task: string, id: string): TaskFacts | undefined => {
      const found = group(task)
      if (!found) return undefined
      const { facts, state } = found
      if (state.has(id)) throw refusal(`the ${name} of #${facts.number} have one id twice`)
      state.add(id)
      if (state.size > max) throw refusal(`#${facts.number} has more than ${max.toLocaleString('en')} ${name}`)
      return facts
    }
  }
  const noteGroup = grouped('notes', () => ({ last: 0 }))
  const receiptGroup = idsOf('receipts', receiptLimits.perTask)
  const todos = new Set<string>()
  const referenceGroup = idsOf('references', gitLimits.referencesPerTask)

  return {
    tasks,
    task({ _id: id, number, partOf, blockedBy = [], trashedAt }: ArchivedTask): void {
      if (tasks.has(id)) throw refusal(`it has the task ${id} twice`)
      if (numbers.has(number)) throw refusal(`it has two tasks with the number ${number}`)
      numbers.add(number)
      const empty = { noteCount: 0, lastNote: 0, openQuestions: 0, proof: null, events: 0 }
      tasks.set(id, { number, isTrashed: trashedAt !== undefined, ...empty, files: [] })
      if (partOf || blockedBy.length) links.set(id, { partOf: partOf ?? undefined, blockedBy })
    },
    /** Returns whether the task of the note is in the archive, as the next functions do. */
    note({ task, number, question }: ArchiveRecords['note']): boolean {
      const found = noteGroup(task)
      if (!found) return false
      const { facts, state } = found
      if (number <= state.last) throw refusal(`the notes of #${facts.number} are not in their order`)
      state.last = number
      facts.noteCount++
      if (facts.noteCount > noteLimits.perTask) throw refusal(`#${facts.number} has too many notes`)
      facts.lastNote = Math.max(facts.lastNote, number)
      if (question && isOpenQuestion({ question })) facts.openQuestions++
      return true
    },
    receipt({ task, ...receipt }: ArchiveRecords['receipt']): boolean {
      if (!receiptGroup(task, receipt._id)) return false
      if (receipt.removedAt) return true
      const { _id: id, kind, criterion, isPassed, startedAt, createdAt, commit, ancestors } = receipt
      const own = receipts.get(task) ?? []
      receipts.set(task, own)
      own.push({
        ...{ id, kind, criterion, passed: isPassed ? 1 : 0 },
        ...{
          started_at: startedAt,
          created_at: createdAt,
          commit_hash: commit,
          ancestors: ancestors?.join(' ') || null,
        },
      })
      return true
    },
    reference({ task, id, kind, name, at, removedAt }: ArchiveRecords['reference']): boolean {
      if (!referenceGroup(task, id)) return false
      if (kind !== 'commit' || removedAt) return true
      const own = commits.get(task) ?? []
      commits.set(task, own)
      own.push({ hash: name, at })
      return true
    },
    todo({ task }: ArchiveRecords['todo']): boolean {
      const facts = tasks.get(task)
      if (facts && todos.has(task)) throw refusal(`#${facts.number} has two to-dos`)
      todos.add(task)
      return facts !== undefined
    },
    /** Ends the collection: checks the links, and finds the proof of each task. */
    finish(): void {
      checkLinks(links, tasks)
      for (const [id, own] of receipts) {
        const facts = tasks.get(id)
        if (facts) facts.proof = proofOf(own, commits.get(id) ?? [])
      }
      for (const map of [links, receipts, commits]) map.clear()
      numbers.clear()
      todos.clear()
    },
  }
}

export type CollectedFacts = ReturnType<typeof taskFacts>

/** Fails with `invalid_input` if tasks wait for each other, or are parts of each other, or if parts are nested too deeply. */
function checkLinks(links: ReadonlyMap<string, Links>, tasks: ReadonlyMap<string, TaskFacts>): void {
  const named = (ids: string[]) => ids.map((id) => `#${tasks.get(id)?.number}`).join(', ')
  const known = (ids: readonly string[]) => ids.filter((id) => tasks.has(id))
  const waiting = findCycle(new Map([...links].map(([id, { blockedBy }]) => [id, known(blockedBy)])))
  if (waiting) throw refusal(`tasks in it wait for each other: ${named(waiting)}`)
  const parents = new Map([...links].flatMap(([id, { partOf }]) => (partOf && tasks.has(partOf) ? [[id, partOf]] : [])))
  const nested = findCycle(new Map([...parents].map(([id, parent]) => [id, [parent as string]])))
  if (nested) throw refusal(`tasks in it are parts of each other: ${named(nested)}`)
  for (const id of parents.keys()) {
    let levels = 1
    for (let above = parents.get(id); above !== undefined; above = parents.get(above)) levels++
    if (levels > maxPartLevels) throw refusal(`${named([id])} is a part on a level below the ${maxPartLevels}th`)
  }
}
