'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { isNotFound } from '../../lib/errors'
import { useSignedOut } from '../../lib/sign-in'
import { PageKeys } from '../actions/page-keys'
import { CommandsHost } from '../command-palette/commands-host'
import { SignedOut } from './signed-out'
import { Toasts } from './toasts'

const retry = (failures: number, error: unknown) => failures < 1 && !isNotFound(error)

export function Providers({ children }: { readonly children: ReactNode }) {
  // A query is tried once more, but not where the server has said that there is no such thing.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry, retryDelay: 400 } } }))
  const signedOut = useSignedOut()
  return (
    <QueryClientProvider client={queries}>
      <Tooltip.Provider delayDuration={450} skipDelayDuration={200}>
        {signedOut ? <SignedOut /> : children}
        {signedOut ? null : <CommandsHost />}
      </Tooltip.Provider>
      <PageKeys />
      <Toasts />
    </QueryClientProvider>
  )
}
