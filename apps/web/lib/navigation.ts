'use client'
/** How a wheel moves the canvas on this machine: as in design tools, or as on maps. */
import type { Navigation } from '@belay/canvas'
import { keptSetting } from './kept-setting'

const setting = keptSetting<Navigation>('belay.navigation', (text) => (text === 'map' ? 'map' : 'design'))

export const navigation = setting.get

export function setNavigation(next: Navigation): void {
  setting.keep(next === 'map' ? next : null)
}

export function useNavigation(): Navigation {
  return setting.use('design')
}
