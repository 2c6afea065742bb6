import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'prisma-free-db/src/**/*.test.ts',
      'apps/*/{src,server,scripts,app,board,components,lib,types-worker}/**/*.test.{ts,tsx}',
      'e2e/architecture/*.test.ts',
    ],
    // Many tests wait for a process or a timer: with fewer workers than processors, these stand idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
