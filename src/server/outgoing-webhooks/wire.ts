import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Config } from '../settings/config.ts'
import { tasksById } from '../tasks/tasks-by-id.ts'
import { chosenTasks } from './chosen-tasks.ts'
import { followingWebhooks } from './following.ts'
import { outgoingWebhookRules } from './outgoing-webhooks.ts'
import { pumping } from './pump.ts'
import { readingLog } from './reading-log.ts'
import { remindingPrograms } from './reminding.ts'
import { sending } from './sending.ts'
import { sendingByHand } from './sending-by-hand.ts'

type Dependencies = Pick<Parameters<typeof outgoingWebhookRules>[0], 'database' | 'history' | 'clock' | 'holdProved'> &
  Pick<Parameters<typeof sendingByHand>[0], 'attempts'> &
  Pick<Parameters<typeof followingWebhooks>[0], 'queue'> &
  Pick<Parameters<typeof readingLog>[0], 'history'> &
  Pick<Parameters<typeof chosenTasks>[0], 'views'> &
  Pick<Parameters<typeof outgoingWebhookRules>[0], 'outgoing'> &
  Pick<Parameters<typeof sending>[0], 'outgoing' | 'monotonic'> &
  Pick<Parameters<typeof pumping>[0], 'pausedMails'> & {
    config: Pick<Config, 'publicUrl' | 'basePath'>
    profileOf: (owner: string) => Promise<{ preferences: Preferences }>
    announceSettings: (owner: string) => void
    log: { warn(details: object, message: string): void }
  }

/** Joins the parts of the webhooks to other programs. */
export function wireOutgoingWebhooks(dependencies: Dependencies) {
  const { config, database, log: logger } = dependencies
  const chosen = chosenTasks(dependencies)
  const tasksOf = tasksById(database)
  const linkTo = ({ number }: { number: number }) => `${config.publicUrl}${config.basePath}#/task/${number}`
  const log = readingLog({ ...dependencies, tasksOf, chosen, linkTo })
  const send = sending(dependencies)
  const onPaused = async (owner: string) => dependencies.announceSettings(owner)
  const pump = pumping({ ...dependencies, log, send, onPaused })
  const onTrouble = (error: unknown) => {
    // While the database cannot be reached, every request reports it already.
    if (!database.outage(error)) logger.warn({ err: error }, 'Webhooks to other programs could not be sent')
  }
  const following = followingWebhooks({ ...dependencies, pump, onTrouble })
  return {
    rules: outgoingWebhookRules({
      ...dependencies,
      chosen,
      log,
      following,
      byHand: sendingByHand({ ...dependencies, send }),
    }),
    following,
    remind: remindingPrograms({ database, log, following, tasksOf, chosen, linkTo }),
  }
}
