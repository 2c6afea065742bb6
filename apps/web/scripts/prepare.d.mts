/** Types of the plain script beside it, for the tests that call it. */
export const root: string
export const serverBundle: string
export function checkMachine(): void
export function isInstalled(): boolean
export function ensureInstalled(): void
export function ensureBuilt(): void
