import { attachmentId } from '@belay/trace'
import { expect, test } from 'vitest'
import { compositionOf } from '../testing/log-writer'
import { hookLabels } from './hook-labels'

test('hooks of one name are told apart by their place, others keep their name', () => {
  const [first, second] = compositionOf([
    { name: 'fence', points: ['tools.before'] },
    { name: 'judge', points: ['stop.done'] },
  ]).hooks
  if (first === undefined || second === undefined) throw new Error('two hooks were made')
  const labels = hookLabels([first, second, { ...first, id: attachmentId('att_other') }])
  expect([...labels.values()]).toEqual(['fence #1', 'judge', 'fence #2'])
})
