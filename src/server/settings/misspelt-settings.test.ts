import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'
import { settings } from './settings.ts'

test.for([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['TASKDECK_PORT', 'PORT'],
  ['MAX_FILES_MB', 'MAX_FILE_MB'],
  ['SIGNUP', 'SIGNUPS'],
  ['BACKUPS_TO', 'BACKUP_TO'],
])('%s is named as a misspelling of %s', ([name = '', meant]) => {
  expect(misspeltSettings({ [name]: 'x' })).toEqual([`${name} is not a setting and is ignored. Did you mean ${meant}?`])
})

test('settings and the variables of other programs are not named', () => {
  const ours = Object.fromEntries(settings.map(({ name }) => [name, 'x']))
  const others = [
    'HOME',
    'HOSTNAME',
    'SORT',
    'POST',
    'PATH',
    'AWS_REGION',
    'AWS_SESSION_TOKEN',
    'NODE_ENV',
    'PGHOST',
    'TASKDECK_URL',
  ]
  expect(misspeltSettings({ ...ours, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([])
})
