/**
 * What a hook's code threw, in words, as text that runs in the worker: the thread may have to say it before it is gone.
 * Promises: total, and of bounded length. `Complaint` is what is wrong with the file itself.
 */
export const THROWN_WORDS = `
/** What is thrown is the hook's own, getters and proxies included: none of them may throw once more. */
function failed(id, error) {
  const said = (read) => {
    try {
      const text = read()
      return typeof text === 'string' ? text : ''
    } catch {
      return ''
    }
  }
  const isError = said(() => (error instanceof Error ? 'yes' : '')) !== ''
  const name = said(() => (isError && !(error instanceof Complaint) ? error.name : ''))
  const message = said(() => (typeof error === 'object' && error !== null ? error.message : ''))
  const stack = said(() => (isError ? error.stack : ''))
  const sentence = message !== '' ? (name && name + ': ') + message : said(() => thrown(error, name)) || 'it threw a value that cannot be shown'
  return { id, ok: false, kind: 'threw', message: sentence.slice(0, 2000), stack: stack.slice(0, 8000) }
}

function thrown(error, name) {
  if (name !== '') return 'it threw ' + (/^[AEIOU]/.test(name) ? 'an ' : 'a ') + name + ' without a message'
  if (typeof error === 'string') return 'it threw ' + JSON.stringify(error)
  if (typeof error === 'function') return 'it threw a function'
  if (typeof error !== 'object' || error === null) return 'it threw ' + String(error)
  const text = JSON.stringify(error) ?? '{}'
  return 'it threw ' + (text === '{}' ? 'an object without a message' : text)
}
`
