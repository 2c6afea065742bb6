import type { TraceLine } from '@belay/api'
import type { AttachmentId } from '@belay/trace'
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

describe('hooks of one name', () => {
  it('have the numbers of their order, also at points where only one of them stands', () => {
    const lines = [
      line({ hook: 'guard', hookId: 'att_2' }),
      line({ hook: 'guard', hookId: 'att_1' }),
      line({ hook: 'other', hookId: 'att_3' }),
      line({ hook: 'guard', hookId: 'att_2', point: 'tools.after' }),
    ]
    const attached = ['att_1', 'att_2'].map((id) => ({
      id: id as AttachmentId,
      name: 'guard',
      source: 'library' as const,
      version: 'v1',
      error: null,
    }))
    const text = traceText({ session: 'ses_1', turn: null, lines, attached }, 200)
    expect(text.slice(3).map((row) => row.trim().replace(/ {2}.*/, ''))).toEqual([
      'guard #2',
      'guard #1',
      'other',
      'guard #2',
    ])
  })
})

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
