'use client'
/** The program of a new session, with what is wrong with it below. */
import { useQuery } from '@tanstack/react-query'
import { programsQuery } from '../../lib/queries'
import { problemLines, programFacts } from '../../lib/view/program-words'
import { Choice, Field } from '../ui/field'
import styles from './new-session-dialog.module.css'

interface Props {
  /** Empty: none. */
  readonly program: string
  readonly onProgram: (program: string) => void
}

/** Nothing where there is no program to choose. */
export function ProgramField({ program, onProgram }: Props) {
  const { data: programs = [] } = useQuery(programsQuery)
  if (programs.length === 0) return null
  const chosen = programs.find(({ name }) => name === program)
  const problems = chosen === undefined ? [] : problemLines(chosen)
  return (
    <>
      <Field label="Program">
        {(props) => (
          <Choice {...props} value={chosen?.name ?? ''} onChange={(event) => onProgram(event.target.value)}>
            <option value="">None</option>
            {programs.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name} ({programFacts(one)})
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {problems.length === 0 ? null : (
        <ul className={styles.problems} aria-label={`Problems of ${chosen?.name}`}>
          {problems.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}
