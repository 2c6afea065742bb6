'use client'
/** A command as it ran: how it ended, what it printed, what it was given; and its call as a line for a shell. */
import { formatDuration } from '@belay/canvas'
import type { CommandFacts, SpanDetail, Verdict } from '@belay/trace'
import { SquareTerminal } from 'lucide-react'
import { sayError, sayQuietly } from '../../lib/errors'
import { bytesText, endText, oddities, warningOf } from '../../lib/view/command-words'
import { plainOutput } from '../../lib/view/plain-output'
import { shellLine } from '../../lib/view/shell-line'
import { FoldedText } from '../conversation/folded-text'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import styles from './command-ran.module.css'
import { Facts, Muted, Section } from './panel'

interface Props {
  readonly verdict: Verdict
  /** What is kept of it at length; null while it is fetched, or where nothing is. */
  readonly detail: SpanDetail | null
}

/** Lines of what it printed before it folds. */
const LINES = 12

export function CommandRan({ verdict, detail }: Props) {
  const { command } = verdict
  if (command === undefined) return <Muted>It was not started.</Muted>
  const payload = textOf(detail?.payload)
  return (
    <>
      <Warning text={warningOf(verdict)} />
      <Section title="Command" aside={payload === null ? null : <CopyShellLine command={command} payload={payload} />}>
        <FoldedText text={command.argv?.join('\n') ?? command.line} lines={LINES} />
        <Facts
          facts={[
            { name: 'Ended', value: <span data-testid="command-end">{endText(verdict)}</span> },
            { name: 'It took', value: formatDuration(verdict.durationMs) },
            ...command.places.map((place) => ({ name: 'Stands in', value: place })),
          ]}
        />
        {oddities(command).map((odd) => (
          <Muted key={odd}>{odd}</Muted>
        ))}
      </Section>
      <Printed title="Standard output" text={textOf(detail?.stdout) ?? command.stdout} bytes={command.stdoutBytes} />
      <Printed title="Standard error" text={textOf(detail?.stderr) ?? command.stderr} bytes={command.stderrBytes} />
      {payload === null ? null : (
        <Section title="What it was given" aside={<CopyButton label="Copy the payload" text={() => payload} />}>
          <FoldedText text={indented(payload)} lines={LINES} />
        </Section>
      )}
    </>
  )
}

export function Warning({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p className={styles.warning} role="status">
      <VerdictGlyph mark="failed" size={14} label="" />
      <span>{text}</span>
    </p>
  )
}

interface PrintedProps {
  readonly title: string
  readonly text: string
  readonly bytes: number
}

function Printed({ title, text, bytes }: PrintedProps) {
  return (
    <Section
      title={`${title} · ${bytesText(bytes)}`}
      aside={bytes === 0 ? null : <CopyButton label={`Copy ${title.toLowerCase()}`} text={() => text} />}
    >
      {bytes === 0 ? <Muted>Nothing.</Muted> : <FoldedText text={plainOutput(text)} lines={LINES} />}
    </Section>
  )
}

/** Nothing to copy of what was no program: an address is asked in other ways. */
export function CopyShellLine({ command, payload }: { readonly command: CommandFacts; readonly payload: string }) {
  const { state } = useOpenSession()
  if (/^https?:\/\//.test(command.line)) return null
  const workspace = state.session?.workspace ?? '/'
  const [line = '', ...args] = command.argv ?? [command.line]
  const copy = () =>
    navigator.clipboard
      .writeText(shellLine({ line, args: command.argv === undefined ? null : args, payload, workspace }))
      .then(() => sayQuietly('The call was copied as a line for a shell: it is done again where you paste it.'))
      .catch(sayError)
  return (
    <Button small onClick={copy}>
      <SquareTerminal size={13} />
      Copy as a shell line
    </Button>
  )
}

function textOf(value: SpanDetail[string] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    // Not kept as a whole.
    return payload
  }
}
