import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Calls, edit, editedSession, write } from '../testing/edits'
import { freshFolder } from '../testing/world'

const NAMES = ['a', 'deep/b', 'c']
type Files = Readonly<Record<string, string | null>>

const sessions = fc.record({
  /** Which of the files are there before the first turn. */
  there: fc.uniqueArray(fc.constantFrom('a', 'c')),
  /** A turn is the files that it touches, in order. */
  turns: fc.array(fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  back: fc.nat(),
})

/** What the turns do, and the files before each of them and after the last. */
function play(there: readonly string[], turns: readonly (readonly string[])[]) {
  let now: Files = Object.fromEntries(NAMES.map((name) => [name, there.includes(name) ? `${name} at first` : null]))
  const states: Files[] = [now]
  let count = 0
  const calls = turns.map((names): Calls => {
    const made = names.map((name) => {
      count += 1
      const [before, after] = [now[name] ?? null, `${name} ${count}`]
      now = { ...now, [name]: after }
      return before === null ? write(name, after) : edit(name, before, after)
    })
    states.push(now)
    return made
  })
  return { calls, states }
}

function readFiles(workspace: string): Files {
  const read = (name: string) => {
    const path = join(workspace, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  return Object.fromEntries(NAMES.map((name) => [name, read(name)]))
}

test('whatever turns did, putting back since one of them is what stood before it, and undone what stood after all', async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async ({ there, turns, back }) => {
      const workspace = freshFolder('work')
      for (const name of there) writeFileSync(join(workspace, name), `${name} at first`)
      const { calls, states } = play(there, turns)
      const at = await editedSession(calls, { workspace })
      const ids = []
      for (const _ of calls) ids.push(await at.turn())
      const from = back % calls.length
      const turn = ids[from]
      if (turn === undefined) throw new Error('no such turn')
      expect(readFiles(workspace)).toEqual(states.at(-1))
      if (turns.slice(from).every((names) => names.length === 0)) {
        await expect(at.belay.putBack(at.id, { turn, reach: 'since' })).rejects.toMatchObject({ code: 'conflict' })
        return
      }
      await at.belay.putBack(at.id, { turn, reach: 'since' })
      expect(readFiles(workspace)).toEqual(states[from])
      await at.belay.undoPutBack(at.id)
      expect(readFiles(workspace)).toEqual(states.at(-1))
    }),
    { numRuns: 12 },
  )
}, 60_000)
