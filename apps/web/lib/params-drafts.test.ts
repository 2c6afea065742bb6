import { describe, expect, it } from 'vitest'
import { readParamsDraft } from './params-drafts'
import { placed } from './use-params-draft'

const kept = { base: { n: 3 }, draft: { n: '4' } }

describe('parameters that were written and not saved', () => {
  it('stand in the form while the hook has the parameters that they were written over', () => {
    expect(placed(kept, { n: 3 })).toEqual({ draft: { n: '4' }, aside: null })
  })

  it('are put aside once the parameters are others, and not lost', () => {
    expect(placed(kept, { n: 5 })).toEqual({ draft: null, aside: { n: '4' } })
  })

  it('are none where nothing is kept', () => {
    expect(placed(null, { n: 3 })).toEqual({ draft: null, aside: null })
  })

  it.each([
    ['as they were kept', JSON.stringify(kept), kept],
    ['nothing', null, null],
    ['what is no JSON', '{', null],
    ['what lacks its base', '{"draft":{}}', null],
    ['a list', '[]', null],
  ])('are read as far as they are whole: %s', (_, text, read) => {
    expect(readParamsDraft(text)).toEqual(read)
  })
})
