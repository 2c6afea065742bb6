'use client'
/** A hook on the session: how it is asked, with which parameters, how it has done, what it said in the turn that is shown. */
import type { Attachment } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import type { LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { useHookLabel } from '../menus/hook-menu'
import { useShown } from '../session/session-context'
import { Inline } from '../ui/inline'
import { AsItWas } from './attachment-as-it-was'
import { Broken } from './attachment-broken'
import { AttachmentFigures } from './attachment-figures'
import { AttachmentParams } from './attachment-params'
import { AttachmentSaid } from './attachment-said'
import { AttachmentSettings } from './attachment-settings'
import { AttachmentVersion } from './attachment-version'
import { Facts, Panel, Section } from './panel'

export function AttachmentPanel({ hook }: { readonly hook: Attachment }) {
  const { data: library } = useQuery(libraryQuery)
  const known = library?.find(({ slug }) => slug === hook.hook) ?? null
  return (
    <Panel
      title={useHookLabel(hook)}
      subtitle={`${hook.source} hook`}
      tabs={[{ id: 'hook', label: 'Hook', body: <Body hook={hook} known={known} /> }]}
    />
  )
}

interface Props {
  readonly hook: Attachment
  /** As the library has it now; null while that is read, and where it is gone. */
  readonly known: LibraryHook | null
}

function Body({ hook, known }: Props) {
  const { past, walk } = useShown()
  const fixed = past || walk !== null
  return (
    <>
      {hook.error === null ? null : <Broken hook={hook} known={known} />}
      {known === null ? null : (
        <p>
          <Inline text={known.description} />
        </p>
      )}
      {fixed ? <AsItWas hook={hook} /> : <AttachmentSettings hook={hook} known={known} />}
      {fixed ? null : <AttachmentParams hook={hook} known={known} />}
      <AttachmentSaid hook={hook} />
      <AttachmentFigures hook={hook} />
      <Section title="Identity">
        <Facts
          facts={[
            { name: 'Hook', value: hook.hook },
            { name: 'Version', value: <AttachmentVersion hook={hook} /> },
            ...(known?.file == null ? [] : [{ name: 'File', value: known.file }]),
          ]}
        />
      </Section>
    </>
  )
}
