/**
 * What a hook may answer at which point, written out: an answer a row, a point a column. The cell is the decision of the
 * outcome. `no`: it is malformed, and does not compile. With a `*` it does not compile and counts all the same: TypeScript
 * asks for more than the pipeline does. `no!` is malformed and does compile: only its value is wrong. Tests read it at run
 * time and by the compiler.
 */
import type { PointId } from '@belay/trace'
import type { Snapshot } from '../snapshot'

type Answer = (t: Snapshot) => unknown

export const ANSWERS: { readonly [name: string]: Answer } = {
  nothing: () => undefined,
  null: () => null,
  'a number': () => 3,
  'a text': () => 'other',
  'an empty text': () => '',
  'a call': () => ({ args: { x: 1 } }),
  'a patch': () => ({ system: 'other' }),
  'a model': () => ({ model: 'm', provider: 'p' }),
  't.useDefault': (t) => t.useDefault,
  't.context': (t) => t.context('c'),
  't.note': (t) => t.note('n'),
  't.remind': (t) => t.remind('r'),
  't.halt': (t) => t.halt('h'),
  't.rewrite(text)': (t) => t.rewrite('other'),
  't.rewrite(call)': (t) => t.rewrite({ args: { x: 1 } }),
  't.rewrite(patch)': (t) => t.rewrite({ system: 'other' }),
  't.deny': (t) => t.deny('no'),
  't.reject': (t) => t.reject('no'),
  't.block': (t) => t.block('no'),
  't.ask': (t) => t.ask('sure?'),
  't.allow': (t) => t.allow(),
  't.answer': (t) => t.answer('42'),
  't.continue': (t) => t.continue(),
  't.done': (t) => t.done('enough'),
  't.askAgain': (t) => t.askAgain('And?'),
  't.retry': (t) => t.retry(3),
  't.switch': (t) => t.switch('p', 'm'),
  't.escalate': (t) => t.escalate(),
  't.handled': (t) => t.handled(),
}

export const COLUMNS: readonly PointId[] = [
  ...(['session.start', 'guard.onInput', 'memory.keep', 'memory.summarize', 'context.build', 'model.choose'] as const),
  ...(['errors.on', 'stop.done', 'tools.before', 'tools.after', 'guard.onOutput'] as const),
  ...(['agent.start', 'agent.stop', 'session.end'] as const),
]

const TABLE = `
answer           | s.start onInput keep     summarize build   choose  on       done      before  after   onOutput a.start a.stop    s.end
nothing          | pass    pass    handled  pass      pass    pass    pass     pass      pass    pass    pass     pass    pass      pass
null             | no      no      handled* no        no      no      no       continue  no      no      no       no      continue  no
a number         | no      no      handled* no        no      no      no       no        no      no      no       no      no        no
a text           | no      rewrite handled* rewrite   no      rewrite no       answer    no      rewrite rewrite  no      answer    no
an empty text    | no      no!     handled* no!       no      no!     no       no!       no      no!     no!      no      no!       no
a call           | no      no      handled* no        no      no      no       no        rewrite no      no       no      no        no
a patch          | no      no      handled* no        rewrite no      no       no        no      no      no       no      no        no
a model          | no      no      handled* no        no!     rewrite no       no        no      no      no       no      no        no
t.useDefault     | pass    pass    pass     pass      pass    pass    pass     pass      pass    pass    pass     pass    pass      pass
t.context        | pass    pass    pass     pass      pass    pass    pass     pass      pass    pass    pass     pass    pass      pass
t.note           | pass    pass    pass     pass      pass    pass    pass     pass      pass    pass    pass     pass    pass      pass
t.remind         | pass    pass    pass     pass      pass    pass    pass     pass      pass    pass    pass     pass    pass      pass
t.halt           | pass    pass    pass     pass      pass    pass    pass     pass      pass    pass    pass     pass    pass      pass
t.rewrite(text)  | no      rewrite no       rewrite   no      rewrite no       no        no      rewrite rewrite  no      no        no
t.rewrite(call)  | no      no      no       no        no      no      no       no        rewrite no      no       no      no        no
t.rewrite(patch) | no      no      no       no        rewrite no      no       no        no      no      no       no      no        no
t.deny           | no      block   no       block     no      no      no       block     block   block   block    no      block     no
t.reject         | no      block   no       block     no      no      no       block     block   block   block    no      block     no
t.block          | no      block   no       block     no      no      no       block     block   block   block    no      block     no
t.ask            | no      no      no       no        no      no      no       no        ask     no      no       no      no        no
t.allow          | no      no      no       no        no      no      no       no        allow   no      no       no      no        no
t.answer         | no      no      no       no        no      no      no       answer    answer  no      no       no      answer    no
t.continue       | no      no      no       no        no      no      no       continue  no      no      no       no      continue  no
t.done           | no      no      no       no        no      no      no       done      no      no      no       no      done      no
t.askAgain       | no      no      no       no        no      no      no       ask_again no      no      no       no      ask_again no
t.retry          | no      no      no       no        no      no      retry    no        no      no      no       no      no        no
t.switch         | no      no      no       no        no      no      switch   no        no      no      no       no      no        no
t.escalate       | no      no      no       no        no      no      escalate no        no      no      no       no      no        no
t.handled        | no      no      handled  no        no      no      no       no        no      no      no       no      no        no
`

export interface Cell {
  readonly answer: string
  readonly point: PointId
  /** The outcome's decision, or null where the answer is malformed. */
  readonly decision: string | null
  readonly compiles: boolean
}

export const CELLS: readonly Cell[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [answer = '', row = ''] = line.split('|').map((part) => part.trim())
    return row.split(/\s+/).flatMap((cell, index) => {
      const point = COLUMNS[index]
      if (point === undefined) return []
      const decision = cell.startsWith('no') ? null : cell.replace('*', '')
      return [{ answer, point, decision, compiles: cell === 'no!' || (decision !== null && !cell.endsWith('*')) }]
    })
  })
