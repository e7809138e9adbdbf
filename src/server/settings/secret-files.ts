import { readFileSync, statSync } from 'node:fs'
import { settingNames } from './settings.ts'

type Environment = Record<string, string | undefined>

const names = new Set(settingNames)
const ending = '_FILE'
const maxBytes = 16_384

/** Whether this variable names the file with a setting. */
export const isFileOfSetting = (variable: string) =>
  variable.endsWith(ending) && names.has(variable.slice(0, -ending.length))

/**
 * The settings with those that are in files: `NAME_FILE` names a file with the value of `NAME`, as systemd, Docker and Kubernetes hand over
 * secrets. Then they are not in the environment, which other programs of the same user can read. Adds a sentence for each problem.
 */
export function withSecretFiles(env: Environment, problems: string[]): Environment {
  const read: Environment = {}
  for (const [variable, path] of Object.entries(env)) {
    if (!path || !isFileOfSetting(variable)) continue
    const name = variable.slice(0, -ending.length)
    if (env[name]) problems.push(`${variable} and ${name} are both set. Remove one of them.`)
    try {
      if (statSync(path).size > maxBytes) throw new Error('is larger than 16 kB')
      read[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      problems.push(`${variable}=${path} cannot be read: ${(error as Error).message}`)
    }
  }
  return { ...env, ...read }
}
