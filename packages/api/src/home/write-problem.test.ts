import { describe, expect, it } from 'vitest'
import { toldProblem, writeProblem, writing } from './write-problem'

const coded = (code: string) => Object.assign(new Error('as the system says it'), { code })

describe('what could not be written', () => {
  it.each([
    ['SQLITE_BUSY', /^The database is locked by another program\. Kept\. Try again once/],
    ['SQLITE_BUSY_SNAPSHOT', /^The database is locked/],
    ['SQLITE_FULL', /^The disk is full\. Kept\. Make some room/],
    ['SQLITE_READONLY_DBMOVED', /^The file system can only be read/],
    ['ENOSPC', /^The disk is full\. Kept\. Make some room/],
    ['EDQUOT', /^This user has used up what it may have of the disk\. Kept\. Make some room/],
    ['EROFS', /^The file system can only be read\. Kept\. Make it writable/],
    ['EACCES', /^This user may not write there\. Kept\. Look at who owns/],
    ['EPERM', /^This user may not write there/],
    ['EISDIR', /^Where the file should be is a folder/],
  ])('%s is said in a sentence', async (code, sentence) => {
    const problem = writeProblem(coded(code))
    if (problem === null) throw new Error('nothing is known of it')
    expect(toldProblem(problem, 'Kept.')).toMatch(sentence)
    const failing = writing('Kept.', () => Promise.reject(coded(code)))
    await expect(failing).rejects.toThrow(sentence)
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is found behind what wraps it', () => {
    expect(writeProblem(new Error('query failed', { cause: coded('SQLITE_FULL') }))?.what).toBe('The disk is full')
  })

  it('stays a mistake of ours where nothing is known of it', async () => {
    expect(writeProblem(coded('EWHATEVER'))).toBeNull()
    expect(writeProblem('text')).toBeNull()
    await expect(writing('Kept.', () => Promise.reject(new TypeError('oh')))).rejects.toThrow(TypeError)
  })
})
