import type { TraceLine } from '@belay/api'
import { describe, expect, it } from 'vitest'
import { traceText } from './trace'

const line = (parts: Partial<TraceLine>): TraceLine => ({
  ...{ point: 'tools.before', hook: null, mode: null, asked: 9, default: 9, failures: 9, medianMs: 1, p95Ms: 2 },
  ...{ decisions: {}, lastFailures: [], lastFailureSeqs: [] },
  ...parts,
})
const failed = (...seqs: number[]) => ({ lastFailures: seqs.map((seq) => `no ${seq}`), lastFailureSeqs: seqs })

function failuresOf(lines: readonly TraceLine[]): readonly string[] {
  const text = traceText({ session: 'ses_1', turn: null, lines }, 200)
  return text.slice(text.indexOf('last failures:') + 1)
}

describe('the last failures of a trace', () => {
  it('are told once each, not for the point and for the hook', () => {
    const both = failed(4, 5, 6)
    expect(failuresOf([line(both), line({ hook: 'guard', ...both })])).toEqual([
      '  guard at tools.before: no 4',
      '  guard at tools.before: no 5',
      '  guard at tools.before: no 6',
    ])
  })

  it('are the last three of a hook, at however many points it stands', () => {
    const lines = [
      line({ hook: 'guard', ...failed(1, 5, 6) }),
      line({ hook: 'guard', point: 'tools.after', ...failed(2, 3, 7) }),
      line({ hook: 'other', ...failed(4) }),
    ]
    expect(failuresOf(lines)).toEqual([
      '  guard at tools.before: no 5',
      '  guard at tools.before: no 6',
      '  guard at tools.after: no 7',
      '  other at tools.before: no 4',
    ])
  })

  it('are not spoken of where there are none', () => {
    expect(traceText({ session: 'ses_1', turn: null, lines: [line({})] }, 200)).not.toContain('last failures:')
  })
})
