'use client'
import type { PermissionMode } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, KeyRound, ShieldCheck, ShieldOff, ShieldQuestion } from 'lucide-react'
import { Fragment } from 'react'
import { modelsQuery, programsQuery } from '../../lib/queries'
import { byProvider, modelCost, modelWords, type NextModel, nextModel } from '../../lib/view/model-words'
import { ModelsDialog } from '../models/models-dialog'
import { openModels } from '../models/models-open'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuNote,
  MenuRadio,
  MenuRadioGroup,
  MenuSeparator,
  MenuTrigger,
} from '../ui/menu'
import styles from './pickers.module.css'
import { useFolded, useOpenSession } from './session-context'
import { useSummary } from './use-summary'

export function ModelPicker() {
  return (
    <>
      <ModelMenu />
      <ModelsDialog />
    </>
  )
}

function ModelMenu() {
  const { actions } = useOpenSession()
  const { data: models = [], refetch } = useQuery(modelsQuery)
  const { id: current, program } = useNextModel()
  const known = models.some(({ id }) => id === current)
  return (
    // A server of models on this machine may have come or gone.
    <Menu onOpenChange={(open) => open && void refetch()}>
      <MenuTrigger
        className={styles.trigger}
        aria-label={`Model: ${current}${program === null ? '' : `, as the program ${program} says`}`}
        disabled={current === ''}
      >
        <span className={styles.model}>{current.replace('/', ' / ')}</span>
        <ChevronDown size={14} className={styles.arrow} />
      </MenuTrigger>
      <MenuContent align="end" label="Model" width={300}>
        <MenuLabel>Model of the next turn</MenuLabel>
        {program === null ? null : (
          <MenuNote>The program {program} says so. What you choose here goes before it.</MenuNote>
        )}
        <MenuRadioGroup value={current} onValueChange={actions.setModel}>
          {known || current === '' ? null : <MenuRadio value={current}>{current}</MenuRadio>}
          {[...byProvider(models)].map(([provider, own], at) => (
            <Fragment key={provider}>
              {at === 0 ? null : <MenuLabel>{provider}</MenuLabel>}
              {own.map((model) => (
                <MenuRadio key={model.id} value={model.id} description={modelCost(model) ?? modelWords(model).aside}>
                  {modelWords(model).name}
                </MenuRadio>
              ))}
            </Fragment>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem icon={<KeyRound size={15} />} takesFocus onSelect={() => openModels(true)}>
          Keys and other models…
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

/** Not what is on record as the session's own: a program decides where nobody chose. */
function useNextModel(): NextModel {
  const model = useFolded((state) => state.session?.model ?? '')
  const ruledBy = useFolded(({ composition }) => composition?.program ?? null)
  const { data: programs = [] } = useQuery({ ...programsQuery, enabled: ruledBy !== null })
  const summary = useSummary()
  const program = programs.find(({ name }) => name === ruledBy) ?? null
  return nextModel({ model, modelChosen: summary?.modelChosen, program })
}

const MODES: readonly {
  readonly mode: PermissionMode
  readonly label: string
  readonly text: string
  readonly Icon: typeof ShieldCheck
}[] = [
  { mode: 'ask', label: 'Ask', text: 'Writes and programs are asked once a kind', Icon: ShieldQuestion },
  { mode: 'auto', label: 'Auto', text: 'Writes and programs run; hooks may still ask', Icon: ShieldCheck },
  { mode: 'deny', label: 'Deny', text: 'Whatever would be asked is refused', Icon: ShieldOff },
]

export function PermissionPicker() {
  const { actions } = useOpenSession()
  const summary = useSummary()
  const current = MODES.find(({ mode }) => mode === summary?.permission) ?? MODES[0]
  if (current === undefined) return null
  return (
    <Menu>
      <MenuTrigger
        className={styles.trigger}
        aria-label={`Permissions: ${current.label}`}
        disabled={summary === undefined}
      >
        <current.Icon size={14} className={styles.arrow} />
        {current.label}
        <ChevronDown size={14} className={styles.arrow} />
      </MenuTrigger>
      <MenuContent align="end" label="Permissions" width={300}>
        <MenuLabel>Permissions of the next turn</MenuLabel>
        <MenuRadioGroup value={current.mode} onValueChange={(mode) => actions.setPermission(modeOf(mode))}>
          {MODES.map(({ mode, label, text }) => (
            <MenuRadio key={mode} value={mode} description={text}>
              {label}
            </MenuRadio>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

function modeOf(text: string): PermissionMode {
  return MODES.find(({ mode }) => mode === text)?.mode ?? 'ask'
}
