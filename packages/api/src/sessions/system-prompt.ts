/** What a model is told before anything else. */

/** `instructions` are those of the session's extensions. */
export function systemPrompt(workspace: string, instructions: readonly string[]): string {
  return [
    'You are a coding agent. You work in one folder with the tools that you are given.',
    `The workspace is ${workspace}. Paths are relative to it unless they are absolute.`,
    ...instructions,
    'A call may be refused or changed by a hook or by a person: read the result, and do not try the same call again unchanged.',
    'When you are done, say in a few words what you did and what is left.',
  ].join('\n')
}
