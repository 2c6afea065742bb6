'use client'
/** A hook on the session: how it is asked, with which parameters, how it has done, what it said in the turn that is shown. */
import { bringerOf, isBrought } from '@belay/canvas'
import type { Attachment } from '@belay/trace'
import { useHookLabel } from '../menus/hook-menu'
import { useShown } from '../session/session-context'
import { Inline } from '../ui/inline'
import { AsItWas } from './attachment-as-it-was'
import { AttachmentFigures } from './attachment-figures'
import { AttachmentParams } from './attachment-params'
import { AttachmentSaid } from './attachment-said'
import { AttachmentSettings } from './attachment-settings'
import { AttachmentShadow } from './attachment-shadow'
import { AttachmentVersion } from './attachment-version'
import { CommandTrust } from './command-trust'
import { CommandWarning } from './command-warning'
import { FileTrouble } from './file-trouble'
import { OpenInEditor } from './open-in-editor'
import { Facts, Panel, Section } from './panel'
import { useHookFile } from './use-hook-file'

export function AttachmentPanel({ hook }: { readonly hook: Attachment }) {
  const at = isBrought(hook) ? ` at ${hook.points.join(', ')}` : ''
  return (
    <Panel
      title={useHookLabel(hook)}
      subtitle={`${hook.source} hook${at}`}
      tabs={[{ id: 'hook', label: 'Hook', body: <Body hook={hook} /> }]}
    />
  )
}

function Body({ hook }: { readonly hook: Attachment }) {
  const { past, walk } = useShown()
  const file = useHookFile(hook)
  const { known } = file
  const fixed = past || walk !== null
  const brought = isBrought(hook)
  return (
    <>
      <FileTrouble hook={hook} file={file} />
      {hook.source === 'command' ? <CommandWarning hook={hook} /> : null}
      {hook.source === 'command' ? <CommandTrust /> : null}
      {known === null ? null : (
        <p>
          <Inline text={known.description} />
        </p>
      )}
      {hook.source === 'command' ? (
        <p>It stands in hooks.json, and is asked side by side with the others there.</p>
      ) : brought ? (
        <p>It comes with {bringerOf(hook)}, and is asked before the hooks that you attach.</p>
      ) : null}
      {fixed ? <AsItWas hook={hook} /> : <AttachmentSettings hook={hook} known={known} />}
      {fixed ? null : <AttachmentShadow hook={hook} />}
      {fixed || brought ? null : <AttachmentParams hook={hook} known={known} />}
      <AttachmentSaid hook={hook} />
      <AttachmentFigures hook={hook} />
      <Section title="Identity" aside={<OpenInEditor hook={hook} />}>
        <Facts
          facts={[
            { name: 'Hook', value: hook.hook },
            { name: 'Version', value: <AttachmentVersion hook={hook} /> },
            ...((known?.file ?? file.file) == null ? [] : [{ name: 'File', value: known?.file ?? file.file }]),
          ]}
        />
      </Section>
    </>
  )
}
