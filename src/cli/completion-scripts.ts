export const shells = ['bash', 'zsh', 'fish'] as const

/**
 * The scripts ask `taskdeck completion --words` for what can follow, so that they need not change with the commands. Its lines contain texts of
 * the server. They are read as data: no shell expands them, as `compgen -W` does.
 */
export const scripts: Record<(typeof shells)[number], string> = {
  bash: `_taskdeck() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    line="\${line%%$'\\t'*}"
    if [[ "$line" == "$word"* ]]; then COMPREPLY+=("$line"); fi
  done < <(taskdeck completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ \${#COMPREPLY[@]} -eq 0 ]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _taskdeck taskdeck`,
  zsh: `#compdef taskdeck
_taskdeck() {
  local -a found
  local line
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(taskdeck completion --words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe taskdeck found; else _files; fi
}
if [ "$funcstack[1]" = "_taskdeck" ]; then _taskdeck "$@"; else compdef _taskdeck taskdeck; fi`,
  fish: `function __taskdeck_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found (taskdeck completion --words -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    string join \\n -- $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c taskdeck -f -a '(__taskdeck_words)'`,
}
