import { createHash } from 'node:crypto'
import { viewer } from './viewer.ts'
import { viewerStyle } from './viewer-style.ts'

const script = `(${viewer})()`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is loaded from anywhere, and no other script runs, whatever the texts of tasks contain. */
const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; script-src ${hashOf(script)}; style-src ${hashOf(viewerStyle)}`

export const pageHead = (day: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Taskdeck on ${day}</title>
<style>${viewerStyle}</style>
</head>
<body>
<header><h1>Taskdeck</h1><p>As it was on ${day}. Times are in UTC.</p></header>
<main>
<form role="search">
<input type="search" aria-label="Search" placeholder="Search everything">
<select aria-label="Status"></select>
<select aria-label="Priority"></select>
<select aria-label="Label"></select>
<select aria-label="Date"></select>
<label hidden>from <input type="date"></label>
<label hidden>to <input type="date"></label>
<select aria-label="Sort"></select>
</form>
<p id="count" role="status"></p>
<div id="tasks"></div>
<button id="more" type="button" hidden>Show more</button>
<div id="rest"></div>
<noscript>Your browser does not run the script of this page. tasks.md and tasks.csv contain the same tasks.</noscript>
</main>
`

export const pageEnd = `<script>${script}</script>
</body>
</html>
`
