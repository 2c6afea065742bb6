import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'prisma-free-db/src/**/*.test.ts',
      'apps/*/{src,server,scripts,app,board,components,lib,types-worker}/**/*.test.{ts,tsx}',
      'e2e/architecture/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
