'use client'
/** The program that rules the session from its next turn on, with what is wrong with each. */
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Fragment } from 'react'
import { programsQuery } from '../../lib/queries'
import { problemLines, programFacts } from '../../lib/view/program-words'
import { useFolded, useOpenSession } from '../session/session-context'
import { MenuLabel, MenuNote, MenuRadio, MenuRadioGroup, SubMenu, SubMenuContent, SubMenuTrigger } from '../ui/menu'

const NONE = ''
/** More of them stand in the inspector of the hook, and in `belay hooks check`. */
const MOST_PROBLEMS = 3

export function ProgramItems() {
  const { actions } = useOpenSession()
  const { data: programs = [], isPending } = useQuery(programsQuery)
  const current = useFolded(({ composition }) => composition?.program) ?? NONE
  const isListed = current === NONE || programs.some(({ name }) => name === current)
  return (
    <SubMenu>
      <SubMenuTrigger icon={<ScrollText size={14} />} hint={current === NONE ? 'none' : current}>
        Program
      </SubMenuTrigger>
      <SubMenuContent width={330}>
        <MenuLabel>Rules from the next turn on</MenuLabel>
        <MenuRadioGroup value={current} onValueChange={(name) => void actions.setProgram(name === NONE ? null : name)}>
          <MenuRadio value={NONE} description="The prompt of this installation, and the hooks that you attach">
            None
          </MenuRadio>
          {isListed ? null : <MenuRadio value={current}>{current}</MenuRadio>}
          {programs.map((program) => (
            <Fragment key={program.name}>
              <MenuRadio value={program.name} description={programFacts(program)}>
                {program.name}
              </MenuRadio>
              <Problems lines={problemLines(program)} />
            </Fragment>
          ))}
        </MenuRadioGroup>
        {programs.length > 0 ? null : (
          <MenuNote>
            {isPending
              ? 'Reading the programs…'
              : 'A folder under programs/ of the home folder is a program. There is none yet.'}
          </MenuNote>
        )}
      </SubMenuContent>
    </SubMenu>
  )
}

function Problems({ lines }: { readonly lines: readonly string[] }) {
  const more = lines.length - MOST_PROBLEMS
  return (
    <>
      {lines.slice(0, MOST_PROBLEMS).map((line) => (
        <MenuNote key={line} bad>
          {line}
        </MenuNote>
      ))}
      {more > 0 ? <MenuNote bad>and {more} more</MenuNote> : null}
    </>
  )
}
