'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useSignedOut } from '../../lib/sign-in'
import { SignedOut } from './signed-out'
import { Toasts } from './toasts'

export function Providers({ children }: { readonly children: ReactNode }) {
  // A query is not tried again by itself: the page says what happened, and the server is one process away.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 400 } } }))
  const signedOut = useSignedOut()
  return (
    <QueryClientProvider client={queries}>
      <Tooltip.Provider delayDuration={450} skipDelayDuration={200}>
        {signedOut ? <SignedOut /> : children}
      </Tooltip.Provider>
      <Toasts />
    </QueryClientProvider>
  )
}
