/** Shaping sessions from the shell: a server in this process holds the home, and a page of it watches. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookSpec, Operations } from '@belay/api'
import type { EventOf, SessionId, TraceEvent } from '@belay/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'
import { servePlace } from '../testing/serve-place'

const place = makePlace()
let belay: Operations
let close: () => Promise<void>
/** What an open page is: a client with a subscription. */
let page: Operations

beforeAll(async () => {
  const served = await servePlace(place)
  belay = served.belay
  close = served.close
  page = await served.openPage()
})
afterAll(async () => {
  await page.close()
  await close()
  place.remove()
})

async function session(attach: readonly HookSpec[] = []): Promise<SessionId> {
  return (await belay.createSession({ workspace: place.workspace, attach })).id
}

const hooksOf = async (id: SessionId) => (await belay.composition(id)).hooks
const namesOf = async (id: SessionId) => (await hooksOf(id)).map((hook) => hook.name)

/** The next event of the type that a subscription brings which is live by then. */
async function watch<T extends TraceEvent['type']>(id: SessionId, type: T): Promise<() => Promise<EventOf<T>>> {
  const stop = new AbortController()
  const batches = page.events(id, 0, stop.signal)[Symbol.asyncIterator]()
  const read = async () => {
    const { value } = await batches.next()
    return value ?? expect.fail('the subscription ended')
  }
  for (let batch = await read(); !batch.live; ) batch = await read()
  return async () => {
    for (;;) {
      const found = (await read()).events.find((event: TraceEvent): event is EventOf<T> => event.type === type)
      if (found === undefined) continue
      stop.abort()
      return found
    }
  }
}

const ok = (stdout: string) => ({ code: 0, stdout, stderr: '' })
const wrong = (sentence: string) => ({ code: 2, stdout: '', stderr: `belay: ${sentence}\n` })

describe('what the command line changes', () => {
  it('shows in an open page at once, and what the page changes shows in the command line', async () => {
    const id = await session()
    const next = await watch(id, 'composition.changed')
    const attached = await place.belay(['attach', id, 'block-commands'])
    expect(attached).toEqual(ok('block-commands is attached at tools.before, place 1 of 1.\n'))
    expect(await next()).toMatchObject({ kind: 'edit', name: 'attach block-commands' })
    const [block] = await hooksOf(id)
    await page.changeAttachment(id, block?.id ?? expect.fail('nothing attached'), { mode: 'shadow' })
    const { stdout } = await place.belay(['sessions', 'show', id])
    expect(stdout).toContain('  1 block-commands  shadow, at tools.before, on failure open')
    expect(await place.belay(['undo', id])).toEqual(ok('Undone: set block-commands to shadow\n'))
    await page.undo(id)
    expect(await place.belay(['redo', id])).toEqual(ok('Redone: attach block-commands\n'))
    expect(await namesOf(id)).toEqual(['block-commands'])
  })
})

describe('belay attach', () => {
  it('puts hooks with parameters where they were wanted, in their order', async () => {
    const id = await session([{ hook: 'ask-before' }])
    const args = ['add-context:{"text":"Mind the gap."}', 'block-commands', '--position', '1', '--shadow']
    const { code, stdout } = await place.belay(['attach', id, ...args, '--on-failure', 'closed', '--json'])
    const { attached, detached, composition } = JSON.parse(stdout)
    expect({ code, detached }).toEqual({ code: 0, detached: [] })
    expect(composition).toEqual(await belay.composition(id))
    expect(attached).toEqual(composition.hooks.slice(0, 2))
    expect(attached).toMatchObject([
      { name: 'add-context', mode: 'shadow', onFailure: 'closed', params: { text: 'Mind the gap.' } },
      { name: 'block-commands', mode: 'shadow', onFailure: 'closed' },
    ])
  })

  it('stands only at the points that are named', async () => {
    const id = await session()
    expect((await place.belay(['attach', id, 'add-context', '--at', 'context.build'])).code).toBe(0)
    expect((await hooksOf(id))[0]?.points).toEqual(['context.build'])
  })

  it('attaches all or nothing', async () => {
    const id = await session([{ hook: 'ask-before' }])
    const { hash } = await belay.composition(id)
    const args = ['add-context', 'block-commands', 'block-commands:{"patterns":5}']
    const { code, stderr } = await place.belay(['attach', id, ...args])
    expect({ code, stderr }).toEqual({
      ...{ code: 2, stderr: expect.stringMatching(/^belay: The parameters of `block-commands` do not fit: patterns/) },
    })
    expect((await belay.composition(id)).hash).toBe(hash)
  })

  it('takes the hooks of a set or of another session, in one change', async () => {
    const from = await session([{ hook: 'add-context' }, { hook: 'block-commands', mode: 'shadow' }])
    const saved = await place.belay(['sets', 'save', 'my two', from, '--description', 'Both.'])
    expect(saved).toEqual(ok('my two is saved: add-context, block-commands.\n'))
    const id = await session([{ hook: 'ask-before' }])
    expect(await place.belay(['attach', id, '--set', 'my two'])).toEqual(
      ok(
        'add-context is attached at guard.onInput, context.build, place 2 of 3.\n' +
          'block-commands is attached at tools.before, place 3 of 3, in shadow.\n',
      ),
    )
    const nothing = 'Nothing was changed: all of these hooks are attached already.\n'
    expect(await place.belay(['attach', id, '--from', from])).toEqual(ok(nothing))
    const replaced = await place.belay(['attach', id, '--from', from, '--replace'])
    expect(replaced).toEqual(ok('ask-before is not attached any more.\n'))
    expect((await place.belay(['undo', id])).code).toBe(0)
    expect(await namesOf(id)).toEqual(['ask-before', 'add-context', 'block-commands'])
  })
})

describe('belay detach and mode', () => {
  it('name a hook by its slug where it is attached once, and by its id', async () => {
    const id = await session([{ hook: 'add-context' }, { hook: 'block-commands' }])
    const [context] = await hooksOf(id)
    expect(await place.belay(['mode', id, 'block-commands', 'shadow'])).toEqual(
      ok('block-commands is in shadow from the next turn on.\n'),
    )
    expect((await place.belay(['mode', id, 'block-commands', 'shadow'])).stdout).toBe(
      'block-commands is in shadow already.\n',
    )
    const { stdout } = await place.belay(['mode', id, context?.id ?? '', 'off', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ session: id, attachment: context?.id, mode: 'off' })
    expect(await place.belay(['detach', id, 'block-commands'])).toEqual(
      ok('block-commands is not attached any more.\n'),
    )
    const detached = JSON.parse((await place.belay(['detach', id, context?.id ?? '', '--json'])).stdout)
    expect(detached).toEqual({
      session: id,
      detached: { ...context, mode: 'off' },
      composition: await belay.composition(id),
    })
  })

  it('ask for the id where a hook is attached twice, and list both', async () => {
    const id = await session([{ hook: 'ask-before' }, { hook: 'add-context' }, { hook: 'ask-before', mode: 'off' }])
    const [first, , last] = await hooksOf(id)
    const both = `${first?.id} (place 1, at tools.before, enforce), ${last?.id} (place 3, at tools.before, off)`
    const sentence = `ask-before is attached 2 times; name one by its id: ${both}.`
    expect(await place.belay(['detach', id, 'ask-before'])).toEqual(wrong(sentence))
    expect(await place.belay(['mode', id, 'ask-before', 'off'])).toEqual(wrong(sentence))
    expect(await hooksOf(id)).toHaveLength(3)
  })
})

describe('belay sets', () => {
  it('lists, shows, exports, deletes and imports', async () => {
    const from = await session([{ hook: 'block-commands', params: { patterns: ['git push'] } }, { hook: 'ask-before' }])
    await place.belay(['sets', 'save', 'no-push', from, '--hook', 'block-commands', '--json'])
    const listed = (await place.belay(['sets'])).stdout
    expect(listed).toMatch(/^set +from +hooks +what for\ncareful +built in +block-commands/)
    expect(listed).toMatch(/\nno-push +saved +block-commands\b/)
    const shown = (await place.belay(['sets', 'show', 'no-push'])).stdout
    expect(shown).toMatch(
      /^no-push\n\n {2}1 block-commands {2}enforce, at tools\.before, on failure open, \{"patterns":\["git push"\]/,
    )
    expect((await place.belay(['sets', 'export', 'no-push', '-o', 'no-push.json'])).stdout).toMatch(
      /^no-push is in \/.*no-push\.json\.\n$/,
    )
    const file = readFileSync(join(place.workspace, 'no-push.json'), 'utf8')
    expect((await place.belay(['sets', 'export', 'no-push'])).stdout).toBe(file)
    expect(await place.belay(['sets', 'delete', 'no-push'])).toEqual(ok('no-push is deleted.\n'))
    expect((await place.belay(['sets', 'import', 'no-push.json'])).stdout).toBe('no-push is saved: block-commands.\n')
    expect(await place.belay(['sets', 'import', 'no-push.json'])).toMatchObject({ code: 1 })
    const again = await place.belay(['sets', 'import', '-', '--replace', '--json'], file)
    expect(JSON.parse(again.stdout)).toMatchObject({ name: 'no-push', builtIn: false, missing: [] })
  })

  it('says which hooks of a file are not here', async () => {
    const text = '{"belay":"hook-set","version":1,"name":"theirs","hooks":[{"hook":"of-theirs"}]}'
    const { code, stdout, stderr } = await place.belay(['sets', 'import', '-'], text)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'theirs is saved: of-theirs.\n' })
    expect(stderr).toBe('There is no hook of-theirs here: the set can be attached once there is.\n')
    expect(await place.belay(['attach', await session(), '--set', 'theirs'])).toEqual(
      wrong('Nothing was attached: the set theirs needs `of-theirs`, which is not in the library here.'),
    )
  })
})

type Mistake = readonly [says: string, args: readonly string[], code: 1 | 2]

const mistakes: readonly Mistake[] = [
  [
    'There is no hook `block-comands`. Did you mean `block-commands`? `belay hooks list` shows all.',
    ['attach', 'S', 'block-comands'],
    2,
  ],
  ['Name hooks to attach, or a set with --set, or a session with --from.', ['attach', 'S'], 2],
  ['Name hooks to attach, or a set with --set, or a session with --from.', ['attach', 'S', 'x', '--set', 'careful'], 2],
  ['--replace goes with --set or --from.', ['attach', 'S', 'block-commands', '--replace'], 2],
  [
    '--shadow, --at, --position and --on-failure go with hooks: what a set has of them, it says itself.',
    ['attach', 'S', '--set', 'careful', '--shadow'],
    2,
  ],
  [
    'There is no set `carefull`. Did you mean `careful`? `belay sets` lists all.',
    ['attach', 'S', '--set', 'carefull'],
    2,
  ],
  [
    '`ask-before` cannot stand at stop.done; it can at tools.before.',
    ['attach', 'S', 'ask-before', '--at', 'stop.done'],
    2,
  ],
  ['There is no session ses_x. `belay sessions` lists all.', ['attach', 'ses_x', 'ask-before'], 2],
  ['There is no session ses_x. `belay sessions` lists all.', ['undo', 'ses_x'], 2],
  [
    '--position takes a whole number from 1 to 10000; "0" is not that.',
    ['attach', 'S', 'ask-before', '--position', '0'],
    2,
  ],
  ['ask-befor is not attached (did you mean ask-before?); attached: ask-before.', ['detach', 'S', 'ask-befor'], 2],
  ['"belay sets" has no command lst (did you mean list?); belay sets --help lists them.', ['sets', 'lst'], 2],
  ['There is nothing to undo: nobody has changed the hooks of this session.', ['undo', 'S'], 1],
  ['There is nothing to redo: nothing was undone since the last change.', ['redo', 'S'], 1],
  ['The set `careful` ships with Belay and cannot be deleted.', ['sets', 'delete', 'careful'], 1],
  ['There is no file nothing.json.', ['sets', 'import', 'nothing.json'], 2],
  [
    'broken.json: This is no set of hooks: `hooks.0.mode` must be one of enforce, shadow, off.',
    ['sets', 'import', 'broken.json'],
    2,
  ],
]

describe('a mistake', () => {
  const broken = '{"belay":"hook-set","version":1,"name":"x","hooks":[{"hook":"a","mode":"on"}]}'

  it.each(mistakes)('says: %s', async (says, args, code) => {
    writeFileSync(join(place.workspace, 'broken.json'), broken)
    const id = await session([{ hook: 'ask-before' }])
    const { hash } = await belay.composition(id)
    const ended = await place.belay(args.map((arg) => (arg === 'S' ? id : arg)))
    expect(ended).toEqual({ code, stdout: '', stderr: `belay: ${says}\n` })
    expect((await belay.composition(id)).hash).toBe(hash)
  })
})
