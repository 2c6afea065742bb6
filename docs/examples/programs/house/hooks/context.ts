// What the model is given in every step.
import type { Answer, T } from '@belay/hooks'

export function build(t: T): Answer<'context.build'> {
  const skills = t.skills.map(({ name, description }) => `- ${name}: ${description}`)
  const parts = [t.system, '## House rules\nAnswer in one paragraph unless asked for more.']
  if (skills.length > 0) parts.push(`## Skills\n${skills.join('\n')}`)
  return { system: parts.join('\n\n') }
}
