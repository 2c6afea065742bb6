import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './tokens.css'
import './globals.css'
import { Providers } from '../components/shell/providers'
import { THEME_SCRIPT } from '../lib/theme-script'

// No title: each page says its own, and of two the tab would show either.
export const metadata: Metadata = {
  description: 'See, shape and test what your coding agent does, turn by turn.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#151a21' },
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
  ],
}

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    // The script below sets `data-theme` before React takes over.
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
