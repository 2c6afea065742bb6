import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtures, jsonLines, makePlace, type Place } from '../testing/belay'

let place: Place
beforeEach(() => {
  place = makePlace()
  writeFileSync(join(place.workspace, 'notes.txt'), 'one\n')
})
afterEach(() => place.remove())

const at = (name: string) => join(place.workspace, name)

async function edited(): Promise<string> {
  const model = `scripted/${join(fixtures, 'scripts', 'two-edits.yaml')}`
  const { stdout } = await place.belay(['run', 'go', '--model', model, '--permission', 'auto', '--json'])
  return String(jsonLines(stdout).at(-1)?.session)
}

describe('belay put-back', () => {
  it('says what it would do and changes nothing with --dry-run', async () => {
    const session = await edited()
    const { code, stdout } = await place.belay(['put-back', session, '--dry-run'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'notes.txt: edited; would be put back',
        'new.txt: created; would be removed',
        'Not kept, so not put back, is what these may have changed:',
        '  true',
        'Nothing was changed: this is a dry run.\n',
      ].join('\n'),
    })
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('two\n')
    const json = await place.belay(['put-back', session, '--dry-run', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ now: 'as_left' }, { now: 'as_left' }], unseen: ['true'] })
  })

  it('puts the last turn back, and takes that back', async () => {
    const session = await edited()
    expect(await place.belay(['put-back', session])).toEqual({
      code: 0,
      stdout: 'notes.txt: put back\nnew.txt: removed\n',
      stderr: '',
    })
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('one\n')
    expect(existsSync(at('new.txt'))).toBe(false)
    const undone = await place.belay(['put-back', session, '--undo', '--json'])
    expect(undone.code).toBe(0)
    expect(JSON.parse(undone.stdout)).toMatchObject({ type: 'files.put_back', undo: true })
    expect(readFileSync(at('new.txt'), 'utf8')).toBe('new\n')
  })

  it('exits with 1 where a file had to be left, and with 0 where --overwrite takes it', async () => {
    const session = await edited()
    writeFileSync(at('notes.txt'), 'mine\n')
    expect(await place.belay(['put-back', session, '--turn', '1', '--since'])).toMatchObject({
      code: 1,
      stdout: 'notes.txt: left, it was changed since\nnew.txt: removed\n',
    })
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine\n')
    expect(await place.belay(['put-back', session, '--overwrite'])).toMatchObject({
      code: 0,
      stdout: 'notes.txt: put back\nnew.txt: left, it is as it was\n',
    })
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('one\n')
  })

  it('says in one sentence what it cannot do', async () => {
    const session = await edited()
    expect(await place.belay(['put-back', session, '--turn', '7'])).toMatchObject({
      code: 2,
      stderr: `belay: Session ${session} has no turn 7; it has 1.\n`,
    })
    expect(await place.belay(['put-back', session, '--undo'])).toMatchObject({
      code: 1,
      stderr: 'belay: Nothing was put back in this session that could be taken back.\n',
    })
    expect((await place.belay(['put-back', session, '--undo', '--since'])).code).toBe(2)
    expect((await place.belay(['put-back', 'ses_none'])).code).toBe(2)
  })
})
