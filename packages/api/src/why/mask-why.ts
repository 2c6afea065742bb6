/** An explanation as it is shown: arguments and values are kept as they were, since turns go on with them; here no secret is shown. */
import { isJsonObject } from '@belay/hooks'
import type { CallWhy, ChainLink, PointChain } from '@belay/replay'
import type { JsonObject } from '@belay/trace'
import { type Mask, maskJson, maskText } from '../log/mask'

export function maskWhy(mask: Mask, why: CallWhy): CallWhy {
  const json = (value: CallWhy['asked']) => maskJson(mask, value)
  return {
    ...why,
    subject: mask(why.subject),
    sentence: mask(why.sentence),
    asked: json(why.asked),
    ran: json(why.ran),
    points: why.points.map((chain) => maskChain(mask, chain)),
    permission: why.permission === null ? null : { ...why.permission, sentence: mask(why.permission.sentence) },
    question: maskQuestion(mask, why.question),
    told: maskText(mask, why.told),
    context: why.context.map(({ hook, text }) => ({ hook, text: mask(text) })),
  }
}

function maskChain(mask: Mask, chain: PointChain): PointChain {
  return {
    ...chain,
    original: maskJson(mask, chain.original),
    final: maskJson(mask, chain.final),
    links: chain.links.map((link) => maskLink(mask, link)),
    otherwise: maskText(mask, chain.otherwise),
    sentence: mask(chain.sentence),
  }
}

/** The verdict was masked as it came on record. */
function maskLink(mask: Mask, link: ChainLink): ChainLink {
  return {
    ...link,
    sentence: mask(link.sentence),
    before: maskJson(mask, link.before),
    after: maskJson(mask, link.after),
    proposed: maskJson(mask, link.proposed),
  }
}

function maskQuestion(mask: Mask, asked: CallWhy['question']): CallWhy['question'] {
  if (asked === null) return null
  const { question, answer } = asked
  const call = { ...question.call, args: maskArgs(mask, question.call.args) }
  const changed = answer?.say === 'allow' && answer.args !== null
  return {
    question: { ...question, call },
    answer: changed ? { ...answer, args: maskArgs(mask, answer.args) } : answer,
  }
}

function maskArgs(mask: Mask, args: JsonObject): JsonObject {
  const masked = maskJson(mask, args)
  return isJsonObject(masked) ? masked : {}
}
