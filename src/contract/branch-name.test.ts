import { expect, test } from 'vitest'
import { branchName } from './branch-name.ts'

test('a branch is named by the number and the words of the title, whole ones and not too many', () => {
  expect(branchName(12, 'Fix login timeout')).toBe('12-fix-login-timeout')
  expect(branchName(7, '  Größe & "Länge" (v2.4)!')).toBe('7-grosse-lange-v2-4')
  expect(branchName(3, '修复登录')).toBe('3')
  expect(branchName(1, 'word '.repeat(40)).length).toBeLessThanOrEqual(54)
  expect(branchName(1, 'word '.repeat(40))).not.toMatch(/-$/)
})
