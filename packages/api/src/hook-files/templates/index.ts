/** A template for each point, in the order in which the loop visits them. */
import { POINTS } from '@belay/trace'
import type { HookTemplate } from '../../contract/hook-files'
import { AROUND_CALLS } from './around-calls'
import { AROUND_THE_MODEL } from './around-the-model'
import { AROUND_THE_TURN } from './around-the-turn'
import { templateText } from './template'

const PARTS = [...AROUND_CALLS, ...AROUND_THE_MODEL, ...AROUND_THE_TURN]

export const TEMPLATES: readonly HookTemplate[] = POINTS.flatMap((point) =>
  PARTS.filter((parts) => parts.point === point).map((parts) => ({
    point,
    title: parts.title,
    text: templateText(parts),
  })),
)
