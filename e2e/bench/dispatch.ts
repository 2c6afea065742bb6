/**
 * What asking a point costs with 0, 1 and 8 hooks in process, beside a plain loop over the same functions and tapable's
 * AsyncSeriesBailHook, in one run. Nanoseconds an event: the median of rounds. The ratios are what counts.
 */
import { askPoint, type Hook, type HookFacts, type PointAsking, type VerdictSink } from '@belay/hooks'
import { callId } from '@belay/trace'
import tapable from 'tapable'

const ROUNDS = 15
const CALLS = 20_000

export const event = { call: { id: callId('call_1'), name: 'run', args: { command: 'ls -la' } } }
const clock = { now: () => performance.now(), after: () => () => undefined }
export const facts: HookFacts = {
  turn: 1,
  step: 1,
  pass: 1,
  promptTokens: null,
  turnTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  sessionTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  budget: null,
  model: 'm',
  provider: 'p',
  agent: 'main',
  composition: 'c',
  sessionId: 's',
  turnId: 't',
  program: null,
  workspace: '/',
  incoming: '',
  system: '',
  projectInstructions: '',
  outputSchema: null,
  skills: [],
  spawned: false,
  dryRun: false,
  maxIterations: 50,
  toolCalls: 0,
}

/** Looks at the call and passes: what a guard does nearly always. */
function judge(call: typeof event.call): string | undefined {
  return call.args.command.includes('rm -rf') ? 'block' : undefined
}

function hooks(count: number): readonly Hook[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `h${index}`,
    name: `h${index}`,
    source: 'library',
    points: ['tools.before'],
    mode: 'enforce',
    onFailure: 'open',
    timeoutMs: 30_000,
    recheck: false,
    observe: false,
    version: 'v',
    unavailable: null,
    skips: () => null,
    ask: () => judge(event.call),
  }))
}

/** Keeps every verdict, as a log in memory would. */
function recorder(): VerdictSink {
  const ring = new Array<unknown>(64)
  let next = 0
  return {
    asked: () => 'span',
    verdict: (entry) => {
      ring[next++ & 63] = entry
    },
  }
}

function asking(count: number, sink: VerdictSink | null): PointAsking<'tools.before'> {
  return {
    point: 'tools.before',
    event,
    hooks: hooks(count),
    facts,
    policy: { rewrites: 'first', stopAtFirstBlock: false },
    clock,
    signal: new AbortController().signal,
    sink,
    lastAnswers: null,
  }
}

type Once = () => unknown

async function nanoseconds(once: Once, awaited: boolean): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    if (awaited) for (let call = 0; call < CALLS; call++) await once()
    else for (let call = 0; call < CALLS; call++) once()
    rounds.push(((performance.now() - startedMs) * 1e6) / CALLS)
  }
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
}

function plainLoop(count: number): Once {
  const functions = Array.from({ length: count }, () => judge)
  return () => {
    for (const each of functions) if (each(event.call) !== undefined) return 'block'
    return null
  }
}

function tapableSeries(count: number): Once {
  const hook = new tapable.AsyncSeriesBailHook<[typeof event.call], string | undefined>(['call'])
  for (let index = 0; index < count; index++) hook.tap(`h${index}`, (call) => judge(call))
  return () => hook.promise(event.call)
}

export async function benchDispatch(): Promise<void> {
  console.log('\nAsking tools.before, ns an event (median of 15 rounds of 20,000)\n')
  console.log(
    'hooks | plain loop | tapable, awaited | askPoint | askPoint, awaited | every verdict recorded | recorded : tapable',
  )
  for (const count of [0, 1, 8]) {
    const bare = asking(count, null)
    const recorded = asking(count, recorder())
    const loop = await nanoseconds(plainLoop(count), false)
    const peer = await nanoseconds(tapableSeries(count), true)
    const sync = await nanoseconds(() => askPoint(bare), false)
    const awaited = await nanoseconds(() => askPoint(bare), true)
    const full = await nanoseconds(() => askPoint(recorded), false)
    const row = [count, loop, peer, sync, awaited, full].map((value) => Math.round(value).toLocaleString('en'))
    console.log(`${row.join(' | ')} | ${(full / peer).toFixed(1)} : 1`)
  }
  console.log('\nAimed at: eight hooks with every verdict recorded under 3,000 ns.')
}
