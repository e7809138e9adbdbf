/**
 * The script of the page of an archive, as a text: it runs in a browser from the disk, without the rest of Taskdeck. It shows texts as texts only,
 * never as markup, and builds what it shows when it is asked for, so that a large archive opens quickly.
 */
export const viewer = String.raw`function () {
  'use strict'
  const shownAtOnce = 100
  const tasks = [], about = new Map(), rest = { view: [], label: [], settings: [] }
  const add = (task, kind, value) => {
    if (!about.has(task)) about.set(task, { note: [], receipt: [], reference: [], file: [], event: [] })
    about.get(task)[kind].push(value)
  }
  for (const block of document.querySelectorAll('script[type="application/json"]')) {
    for (const one of JSON.parse(block.textContent)) {
      if (one.record === 'task') tasks.push(one)
      else if (rest[one.record]) rest[one.record].push(one)
      else if (one.task) add(one.task, one.record, one)
    }
    block.remove()
  }
  const byId = new Map(tasks.map((task) => [task._id, task]))
  const of = (task, kind) => about.get(task._id)?.[kind] ?? []
  const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const task of tasks) task.state = task.trashedAt ? 'Trash' : task.status
  const textsIn = (value) =>
    typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
  const isText = (name) => !['_id', 'id', 'record', 'task', 'partOf', 'blockedBy', 'related', 'criterion', 'output', 'path'].includes(name)
  const textOf = (record) => Object.entries(record).flatMap(([name, value]) => (isText(name) ? textsIn(value) : []))
  const kinds = ['note', 'receipt', 'reference', 'file', 'event']
  /** Collected by the first search, because the history of a large archive is long. */
  const wordsOf = (task) =>
    (task.words ??= fold(['#' + task.number, ...[task, ...task.doneWhen, ...kinds.flatMap((kind) => of(task, kind))].flatMap(textOf)].join('\n')))

  const element = (name, text, className) => {
    const made = document.createElement(name)
    if (text !== undefined) made.textContent = text
    if (className) made.className = className
    return made
  }
  const day = (time) => (time ?? '').slice(0, 10)
  const moment = (time) => (time ?? '').slice(0, 16).replace('T', ' ')
  const nameOf = (id) => {
    const task = byId.get(id)
    return task ? '#' + task.number + ' ' + task.title : 'a deleted task'
  }
  const [search, status, priority, label, date, from, to, sort] = document.querySelectorAll('form > :not(label), form input[type="date"]')
  const choices = (select, first, values) => {
    for (const [value, name] of [first, ...values.map((value) => [value, value])]) {
      const option = element('option', name)
      option.value = value
      select.append(option)
    }
  }
  const priorities = ['Critical', 'High', 'Medium', 'Low']
  const rankOf = (task) => priorities.findIndex((name) => name.toLowerCase() === String(task.priority).toLowerCase())
  const times = { Due: 'dueDate', Starts: 'startDate', Created: 'createdAt', Begun: 'startedAt', Completed: 'completedAt', Changed: 'updatedAt' }
  const isInSpan = (task) => {
    const on = date.value && day(task[times[date.value]])
    return !date.value || (on !== '' && on >= from.value && on <= (to.value || '9999'))
  }
  const used = (values) => [...new Set(values)].sort((a, b) => a.localeCompare(b))
  choices(status, ['', 'All but the trash'], ['Open', ...used(tasks.map((task) => task.state))])
  choices(priority, ['', 'Any priority'], used(tasks.map((task) => task.priority)))
  choices(label, ['', 'Any label'], used(tasks.flatMap((task) => task.labels)))
  choices(date, ['', 'Any date'], Object.keys(times))
  choices(sort, ['Newest', 'Newest first'], ['Due', 'Priority', 'Title', 'Oldest'])
  const newest = (a, b) => b.number - a.number
  const orders = {
    Newest: newest,
    Oldest: (a, b) => a.number - b.number,
    Due: (a, b) => (day(a.dueDate) || '9').localeCompare(day(b.dueDate) || '9') || newest(a, b),
    Priority: (a, b) => rankOf(a) - rankOf(b) || newest(a, b),
    Title: (a, b) => a.title.localeCompare(b.title) || newest(a, b),
  }

  const section = (body, title, items) => {
    if (!items.length) return
    body.append(element('h2', title))
    const list = element('ul')
    for (const item of items) {
      const line = element('li')
      line.append(item)
      list.append(line)
    }
    body.append(list)
  }
  const link = (file) => {
    const made = element('a', file.name)
    made.href = file.path.split('/').map(encodeURIComponent).join('/')
    made.download = file.name
    const line = element('span')
    line.append(made, ' ' + [file.size, moment(file.createdAt), file.removedAt ? 'in the trash' : ''].filter(Boolean).join(' · '))
    return line
  }
  /** Only addresses of the web are links, whatever the archive contains. */
  const address = (url, text) => {
    if (!/^https?:\/\//.test(url ?? '')) return element('span', text)
    const made = element('a', text)
    made.href = url
    made.rel = 'noreferrer'
    return made
  }
  /** A line of facts, with texts below it. */
  const entry = (first, facts, ...texts) => {
    const made = element('div')
    made.append(first, element('span', facts.filter(Boolean).map((fact) => ' · ' + fact).join(''), 'quiet'))
    for (const text of texts) if (text) made.append(element('div', text, 'text'))
    return made
  }
  const noteOf = ({ number, createdAt, editedAt, by, text, question }) => {
    const facts = [by, moment(createdAt), editedAt ? 'edited ' + moment(editedAt) : '']
    if (!question) return entry('' + number, facts, text)
    const { choices, answer, at, closed } = question
    const answered = answer ? 'Answer (' + question.by + ', ' + moment(at) + '): ' + answer : closed ? 'Closed: ' + closed : 'Not answered'
    return entry('Question ' + number, facts, text, choices.length ? 'Choices: ' + choices.join(', ') : '', answered)
  }
  const criterionOf = ({ text, command, isMet }) => {
    const line = element('span', (isMet ? '☑ ' : '☐ ') + text)
    if (command) line.append(' ', element('code', command))
    return line
  }
  const receiptOf = (task) => (one) => {
    const about = task.doneWhen.find((criterion) => criterion.id === one.criterion)
    const made = entry(address(one.url, one.name), [one.state, moment(one.at), ...one.facts], about ? 'Shows: ' + about.text : '', one.more)
    const output = of(task, 'file').find((file) => file._id === one.output)
    if (output) made.append('Output: ', link(output))
    return made
  }
  const bodyOf = (task) => {
    const body = element('div', undefined, 'body'), facts = element('dl')
    const dates = [['Created', task.createdAt], ['Begun', task.startedAt], ['Completed', task.completedAt], ['Changed', task.updatedAt], ['In the trash since', task.trashedAt]]
    const labels = task.labels.map((name) => '#' + name).join(' ')
    for (const [name, value] of [...task.facts, ['Labels', labels], ...dates.map(([name, at]) => [name, moment(at)])]) {
      if (!value) continue
      const shown = element('dd')
      shown.append(value === task.source ? address(value, value) : value)
      facts.append(element('dt', name), shown)
    }
    body.append(facts)
    if (task.description) body.append(element('p', task.description, 'text'))
    section(body, 'Done when', task.doneWhen.map(criterionOf))
    section(body, 'Links', [
      ...(task.partOf ? ['Part of ' + nameOf(task.partOf)] : []),
      ...(task.blockedBy ?? []).map((id) => 'Blocked by ' + nameOf(id)),
      ...tasks.filter((other) => other.blockedBy?.includes(task._id)).map((other) => 'Blocks ' + nameOf(other._id)),
      ...(task.related ?? []).map((id) => 'Related to ' + nameOf(id)),
      ...tasks.filter((other) => other.related?.includes(task._id) && !task.related?.includes(other._id)).map((other) => 'Related to ' + nameOf(other._id)),
      ...tasks.filter((other) => other.partOf === task._id).map((other) => 'Has the part ' + nameOf(other._id)),
    ])
    section(body, 'Reminders', task.reminders)
    section(body, 'Notes', of(task, 'note').map(noteOf))
    section(body, 'Files', of(task, 'file').map(link))
    section(body, 'Receipts', of(task, 'receipt').map(receiptOf(task)))
    section(body, 'Git', of(task, 'reference').map((one) => entry(address(one.url, one.name), [one.title, moment(one.at), ...one.facts])))
    section(body, 'History', of(task, 'event').map(({ at, by, words, was }) => entry(moment(at) + ' ' + by + ' ' + words, [], was ? 'Before: ' + was : '')))
    return body
  }
  const rowOf = (task) => {
    const row = element('details')
    const head = element('summary')
    head.append(element('span', '#' + task.number, 'number'), element('span', task.title, task.status === 'Completed' ? 'done' : ''))
    const facts = [task.state, task.priority, task.dueDate ? 'due ' + day(task.dueDate) : '', ...task.labels.map((name) => '#' + name)]
    head.append(element('span', facts.filter(Boolean).join(' · '), 'facts'))
    row.append(head)
    row.addEventListener('toggle', () => row.childElementCount === 1 && row.append(bodyOf(task)))
    return row
  }

  const list = document.getElementById('tasks'), more = document.getElementById('more')
  let found = [], shown = 0
  const showMore = () => {
    list.append(...found.slice(shown, shown + shownAtOnce).map(rowOf))
    shown += shownAtOnce
    more.hidden = shown >= found.length
  }
  const find = () => {
    const words = fold(search.value).split(/\s+/).filter(Boolean)
    const isState = (task) =>
      status.value === '' ? task.state !== 'Trash' : status.value === 'Open' ? !['Completed', 'Trash'].includes(task.state) : task.state === status.value
    found = tasks.filter(
      (task) =>
        isState(task) &&
        (!priority.value || task.priority === priority.value) &&
        (!label.value || task.labels.includes(label.value)) &&
        isInSpan(task) &&
        words.every((word) => wordsOf(task).includes(word)),
    )
    found.sort(orders[sort.value])
    document.getElementById('count').textContent = found.length + (found.length === 1 ? ' task' : ' tasks')
    shown = 0
    list.replaceChildren()
    showMore()
  }
  search.addEventListener('input', find)
  for (const select of [status, priority, label, sort, from, to]) select.addEventListener('change', find)
  date.addEventListener('change', () => {
    for (const end of [from, to]) end.parentElement.hidden = !date.value
    find()
  })
  search.form.addEventListener('submit', (event) => event.preventDefault())
  more.addEventListener('click', showMore)
  window.addEventListener('beforeprint', () => {
    while (!more.hidden) showMore()
  })
  for (const [name, kind] of [['Saved views', 'view'], ['Labels', 'label'], ['Settings', 'settings']]) {
    const part = element('details'), body = element('div', undefined, 'body')
    part.append(element('summary', name))
    for (const { name, text } of rest[kind]) body.append(element('h2', name), element('pre', text))
    if (!rest[kind].length) body.append(element('p', 'None', 'quiet'))
    part.append(body)
    document.getElementById('rest').append(part)
  }
  find()
}`
