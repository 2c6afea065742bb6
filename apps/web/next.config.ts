import type { NextConfig } from 'next'

/** One page for all data: everything is fetched by the browser, so Next only builds and serves the shell. */
const config: NextConfig = {
  transpilePackages: ['@belay/trace', '@belay/canvas'],
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // The names that the door lets in: without them the development server refuses its own reload socket.
  allowedDevOrigins: ['127.0.0.1', 'localhost', '[::1]'],
  // Types are checked by `npm run typecheck`; a second check would double the time of the first start.
  typescript: { ignoreBuildErrors: true },
  // Its folder is named by its content.
  headers: async () => [
    {
      source: '/hook-types/:version/:file(worker.js|declarations.json)',
      headers: [{ key: 'Cache-Control', value: 'private, max-age=31536000, immutable' }],
    },
  ],
}

export default config
