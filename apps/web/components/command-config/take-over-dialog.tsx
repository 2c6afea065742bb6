'use client'
import type { CheckoutHook, CheckoutHooks } from '@belay/api'
/**
 * Hooks that stand in a checkout, for Claude Code or another agent, taken into the person's own file. Promises: shows each command and
 * each script that it names before anything is taken; the yes is bound to what was shown.
 */
import { showBlanks } from '@belay/trace'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sayQuietly, sentenceOf } from '../../lib/errors'
import { ScriptShown } from '../scripts/script-shown'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import { Field, TextInput } from '../ui/field'
import styles from './commands.module.css'
import { commandFileQuery, commandsApi } from './commands-api'

export function TakeOverDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [path, setPath] = useState('')
  const [found, setFound] = useState<CheckoutHooks | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const look = () => run(async () => setFound(await commandsApi.checkout(path.trim())))
  const take = (seen: CheckoutHooks) =>
    run(async () => {
      const { takenInto } = await commandsApi.takeOver(seen.path, seen.hash)
      await queries.invalidateQueries({ queryKey: commandFileQuery.queryKey })
      sayQuietly(`Taken over into ${takenInto}.`)
      onClose()
    })
  const some = found !== null && found.hooks.length > 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={680}
      title="Take over the hooks of a folder"
      description="Those that stand in its .claude, .codex, .gemini or .qwen settings. They run as you, in sessions of that folder alone, and only as they are now."
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {some ? (
            <Button tone="primary" disabled={busy} onClick={() => void take(found)}>
              I have looked: take over {found.hooks.length === 1 ? 'this command' : `these ${found.hooks.length}`}
            </Button>
          ) : null}
        </>
      }
    >
      <form
        className={styles.look}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <Field label="Folder" error={trouble ?? undefined}>
          {(field) => (
            <TextInput
              {...field}
              code
              placeholder="/home/you/src/project"
              value={path}
              onChange={({ target }) => {
                setPath(target.value)
                setFound(null)
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={busy || path.trim() === ''}>
          Look
        </Button>
      </form>
      {found === null ? null : <Found found={found} />}
    </Dialog>
  )
}

function Found({ found }: { readonly found: CheckoutHooks }) {
  const { files, hooks, problems } = found
  return (
    <div className={styles.found}>
      <p className={styles.none}>
        <Controls text={files.length === 0 ? 'No settings of an agent stand in this folder.' : files.join(', ')} />
      </p>
      {files.length > 0 && hooks.length === 0 ? <p className={styles.none}>No hooks stand in them.</p> : null}
      <ul>
        {hooks.map((hook) => (
          <li key={`${hook.event} ${hook.matcher} ${hook.condition} ${hook.command}`} className={styles.foundHook}>
            <FoundHook hook={hook} />
          </li>
        ))}
      </ul>
      {hooks.length === 0 ? null : (
        <p className={styles.none}>
          Scripts are found by their names in the commands. What a command makes up or downloads can’t be seen here.
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          <Controls text={problem} />
        </p>
      ))}
    </div>
  )
}

function FoundHook({ hook }: { readonly hook: CheckoutHook }) {
  const { event, matcher, condition, command, scripts, headers } = hook
  return (
    <>
      <p>
        {event}{' '}
        <code className={styles.rule}>
          <Controls text={matcher ?? 'all'} />
        </code>
        {condition === null ? null : (
          <>
            {' '}
            if{' '}
            <code className={styles.rule}>
              <Controls text={condition} />
            </code>
          </>
        )}
      </p>
      <p className={styles.of}>{howText(hook)}</p>
      <pre>
        <Controls text={showBlanks(command)} />
      </pre>
      {Object.entries(headers).map(([name, value]) => (
        <p key={name} className={styles.of}>
          <Controls text={`${name}: ${value}`} />
        </p>
      ))}
      {scripts.map((script) => (
        <ScriptShown key={script.file} script={script} />
      ))}
    </>
  )
}

/** What it is, and what its silence means. */
function howText({ type, timeoutMs, once, waitedFor, blocksOnFailure }: CheckoutHook): string {
  return [
    type === 'http' ? 'Sends every event to this address' : 'Runs this command',
    ...(once ? ['once a session'] : []),
    waitedFor ? `for at most ${timeoutMs / 1_000} s` : 'without being waited for',
    blocksOnFailure ? 'a failure refuses' : 'a failure lets pass',
  ].join(', ')
}
