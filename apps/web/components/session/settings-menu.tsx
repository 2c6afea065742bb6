'use client'
/** What a person sets for this browser: the theme, and how a wheel moves the canvas. */
import type { Navigation } from '@belay/canvas'
import { Settings } from 'lucide-react'
import { setNavigation, useNavigation } from '../../lib/navigation'
import { commandKey } from '../../lib/platform'
import { toggleTheme, useTheme } from '../../lib/theme'
import { Menu, MenuContent, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator, MenuTrigger } from '../ui/menu'
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
      </MenuContent>
    </Menu>
  )
}

const NAVIGATIONS: readonly { readonly navigation: Navigation; readonly label: string; readonly text: () => string }[] =
  [
    { navigation: 'design', label: 'Design tool', text: () => `Pans; zooms with ${commandKey('wheel')} or a pinch` },
    { navigation: 'map', label: 'Map', text: () => 'Zooms; pans with Shift+wheel' },
  ]
