/** A session is called by the first line of its first prompt until a person gives it a name. */
export const UNTITLED = 'New session'

const MOST_GRAPHEMES = 60

export function shortTitle(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0]?.trim() ?? ''
  if (line === '') return UNTITLED
  const graphemes = [...new Intl.Segmenter().segment(line)].map((part) => part.segment)
  return graphemes.length <= MOST_GRAPHEMES ? line : `${graphemes.slice(0, MOST_GRAPHEMES - 1).join('')}…`
}
