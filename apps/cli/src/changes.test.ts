import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes'

describe('changesBetween', () => {
  it('names the leaves that differ, that came and that went', () => {
    const was = { name: 'run', args: { command: 'rm -rf x', cwd: '.', list: [1, 2] } }
    const now = { name: 'run', args: { command: 'ls', list: [1, 3], env: null } }
    expect(changesBetween(was, now)).toEqual([
      { path: 'args.command', was: 'rm -rf x', now: 'ls' },
      { path: 'args.cwd', was: '.', now: undefined },
      { path: 'args.list', was: [1, 2], now: [1, 3] },
      { path: 'args.env', was: undefined, now: null },
    ])
  })

  it('is empty for equal values, and whole for values of another kind', () => {
    expect(changesBetween({ a: [1] }, { a: [1] })).toEqual([])
    expect(changesBetween('a', 'b')).toEqual([{ path: '', was: 'a', now: 'b' }])
    expect(changesBetween({ a: 1 }, null)).toEqual([{ path: '', was: { a: 1 }, now: null }])
  })
})
