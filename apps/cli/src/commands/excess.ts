/** A default command gets whatever word is not a command: that word is a mistake, with a name near it. */
import type { Command } from 'commander'
import { usage } from '../failure'
import { didYouMean } from '../nearest'

export function refuseUnknown(command: Command): void {
  const [word] = command.args
  const parent = command.parent
  if (word === undefined || parent === null) return
  const path = parent.parent === null ? parent.name() : `${parent.parent.name()} ${parent.name()}`
  const names = parent.commands.map((one) => one.name())
  throw usage(`"${path}" has no command ${word}${didYouMean(word, names)}; ${path} --help lists them`)
}
