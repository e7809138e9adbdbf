import { nearest } from '../../contract/nearest.ts'
import { isFileOfSetting } from './secret-files.ts'
import { settingNames } from './settings.ts'

/** Shorter names resemble too many variables of other programs: PORT and SORT differ by one letter. */
const minLength = 6
const prefix = 'TASKDECK_'

const known = new Set(settingNames)
const comparable = settingNames.filter((name) => name.length >= minLength)

/** Sentences about variables of the environment that are not settings but resemble one. They would be ignored without a word. */
export function misspeltSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    const meant = settingMeantBy(name)
    return meant ? [`${name} is not a setting and is ignored. Did you mean ${meant}?`] : []
  })
}

function settingMeantBy(name: string): string | undefined {
  const upper = name.toUpperCase()
  if (known.has(name) || isFileOfSetting(name)) return undefined
  if (known.has(upper)) return upper
  if (upper.startsWith(prefix) && known.has(upper.slice(prefix.length))) return upper.slice(prefix.length)
  return name.length >= minLength ? nearest(upper, comparable) : undefined
}
