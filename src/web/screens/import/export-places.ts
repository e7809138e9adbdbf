/** Where people get a file of each program. */
export const exportPlaces: readonly (readonly [program: string, place: string])[] = [
  ['Todoist', 'Settings > Backups, as the ZIP; or a project > Export as CSV'],
  ['Trello', 'Menu of the board > Print, export and share > Export as JSON'],
  ['GitHub', 'gh issue list --state all --json number,title,body,labels,state,url,createdAt,closedAt,milestone'],
  ['GitLab', 'Issues > Export as CSV, which comes by mail'],
  ['Jira', 'Filters > Export > CSV (all fields), in English'],
  ['Linear', 'Settings > Import and export > Export CSV'],
  ['Taskwarrior', 'task export > tasks.json'],
  ['Vikunja', 'Settings > Export your data'],
  ['Super Productivity', 'Settings > Export data'],
  ['Kanboard', 'A project > Exports > Tasks, in English'],
  ['Calendars', 'The list of tasks as an .ics file'],
  ['Taskdeck', 'Settings > Your data > Download everything'],
]
