const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A name that every system accepts. */
const safeName = (name: string) => {
  const clean = name.replace(/[<>:"|?*\\/\p{Cc}\p{Cf}]/gu, '_').replace(/[. ]+$/, '')
  return reserved.test(clean) || clean === '' || /^\.+$/.test(clean) ? `_${clean}` : clean
}

/** Gives each file a path of its own, in a folder of its task. The files of a task must come one after another. */
export function filePaths() {
  let folder = ''
  let taken = new Set<string>()
  return (task: string, name: string): string => {
    if (task !== folder) taken = new Set()
    folder = task
    const safe = safeName(name)
    const [, stem = safe, ending = ''] = /^(.+?)(\.[^.]{1,20})?$/u.exec(safe) ?? []
    let chosen = safe
    // Systems that ignore the case would replace one file by another.
    for (let count = 2; taken.has(chosen.toLowerCase()); count++) chosen = `${stem} (${count})${ending}`
    taken.add(chosen.toLowerCase())
    return `files/${folder}/${chosen}`
  }
}
