/** A word of a line that is offered to be pasted into a shell: whatever it holds, the shell reads it and nothing else. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}
