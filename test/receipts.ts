import { newId } from '../src/contract/new-id.ts'
import type { ListedReceipt, NewReceipt, Receipt } from '../src/contract/schemas/receipts.ts'
import type { Person } from './people.ts'

type Caller = Pick<Person, 'get' | 'post'>

/** A receipt of a command that has passed, unless given otherwise. */
export const run = (given: Partial<NewReceipt> = {}): NewReceipt => ({
  _id: newId(),
  kind: 'run',
  command: 'npm test',
  exitCode: 0,
  ...given,
})

export async function addReceipt(
  caller: Pick<Caller, 'post'>,
  task: string | number,
  given: Partial<NewReceipt> = {},
): Promise<Receipt> {
  const { status, body, text } = await caller.post(`/tasks/task/${task}/receipts`, run(given))
  if (status !== 201) throw new Error(`The receipt was not stored: ${text}`)
  return body.receipt
}

/** The receipts of a task, newest first. */
export const receiptsOf = async (caller: Pick<Caller, 'get'>, task: string | number): Promise<ListedReceipt[]> =>
  (await caller.get(`/tasks/task/${task}/receipts`)).body.receipts
