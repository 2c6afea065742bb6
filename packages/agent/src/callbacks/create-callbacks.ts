/**
 * What hooks may ask of the session that they are asked in. Promises: a refusal is a sentence; nothing goes on after what
 * asked for it has ended. Shape, mode and time were looked at before a request comes here.
 */
import type { CallbackAsker, CallbackRequest, CallbackSource } from '@belay/hooks'
import type { Json } from '@belay/trace'
import { editView } from '../edit-view'
import type { Stage } from '../stage'
import { planEdit, readHistory } from './history'
import { answerLlm } from './llm'
import { readStore, writeStore } from './store'
import { callTool } from './tool'

export function createCallbacks(stage: Stage): CallbackSource {
  return (asker) =>
    async (request, signal = asker.signal) => {
      const until = AbortSignal.any([signal, stage.over])
      if (stage.over.aborted)
        throw new Error('the session goes on without this hook: what it was asked about has ended')
      return answer(stage, { asker, request, until })
    }
}

interface Asked {
  readonly asker: CallbackAsker
  readonly request: CallbackRequest
  readonly until: AbortSignal
}

async function answer(stage: Stage, { asker, request, until }: Asked): Promise<Json> {
  switch (request.do) {
    case 'llm':
      return { ...(await answerLlm(stage, { ...request, asker, until })) }
    case 'tool':
      return { ...(await callTool(stage, { ...request, asker, until })) }
    case 'store.get':
      return readStore(stage.ports.hookStore, ownerOf(stage, asker), request.key)
    case 'store.set':
      return writeStore(stage.ports.hookStore, ownerOf(stage, asker), request)
    case 'history.tail':
    case 'history.get':
    case 'history.tags':
      return readHistory(stage.view.items(), request)
    case 'history.rewind':
    case 'history.expand':
    case 'history.collapse': {
      const edit = planEdit(stage.view, request)
      if (edit !== null) editView(stage, edit, asker.hook.name)
      return null
    }
  }
}

function ownerOf({ setup }: Stage, { hook, scratch }: CallbackAsker) {
  return { hook, scratch, program: setup.program }
}
