/** Reaching for what is drawn: where a station, a hook or a span stands on the page, and what the session's log says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type Server } from './server'

type Drawn = 'span' | 'station' | 'plus' | 'attachment' | 'switch' | 'menu' | 'set'

declare global {
  interface Window {
    __BELAY_TEST__?: boolean
    __belayRect?: (kind: Drawn, id: string) => DOMRect | null
  }
}

/** Must run before the page loads. */
export async function showRects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.__BELAY_TEST__ = true
  })
}

interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Null while it is not drawn. */
function findRect(page: Page, kind: Drawn, id: string): Promise<Rect | null> {
  return page.evaluate(([what, which]) => window.__belayRect?.(what, which)?.toJSON() ?? null, [kind, id] as const)
}

/** Waits until it is drawn and stands still: what is zoomed to glides there. */
export async function rectOf(page: Page, kind: Drawn, id: string): Promise<Rect> {
  let before: Rect | null = null
  let still: Rect | null = null
  const settles = async () => {
    const now = await findRect(page, kind, id)
    still = now !== null && JSON.stringify(now) === JSON.stringify(before) ? now : null
    before = now
    return still
  }
  await expect.poll(settles, { message: `${kind} ${id} is drawn`, intervals: [50] }).not.toBeNull()
  if (still === null) throw new Error(`${kind} ${id} went away`)
  return still
}

/** In CSS pixels; 0 while it is not drawn. */
export async function widthOf(page: Page, kind: Drawn, id: string): Promise<number> {
  return (await findRect(page, kind, id))?.width ?? 0
}

export async function clickOn(page: Page, kind: Drawn, id: string, button: 'left' | 'right' = 'left'): Promise<void> {
  const { x, y, width, height } = await rectOf(page, kind, id)
  await page.mouse.click(x + width / 2, y + height / 2, { button })
}

/** Calls an operation as a program does, with the installation's token. */
export async function call<T>(
  server: Server,
  path: string,
  input: unknown,
  method: 'GET' | 'POST' = 'POST',
): Promise<T> {
  const url = new URL(`/api/trpc/${path}`, server.url)
  const body = JSON.stringify({ json: input })
  if (method === 'GET') url.searchParams.set('input', body)
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(join(server.home, 'token'), 'utf8').trim()}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text}`)
  return JSON.parse(text).result.data.json as T
}

export interface Attached {
  readonly id: string
  readonly hook: string
  readonly name: string
  readonly mode: string
}

export async function attachedOf(server: Server, session: string): Promise<readonly Attached[]> {
  const composition = await call<{ hooks: Attached[] }>(server, 'hooks.composition', { id: session }, 'GET')
  return composition.hooks
}

export function sessionIn(page: Page): string {
  const id = /\/s\/([^/?#]+)/.exec(page.url())?.[1]
  if (id === undefined) throw new Error(`no session in ${page.url()}`)
  return id
}
