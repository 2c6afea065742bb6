import { describe, expect, it } from 'vitest'
import { checkParams, type ParamsSchema } from './params'

const words: ParamsSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) =>
      typeof value === 'object' && value !== null && 'word' in value
        ? { value: { word: 'filled in' } }
        : { issues: [{ message: 'expected text', path: ['word', { key: 0 }] }, { message: 'and more' }] },
  },
}

describe('checkParams', () => {
  it('gives what the schema gives', async () => {
    expect(await checkParams(words, { word: 1 })).toEqual({ ok: true, params: { word: 'filled in' } })
  })

  it('names what does not fit, with its path', async () => {
    expect(await checkParams(words, {})).toEqual({ ok: false, message: 'word.0: expected text; and more' })
  })

  it('a hook without a schema takes none', async () => {
    expect(await checkParams(null, {})).toEqual({ ok: true, params: {} })
    expect(await checkParams(null, { word: 1 })).toEqual({
      ok: false,
      message: 'this hook takes no parameters, and was given word',
    })
  })
})
