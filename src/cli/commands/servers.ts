import { defineCommand } from '../command.ts'
import { table } from '../output/table.ts'
import { chooseServer } from '../server-choice.ts'

/** The servers that the user has signed in to, and which of them is the default. */
export const command = defineCommand({
  synopsis: '[NAME]',
  about: 'Without a name, lists the servers. With one, makes that server the default.',
  examples: [
    ['taskdeck servers', 'List the servers'],
    ['taskdeck servers work', 'Use the server named work from now on'],
    ['taskdeck list --server home', 'Use another one for one command'],
  ],
  options: {},
  run({ config, env, print, terminal }, _, [name]) {
    if (name !== undefined) {
      const { url } = chooseServer(config, env, name)
      config.write({ ...config.read(), current: name })
      return print({ json: { current: name }, text: () => `Commands now use ${name} (${url}).` })
    }
    const { current, servers } = config.read()
    const rows = Object.entries(servers).map(([one, { url }]) => ({ name: one, url, current: one === current }))
    print({
      json: { servers: rows },
      quiet: () => rows.map((row) => row.name).join('\n'),
      text: () => {
        if (!rows.length) return 'You are not signed in. Sign in with: taskdeck login URL'
        if (!terminal.columns)
          return rows.map((row) => [row.name, row.url, row.current ? 'default' : ''].join('\t')).join('\n')
        return table(
          rows,
          [
            { text: (row) => row.name },
            { text: (row) => row.url, isFlexible: true },
            { text: (row) => (row.current ? 'default' : ''), style: (_row, cell) => terminal.style('green', cell) },
          ],
          terminal.columns,
        )
      },
    })
  },
})
