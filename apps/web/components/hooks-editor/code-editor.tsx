'use client'
/** The text of a hook, with colours, completion and mistakes. Typing never waits for any of them. */
import { javascript } from '@codemirror/lang-javascript'
import { type Ref, useRef } from 'react'
import { type CodeHandle, TextEditor } from './text-editor'
import { type CodeFacts, startTypes, typeExtensions } from './type-extensions'

interface Props extends CodeFacts {
  readonly text: string
  readonly label: string
  readonly onText: (text: string) => void
  readonly onLeave: () => void
  readonly ref: Ref<CodeHandle>
}

export function CodeEditor({ ref, ...props }: Props) {
  const latest = useRef<CodeFacts>(props)
  latest.current = props
  const { text, label, language, onText, onLeave } = props
  return (
    <TextEditor
      ref={ref}
      {...{ text, label, onText, onLeave }}
      extensions={() => [javascript({ typescript: language === 'ts' }), typeExtensions(() => latest.current)]}
      onOpen={startTypes}
    />
  )
}
