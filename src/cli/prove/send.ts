import { receiptCalls } from '../../contract/calls/receipts.ts'
import { taskCalls } from '../../contract/calls/tasks.ts'
import type { Receipt } from '../../contract/schemas/receipts.ts'
import type { Client } from '../client.ts'
import { CliError, exitCodes } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { uploadFile } from '../upload.ts'
import { criterionAt } from './criteria.ts'
import { isText } from './output-end.ts'
import type { Outgoing } from './waiting.ts'

export interface Sent {
  receipt: Receipt
  /** Why the output was not stored, if so. */
  withoutOutput?: string
}

/** Failures after which the same receipt can be sent later. */
export const isForLater = (error: unknown): error is CliError =>
  error instanceof CliError &&
  (error.exitCode === exitCodes.unreachable ||
    error.exitCode === exitCodes.notSignedIn ||
    ['too_many_requests', 'internal'].includes(error.code))

/** A name for the file with the output: `npm-test.log`. */
const fileName = (command = 'output') =>
  `${
    command
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[-.]+|-+$/g, '')
      .slice(0, 60) || 'output'
  }.log`

/** Sends a receipt with its output. Sending it again stores it once. Throws a CliError. */
export async function send(client: Client, outgoing: Outgoing, output: Buffer): Promise<Sent> {
  const { task: id, criterionNumber, receipt } = outgoing
  const criterion =
    criterionNumber === undefined
      ? receipt.criterion
      : criterionAt(await client.call(taskCalls.find, { params: { id } }), criterionNumber).id
  const { file, problem } = await upload(client, id, receipt._id, output, fileName(receipt.command))
  const body = { ...receipt, ...(criterion ? { criterion } : {}), ...(file ? { output: file } : {}) }
  const { receipt: stored } = await client.call(receiptCalls.add, { params: { id }, body })
  return { receipt: stored, ...(problem ? { withoutOutput: problem } : {}) }
}

/** Uploads the output. A receipt without its output is better than none, if there is no room for it. */
async function upload(
  client: Client,
  task: string,
  key: string,
  output: Buffer,
  name: string,
): Promise<{ file?: string; problem?: string }> {
  if (!output.length) return {}
  const type = isText(output) ? 'text/plain' : 'application/octet-stream'
  try {
    const { file } = await uploadFile(client, task, new Blob([new Uint8Array(output)], { type }), name, key)
    return { file: file._id }
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'too_large') throw error
    return { problem: oneLine(error.message) }
  }
}
