/** What a container gets of this machine. */
import { sent } from './copies'
import { everyWord, operandsOf, type Touched, touching, valuesOf } from './touch'

type Args = readonly string[]

/** What a container is given of this machine; the other words are about its own disk. */
export function contained(args: Args): readonly Touched[] {
  const words = operandsOf(args)
  if (words.includes('exec')) return []
  if (words[0] === 'cp') return sent(args.slice(1), [])
  if (!words.includes('run') && !words.includes('create')) return everyWord(args)
  return [
    ...valuesOf(args, ['-v', '--volume']).map(ofVolume),
    ...valuesOf(args, ['--mount']).flatMap(ofMount),
    ...touching('read', valuesOf(args, ['--env-file'])),
  ]
}

/** `HERE:THERE:OPTIONS`. */
function ofVolume(volume: string): Touched {
  const [text = '', , options = ''] = volume.split(':')
  return { text, touch: options.split(',').includes('ro') ? 'read' : 'write' }
}

function ofMount(mount: string): readonly Touched[] {
  const text = /(?:^|,)(?:src|source)=([^,]+)/.exec(mount)?.[1]
  const isReadOnly = /(?:^|,)(?:ro|readonly)(?:=(?:true|1))?(?:,|$)/.test(mount)
  return text === undefined ? [] : [{ text, touch: isReadOnly ? 'read' : 'write' }]
}
