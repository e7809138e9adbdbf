/** The style of the page of an archive, which is a file of its own: it cannot use that of the web app. */
export const viewerStyle = `
:root { --text: #1b1b1f; --quiet: #62626c; --line: #dfdfe6; --ground: #f7f7f9; --card: #fff; --accent: #5746c9 }
@media (prefers-color-scheme: dark) {
  :root { --text: #ececf1; --quiet: #a5a5b0; --line: #34343c; --ground: #151519; --card: #1d1d22; --accent: #aa9cff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 1040px; margin: 0 auto; padding: 0 16px }
header { display: flex; align-items: baseline; gap: 12px; padding-top: 20px }
h1 { font-size: 22px; margin: 0 } h2 { font-size: 14px; margin: 16px 0 4px }
header p, #count, .facts, .quiet { color: var(--quiet); margin: 0 }
form { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 8px }
input, select, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 7px 10px; min-height: 40px }
input { flex: 1 1 240px; min-width: 0 } select { max-width: 100% }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
#tasks { margin: 12px 0; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow: hidden }
#tasks:empty { display: none }
details + details { border-top: 1px solid var(--line) }
summary { padding: 10px 14px; cursor: pointer; overflow-wrap: anywhere }
summary span { unicode-bidi: isolate }
summary .number { font-family: ui-monospace, monospace; color: var(--quiet); margin-right: 8px }
summary .done { color: var(--quiet); text-decoration: line-through }
summary .facts { display: block; font-size: 13px; padding-left: 18px }
.body { padding: 0 14px 14px 32px; overflow-wrap: anywhere }
.text { white-space: pre-wrap; margin: 0 0 8px }
ul { margin: 0; padding-left: 18px } a { color: var(--accent) }
#rest { margin: 16px 0 40px; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; margin: 0 0 12px } dt { color: var(--quiet) } dd { margin: 0 }
code { font-family: ui-monospace, monospace; font-size: 13px; background: var(--ground); border-radius: 4px; padding: 0 4px }
label { display: flex; align-items: center; gap: 6px; color: var(--quiet) } label[hidden] { display: none }
input[type="date"] { flex: none; color: var(--text) }
li { margin-bottom: 2px }
@media (max-width: 600px) { .body { padding-left: 14px } select, label { flex: 1 1 40% } }
@media print {
  :root { --text: #000; --quiet: #444; --line: #bbb; --ground: #fff; --card: #fff; --accent: #000 }
  form, #more, #rest { display: none }
  #tasks { border: 0; overflow: visible } summary { list-style: none; break-after: avoid }
}
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: 12px }
`
