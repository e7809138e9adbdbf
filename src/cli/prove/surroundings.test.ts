import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/database.ts'
import { gitRepository } from '../../../test/git-repository.ts'
import { surroundingsOf } from './surroundings.ts'

test('a receipt names its commit, and those from which it was made, newest first', async () => {
  const { folder, git, commit, write } = await gitRepository()
  const first = await git('rev-parse', 'HEAD')
  expect(surroundingsOf(folder)).toMatchObject({ commit: first, branch: 'main', repository: 'project', isClean: true })
  expect(surroundingsOf(folder).ancestors).toBeUndefined()
  await commit('Second')
  const second = await git('rev-parse', 'HEAD')
  await commit('Third')
  await write('new.txt', 'new')
  expect(surroundingsOf(folder)).toMatchObject({ ancestors: [second, first], isClean: false })
  expect(surroundingsOf(await freshFolder())).toEqual({ machine: expect.any(String) })
})
