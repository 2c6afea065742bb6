import type { Answer, Skill, T } from '@belay/hooks'

/** The prompt of agent.yaml, what the reviewer can, the shape of its answer, and what the project itself wants said. */
export function build(t: T): Answer<'context.build'> {
  const parts = [t.system, `## Skills\n${t.skills.map(_line).join('\n')}`]
  if (t.outputSchema !== null) parts.push(`## The answer\n${JSON.stringify(t.outputSchema)}`)
  if (!t.spawned && t.projectInstructions !== '') parts.push(`## The project\n${t.projectInstructions}`)
  return { system: parts.join('\n\n') }
}

function _line({ name, description }: Skill): string {
  return `- ${name}: ${description}`
}
