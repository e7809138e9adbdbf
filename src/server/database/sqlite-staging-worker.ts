import { workerData } from 'node:worker_threads'
import { answerQuestions } from './sqlite-answering.ts'
import { openStaging, type Staging } from './sqlite-staging.ts'
import type { StagingAnswer, StagingQuestion } from './staged-transactions.ts'

/** Runs in a separate thread and stages one long transaction after another. */
const { path } = workerData as { path: string }
let staging: Staging | undefined

function end(): void {
  staging?.close()
  staging = undefined
}

function current(): Staging {
  if (!staging) throw new Error('No transaction is being staged')
  return staging
}

function answer(question: StagingQuestion): StagingAnswer {
  switch (question.kind) {
    case 'begin':
      end()
      staging = openStaging(path, question.owner)
      return {}
    case 'run':
      return current().run(question.sql, question.parameters)
    case 'complete':
      current().complete()
      return {}
    case 'apply':
      return { isApplied: current().apply() }
    case 'end':
      end()
      return {}
  }
}

// The main thread goes on while the log is copied into the file.
answerQuestions(answer, () => staging?.checkpoint())
