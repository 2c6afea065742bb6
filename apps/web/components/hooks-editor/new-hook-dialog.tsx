'use client'
/** A name and what it begins with: the template of a point, or the text of another hook. The file is made at once. */
import type { HookTemplate } from '@belay/api'
import type { PointId } from '@belay/trace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { sayError } from '../../lib/errors'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Choice, Field, TextInput } from '../ui/field'
import { hookFileQuery, hooksApi, templatesQuery } from './hooks-api'
import { freeSlug, renamed, slugProblem } from './own-hook'

export interface Original {
  readonly slug: string
  readonly text: string
}

interface Props {
  readonly library: readonly LibraryHook[]
  /** What it is a copy of; null: it begins with a template. */
  readonly original: Original | null
  /** Whose template is chosen at first. */
  readonly firstPoint: PointId
  readonly onMade: (slug: string) => void
  readonly onClose: () => void
}

export function NewHookDialog({ library, original, firstPoint, onMade, onClose }: Props) {
  const queries = useQueryClient()
  const { data: templates = [] } = useQuery(templatesQuery)
  const [point, setPoint] = useState<string>(firstPoint)
  const template = templates.find((one) => one.point === point) ?? templates[0]
  const [typed, setTyped] = useState<string | null>(null)
  const slug = typed ?? freeSlug(original?.slug ?? nameFor(template), library)
  const problem = slugProblem(slug, library)
  const [busy, setBusy] = useState(false)
  const text = original?.text ?? template?.text
  const make = async () => {
    if (problem !== null || text === undefined || busy) return
    setBusy(true)
    try {
      const {
        hook: _,
        problems: __,
        running: ___,
        ...file
      } = await hooksApi.save({
        slug,
        text: renamed(text, slug),
        expect: null,
      })
      queries.setQueryData(hookFileQuery(slug).queryKey, file)
      await queries.invalidateQueries({ queryKey: ['library'] })
      onMade(slug)
    } catch (error) {
      sayError(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={original === null ? 'New hook' : `A copy of ${original.slug}`}
      description="A TypeScript file in the hooks folder of your home. It is asked nowhere until you attach it."
      width={440}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="new-hook" disabled={problem !== null || busy}>
            {original === null ? 'Make it' : 'Copy it'}
          </Button>
        </>
      }
    >
      <form
        id="new-hook"
        style={{ display: 'grid', gap: 'var(--space-4)' }}
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        {original === null ? (
          <Field label="It stands at" hint={template?.title}>
            {(field) => (
              <Choice {...field} data-first-focus value={point} onChange={(event) => setPoint(event.target.value)}>
                {templates.map((one) => (
                  <option key={one.point}>{one.point}</option>
                ))}
              </Choice>
            )}
          </Field>
        ) : null}
        <Field label="Name" hint={`${slug}.ts`} error={typed === null ? undefined : (problem ?? undefined)}>
          {(field) => <TextInput {...field} code value={slug} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  )
}

function nameFor(template: HookTemplate | undefined): string {
  return `my-${(template?.point ?? 'hook').replace('.', '-').toLowerCase()}`
}
