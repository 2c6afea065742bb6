import { describe, expect, it } from 'vitest'
import { EditLine } from './edit-line'

/** Work that ends when it is let. */
function held(name: string, told: string[]) {
  let end: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async () => {
    told.push(`${name} begins`)
    await promise
    told.push(`${name} ends`)
  }
  return { work, let: () => end() }
}

describe('the line of edits and steps', () => {
  it('lets a step wait for an edit that is under way', async () => {
    const told: string[] = []
    const line = new EditLine()
    const [detach, undo] = [held('detach', told), held('undo', told)]
    const first = line.edit(detach.work)
    const second = line.step(undo.work)
    undo.let()
    detach.let()
    await Promise.all([first, second])
    expect(told).toEqual(['detach begins', 'detach ends', 'undo begins', 'undo ends'])
  })

  it('lets edits go on beside each other, and wait for a step', async () => {
    const told: string[] = []
    const line = new EditLine()
    const [one, two] = [held('one', told), held('two', told)]
    const [undo, three] = [held('undo', told), held('three', told)]
    const all = [line.edit(one.work), line.edit(two.work), line.step(undo.work), line.edit(three.work)]
    for (const work of [three, undo, two, one]) work.let()
    await Promise.all(all)
    expect(told.slice(0, 2)).toEqual(['one begins', 'two begins'])
    expect(told.slice(4)).toEqual(['undo begins', 'undo ends', 'three begins', 'three ends'])
  })

  it('goes on after what failed', async () => {
    const line = new EditLine()
    const failed = line.edit(() => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(await line.step(() => Promise.resolve('undone'))).toBe('undone')
  })
})
