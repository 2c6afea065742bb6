'use client'
/** What a person sets for this browser: the theme, and how a wheel moves the canvas. */
import type { Navigation } from '@belay/canvas'
import { Settings } from 'lucide-react'
import { setNavigation, useNavigation } from '../../lib/navigation'
import { commandKey } from '../../lib/platform'
import { toggleTheme, useTheme } from '../../lib/theme'
import { type NoticeState, switchNotice, useNoticeState } from '../notice/notice-setting'
import {
  Menu,
  MenuCheck,
  MenuContent,
  MenuLabel,
  MenuRadio,
  MenuRadioGroup,
  MenuSeparator,
  MenuTrigger,
} from '../ui/menu'
import styles from './top-bar.module.css'

export function SettingsMenu() {
  const theme = useTheme()
  const current = useNavigation()
  return (
    <Menu>
      <MenuTrigger className={styles.link} aria-label="Settings of this browser">
        <Settings size={17} />
      </MenuTrigger>
      <MenuContent align="end" label="Settings" width={290}>
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme} onValueChange={(next) => next !== theme && toggleTheme()}>
          <MenuRadio value="dark">Dark</MenuRadio>
          <MenuRadio value="light">Light</MenuRadio>
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuLabel>Wheel over the canvas</MenuLabel>
        <MenuRadioGroup value={current} onValueChange={(next) => setNavigation(next === 'map' ? 'map' : 'design')}>
          {NAVIGATIONS.map(({ navigation, label, text }) => (
            <MenuRadio key={navigation} value={navigation} description={text()}>
              {label}
            </MenuRadio>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <NoticeCheck />
      </MenuContent>
    </Menu>
  )
}

function NoticeCheck() {
  const state = useNoticeState()
  return (
    <MenuCheck
      checked={state === 'on'}
      unavailable={state === 'blocked' || state === 'absent'}
      description={NOTICES[state]}
      onChecked={() => void switchNotice()}
    >
      Desktop notification
    </MenuCheck>
  )
}

const NOTICES: Readonly<Record<NoticeState, string>> = {
  on: 'When a question waits in a hidden tab',
  off: 'When a question waits in a hidden tab',
  blocked: 'The browser shows none of this page: allow them in its settings',
  absent: 'This browser has none',
}

const NAVIGATIONS: readonly { readonly navigation: Navigation; readonly label: string; readonly text: () => string }[] =
  [
    { navigation: 'design', label: 'Design tool', text: () => `Pans; zooms with ${commandKey('wheel')} or a pinch` },
    { navigation: 'map', label: 'Map', text: () => 'Zooms; pans with Shift+wheel' },
  ]
