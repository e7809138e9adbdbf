import { test } from 'vitest'
import { freshFolder } from '../test/database.ts'
import { startProcess } from '../test/process.ts'
import { envOfFiles, freshPlace, storeKinds } from '../test/stores.ts'
import { bundleProgram } from './bundle.ts'
import { walkProgram } from './walk.ts'

test('the program that the single executable contains works in one file', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const [bundle, folder] = [await freshFolder(), await freshFolder()]
  const { script } = await bundleProgram(bundle)
  const run = (args: string[], env: Record<string, string>) =>
    // Each run has a new bundle, so its compiled code is of no use later.
    startProcess(process.execPath, [script, ...args], { cwd: folder, env: { NODE_DISABLE_COMPILE_CACHE: '1', ...env } })
  const place = storeKinds.includes('s3') ? await freshPlace('s3') : undefined
  const objectStorage = place && envOfFiles(place.config)
  await walkProgram({ run, folder, objectStorage, say: () => {} })
})
