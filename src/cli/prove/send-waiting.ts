import { receiptName } from '../../contract/words/receipt-words.ts'
import type { Client } from '../client.ts'
import { CliError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { isForLater, send } from './send.ts'
import { forget, idsIn, read } from './waiting.ts'

/** Sends the receipts that wait in a folder, oldest first, and says so. A receipt that cannot be sent now goes on waiting. Throws nothing. */
export async function sendWaiting(client: Client, folder: string, say: (line: string) => void): Promise<void> {
  for (const id of idsIn(folder)) {
    const found = read(folder, id)
    if (!found) {
      forget(folder, id)
      continue
    }
    const { outgoing, output } = found
    const name = `“${oneLine(receiptName({ command: outgoing.receipt.command ?? null, summary: null }))}” for #${oneLine(outgoing.task)}`
    try {
      await send(client, outgoing, output)
      say(`Sent the receipt of ${name}, which waited on this machine.`)
    } catch (error) {
      if (isForLater(error)) return
      if (!(error instanceof CliError)) throw error
      say(`The receipt of ${name} waited on this machine, and is refused: ${oneLine(error.message)}`)
    }
    forget(folder, id)
  }
}
