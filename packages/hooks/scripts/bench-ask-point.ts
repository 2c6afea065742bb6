/** Prints what asking a point costs: `npx tsx packages/hooks/scripts/bench-ask-point.ts`. */
import type { Clock } from '@belay/trace'
import { askPoint, type Hook, type VerdictSink } from '../src/index'
import { EVENTS, FACTS } from '../src/testing/asking'

const clock: Clock = { now: () => performance.timeOrigin + performance.now(), after: () => () => undefined }
const recorded: unknown[] = []
const sink: VerdictSink = {
  asked: () => 'span',
  verdict: (entry) => {
    recorded.push(entry)
    if (recorded.length > 10_000) recorded.length = 0
  },
}
const event = EVENTS['tools.before']
const { signal } = new AbortController()

function hook(index: number, answer: () => unknown): Hook {
  return {
    id: `h${index}`,
    name: `hook-${index}`,
    source: 'library',
    points: ['tools.before'],
    mode: 'enforce',
    onFailure: 'open',
    timeoutMs: 30_000,
    recheck: false,
    observe: false,
    version: 'v1',
    unavailable: null,
    skips: () => null,
    ask: answer,
  }
}

function measure(name: string, hooks: readonly Hook[], withSink: boolean): void {
  const asking = {
    point: 'tools.before',
    event,
    hooks,
    facts: FACTS,
    policy: { rewrites: 'first', stopAtFirstBlock: false },
    clock,
    signal,
    sink: withSink ? sink : null,
    lastAnswers: null,
  } as const
  const runs = 200_000
  for (let i = 0; i < runs / 4; i++) askPoint(asking)
  const samples: number[] = []
  for (let round = 0; round < 7; round++) {
    const start = performance.now()
    for (let i = 0; i < runs; i++) askPoint(asking)
    samples.push(((performance.now() - start) * 1e6) / runs)
  }
  samples.sort((a, b) => a - b)
  console.log(`${name.padEnd(48)} ${samples[3]?.toFixed(0).padStart(8)} ns`)
}

const eight = (answer: () => unknown) => Array.from({ length: 8 }, (_, i) => hook(i, answer))
measure('no hooks', [], true)
measure(
  '8 hooks elsewhere',
  eight(() => undefined).map((h) => ({ ...h, points: ['session.end'] as const })),
  true,
)
measure('1 hook defers, recorded', [hook(0, () => undefined)], true)
measure(
  '8 hooks defer, not recorded',
  eight(() => undefined),
  false,
)
measure(
  '8 hooks defer, recorded',
  eight(() => undefined),
  true,
)
const note = { decision: 'pass', notes: ['x'] }
measure(
  '8 hooks give a note, recorded',
  eight(() => note),
  true,
)
const rewrite = { args: { x: 1 } }
measure(
  '8 hooks rewrite, recorded',
  eight(() => rewrite),
  true,
)
