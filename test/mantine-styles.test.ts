import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every Mantine component that is used has its styles loaded: from the start, or with the file that uses it', async () => {
  const lists = ['mantine-styles', 'signed-in-styles'].map((name) => readFile(`src/web/app/${name}.ts`, 'utf8'))
  const styles = (await Promise.all(lists)).join('')
  const styled = new Set<string>()
  for await (const file of glob('src/web/**/*.tsx')) {
    const source = await readFile(file, 'utf8')
    for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names.split(',').map((one) => one.replace('type ', '').trim())) {
        if (!existsSync(`node_modules/@mantine/core/styles/${name}.css`)) continue
        styled.add(name)
        expect(styles + source, file).toContain(`/${name}.css'`)
      }
    }
  }
  expect(styled.size).toBeGreaterThan(10)
})
