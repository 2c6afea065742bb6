/** What each point is for, in words for the inspector and the menus. The rules themselves are in `@belay/hooks`. */
import type { PointId } from '@belay/trace'

export interface PointFacts {
  readonly asked: string
  readonly decides: string
  readonly otherwise: string
}

export const POINT_FACTS: Readonly<Record<PointId, PointFacts>> = {
  'session.start': {
    asked: 'Once, before the first turn after a session was loaded.',
    decides: 'It may give context.',
    otherwise: 'Nothing happens.',
  },
  'guard.onInput': {
    asked: 'Once for each input, before the next model call.',
    decides: 'It may rewrite the message or reject it.',
    otherwise: 'The message goes in as it is.',
  },
  'memory.keep': {
    asked: 'Every step, first of all.',
    decides: 'It may edit the history that requests are built from.',
    otherwise: 'The built-in cuts keep the history within the window.',
  },
  'memory.summarize': {
    asked: 'Once per compression, before any history is sent.',
    decides: 'It may set the prompt that the summarizer runs on, or cancel.',
    otherwise: 'The built-in prompt is used.',
  },
  'context.build': {
    asked: 'Every step.',
    decides: 'It may patch the request, or replace it.',
    otherwise: 'The request is built from the history and the tools.',
  },
  'model.choose': {
    asked: 'Every step, after the request was built.',
    decides: 'It may pick another model.',
    otherwise: 'The model of the session is used.',
  },
  'errors.on': {
    asked: 'Once for each failed model call.',
    decides: 'It may retry, switch the model or give up.',
    otherwise: 'Rate limits and overload are waited out.',
  },
  'stop.done': {
    asked: 'After every reply.',
    decides: 'It may end the turn, answer, or send the model back.',
    otherwise: 'The turn ends when the model asks for no tool.',
  },
  'tools.before': {
    asked: 'Before every tool call.',
    decides: 'It may block the call, rewrite it, ask you, allow it, or answer in its place.',
    otherwise: 'Permissions decide.',
  },
  'tools.after': {
    asked: 'After every result, a refusal included.',
    decides: 'It may replace what the model reads, or add context.',
    otherwise: 'The model reads the result as it is.',
  },
  'guard.onOutput': {
    asked: 'Once, on the answer of a turn.',
    decides: 'It may rewrite what is kept, or reject it.',
    otherwise: 'The answer is kept as it is.',
  },
  'agent.start': {
    asked: 'When a child session is spawned.',
    decides: 'It may give context.',
    otherwise: 'Nothing happens.',
  },
  'agent.stop': {
    asked: 'When a child session is about to stop.',
    decides: 'It may end it, answer, or send it back.',
    otherwise: 'The child stops.',
  },
  'session.end': {
    asked: 'When a session is closed.',
    decides: 'Nothing: it may look.',
    otherwise: 'Nothing happens.',
  },
}
