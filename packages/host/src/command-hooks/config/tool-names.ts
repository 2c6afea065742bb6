/** Claude Code's names for tools, both ways: a hook that was written for it hears of the tools that it knows. */

const CLAUDE_NAMES: Readonly<Record<string, string>> = {
  run: 'Bash',
  'files.edit': 'Edit',
  'files.write': 'Write',
  'files.read': 'Read',
  'agents.spawn': 'Agent',
}
/** Names that Claude Code goes on understanding. */
const ALIASES: Readonly<Record<string, string>> = { Task: 'Agent' }
/** What other agents call the same tools: for those who took a matcher from there. */
const FOREIGN: Readonly<Record<string, string>> = {
  ...{ run_shell_command: 'Bash', shell: 'Bash', Shell: 'Bash', ShellTool: 'Bash', exec_command: 'Bash' },
  ...{ replace: 'Edit', edit: 'Edit', apply_patch: 'Edit', write_file: 'Write', read_file: 'Read' },
}

/** `Bash` for `run`; the call's own name where Claude Code has none for it. */
export function claudeName(tool: string): string {
  return own(CLAUDE_NAMES, tool) ?? tool
}

/** `run` for `Bash`; the name itself where it stands for no tool of ours. */
export function belayName(name: string): string {
  const asked = own(ALIASES, name) ?? name
  return Object.keys(CLAUDE_NAMES).find((tool) => CLAUDE_NAMES[tool] === asked) ?? name
}

/** All names by which a matcher may mean a tool that Claude Code calls so. */
export function namesFor(claude: string): readonly string[] {
  return [claude, ...Object.keys(ALIASES).filter((alias) => ALIASES[alias] === claude)]
}

/** The name that a hook hears instead of this one, which is ours or another agent's; null where there is none. */
export function renamed(name: string): string | null {
  return own(CLAUDE_NAMES, name) ?? own(FOREIGN, name) ?? null
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
