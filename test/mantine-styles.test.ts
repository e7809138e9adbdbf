import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every Mantine component that is used has its styles loaded', async () => {
  const lists = ['mantine-styles', 'signed-in-styles'].map((name) => readFile(`src/web/app/${name}.ts`, 'utf8'))
  const styles = (await Promise.all(lists)).join('')
  const used = new Set<string>()
  for await (const file of glob('src/web/**/*.tsx')) {
    const source = await readFile(file, 'utf8')
    for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names.split(',')) used.add(name.replace('type ', '').trim())
    }
  }
  const styled = [...used].filter((name) => existsSync(`node_modules/@mantine/core/styles/${name}.css`))
  expect(styled.length).toBeGreaterThan(10)
  for (const name of styled) expect(styles).toContain(`/${name}.css'`)
})
